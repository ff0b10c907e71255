/** A sensor whose objects are shapes in its point clouds, beside sensors of cuboids and of images. */
import { describe, expect, it } from "vitest"
import { getLabel, getWholeLabel } from "../../../src/workbench/editor/EditorState.ts"
import { addCuboid, nudgeCuboids } from "../../../src/workbench/editor/edits/cuboidEdits.ts"
import { copySelected, deleteSelected, paste } from "../../../src/workbench/editor/edits/edit.ts"
import { linkOffer, linkSelected } from "../../../src/workbench/editor/edits/links.ts"
import { addSpaceShape, nudgeInSpace, setVertices } from "../../../src/workbench/editor/edits/spaceEdits.ts"
import { listAnnotations } from "../../../src/workbench/editor/label/frames.ts"
import { compareFrames } from "../../../src/workbench/panels/review/compare.ts"
import { openEditor } from "../../../src/workbench/session/openEditor.ts"
import {
  curbs,
  dataset,
  keysIn,
  open,
  places,
  polygon,
  read,
  sample,
  someCuboid,
  text,
  textOf,
} from "./sensorBed.ts"

const vector = () => {
  const editor = open()
  editor.chooseSensor("curbs")
  return editor
}

describe("a sensor of shapes in point clouds", () => {
  it("is chosen and shows its shapes, and offers the attributes of three dimensions", () => {
    const editor = vector()
    expect(editor.state.sensor?.name).toBe("curbs")
    expect(keysIn(editor)).toEqual(["3"])
    const [category] = editor.setting.configuration.categories
    expect(category?.attributes.map(({ name }) => name)).toEqual(["parked"])
  })

  it("gets one vertex moved, and every byte stays that is not of its places and of the frame that it lacked", () => {
    const editor = vector()
    editor.update((state, setting) => setVertices(state, "3", [0, [-6.5, 1.25, 0], 2], setting))
    const moved = curbs
      .replace("[-9.0,1,0.10],[-7,1.50],[-8E0,3,0.1]", "[-9,1,0.1],[-6.5,1.25,0],[-8,3,0.1]")
      .replace('789}],"links"', '789},{"annotations":[]}],"links"')
      .replace("0.20", "0.2")
    expect(textOf(editor)).toBe(text.replace(curbs, moved))
    editor.undo()
    expect(textOf(editor)).toBe(text)
  })

  it("goes on with the track of a cuboid that is selected, and begins one without", () => {
    const editor = open()
    editor.select(new Set(["2"]))
    editor.chooseSensor("curbs")
    editor.update((state, setting) => addSpaceShape(state, "polyline", places, setting))
    const drawn = () => listAnnotations(getLabel(editor.state), 0).at(-1)
    expect(drawn()).toMatchObject({ key: "2", categoryId: 1, type: "polyline" })
    editor.select(new Set())
    editor.update((state, setting) => addSpaceShape(state, "point", places.slice(0, 1), setting))
    expect(drawn()).toMatchObject({ key: "4", type: "point" })
    editor.update((state, setting) => addCuboid({ ...state, selected: new Set() }, someCuboid, setting))
    expect(keysIn(editor)).toEqual(["3", "2", "4", "5"])
    for (let step = 0; step < 3; step++) editor.undo()
    expect(textOf(editor)).toBe(text)
  })

  it("is the only one that gets such shapes, however they come", () => {
    const editor = vector()
    editor.select(new Set(["3"]))
    editor.update(copySelected)
    for (const name of ["top", "rear", "front", "left"]) {
      editor.chooseSensor(name)
      editor.select(new Set())
      editor.update((state, setting) => addSpaceShape(state, "polygon", places, setting))
      editor.update(paste)
    }
    expect(textOf(editor)).toBe(text)
  })

  it("takes copies of cuboids, which its labels may have too", () => {
    const editor = open()
    editor.select(new Set(["1"]))
    editor.update(copySelected)
    editor.chooseSensor("curbs")
    editor.update(paste)
    expect(keysIn(editor)).toEqual(["3", "1"])
  })

  it("is undone with all others, and leads to the sensor of the change", () => {
    const editor = vector()
    editor.select(new Set(["3"]))
    editor.update((state, setting) => nudgeInSpace(state, [1, 0, 0], () => 0, setting))
    editor.chooseSensor("rear")
    editor.update((state, setting) => nudgeCuboids(state, [1, 0, 0], setting))
    editor.chooseSensor("curbs")
    editor.update(deleteSelected)
    expect(keysIn(editor)).toEqual([])
    const shown = () => editor.state.sensor?.name
    editor.chooseSensor("top")
    editor.undo()
    expect(shown()).toBe("curbs")
    editor.undo()
    expect(shown()).toBe("rear")
    editor.undo()
    expect(shown()).toBe("curbs")
    expect(textOf(editor)).toBe(text)
  })

  it("is compared with the version before, shape by shape", () => {
    const editor = vector()
    const before = getLabel(editor.state)
    editor.update((state, setting) => setVertices(state, "3", [0, [1, 1, 1], 2], setting))
    expect(compareFrames(before, getLabel(editor.state), 0).changed.map(({ key }) => key)).toEqual(["3"])
    editor.select(new Set(["3"]))
    editor.update(deleteSelected)
    expect(compareFrames(before, getLabel(editor.state), 0).removed.map(({ key }) => key)).toEqual(["3"])
  })

  it("is not edited where the label may not be", () => {
    const editor = openEditor(dataset, sample, read(text), true)
    editor.chooseSensor("curbs")
    editor.select(new Set(["3"]))
    editor.update((state, setting) => addSpaceShape(state, "polygon", places, setting))
    editor.update((state, setting) => setVertices(state, "3", [0, 1, [1, 1]], setting))
    editor.update((state, setting) => nudgeInSpace(state, [1, 0, 0], () => 0, setting))
    editor.update(deleteSelected)
    expect(textOf(editor)).toBe(text)
  })
})

describe("a link between the objects of two sensors", () => {
  /** The curb has a track that no other sensor shows. */
  const apart = () => openEditor(dataset, sample, read(text.replace(polygon(3), polygon(7))))

  it("is made where each of them is shown by one sensor alone", () => {
    const editor = apart()
    editor.select(new Set(["2", "7"]))
    expect(linkOffer(editor.state, editor.setting)).toMatchObject({ from: { key: "2" }, to: { key: "7" } })
    const before = textOf(editor)
    editor.update(linkSelected)
    expect(textOf(editor)).toBe(before.replace("}}]}", '}},{"from_id":2,"to_id":7,"attributes":{}}]}'))
    editor.chooseSensor("curbs")
    expect(linkOffer(editor.state, editor.setting)?.problem).toBe("exists")
    editor.undo()
    expect(getWholeLabel(editor.state).links).toEqual(read(text).links)
  })

  it("goes with the last object of its track, whichever sensor that is of", () => {
    const editor = apart()
    editor.select(new Set(["2", "7"]))
    editor.update(linkSelected)
    editor.chooseSensor("curbs")
    editor.select(new Set(["7"]))
    editor.update(deleteSelected)
    expect(getWholeLabel(editor.state).links).toEqual(read(text).links)
  })
})
