/** Labels of several sensors that do not fit their sample: nothing of them is lost, and nothing is stored that the server would refuse. */
import { describe, expect, it } from "vitest"
import { getLabel, openSensor } from "../../../src/workbench/editor/EditorState.ts"
import { addCuboid } from "../../../src/workbench/editor/edits/cuboidEdits.ts"
import { addSpaceShape } from "../../../src/workbench/editor/edits/spaceEdits.ts"
import type { JsonObject } from "../../../src/workbench/editor/json/value.ts"
import { listAnnotations } from "../../../src/workbench/editor/label/frames.ts"
import { openEditor } from "../../../src/workbench/session/openEditor.ts"
import {
  cuboid,
  curbs,
  dataset,
  places,
  polygon,
  read,
  rear,
  sample,
  sensor,
  someCuboid,
  text,
  textOf,
} from "./sensorBed.ts"

const open = (source: string, of: JsonObject = sample) => openEditor(dataset, of, read(source))
const draw = (editor: ReturnType<typeof open>) => {
  editor.select(new Set())
  editor.update((state, setting) => addSpaceShape(state, "polygon", places, setting))
  editor.update((state, setting) => addCuboid(state, someCuboid, setting))
}

describe("a sensor that the label has with another type than the sample", () => {
  const odd = text.replace(curbs, curbs.replace("pointcloud-vector", "pointcloud-cuboid"))

  it("is shown, and not edited: what is drawn by the one type is refused by the other", () => {
    const editor = open(odd)
    const [found] = editor.state.sensors.filter(({ name }) => name === "curbs")
    expect(found).toMatchObject({ edits: false, labeledAs: "pointcloud-cuboid-sequence" })
    editor.chooseSensor("curbs")
    expect(editor.state.sensor?.name).toBe("top")
    if (found === undefined) throw new Error("no sensor")
    expect(listAnnotations(getLabel(openSensor(editor.state, found)), 0).map(({ key }) => key)).toEqual(["3"])
    editor.update((state) => openSensor(state, found))
    draw(editor)
    expect(textOf(editor)).toBe(odd)
  })

  it("is edited where it has the type of the sample, or where the label does not have it", () => {
    const editor = open(text.replace(`${curbs},`, ""))
    expect(editor.state.sensors.filter(({ labeledAs }) => labeledAs !== undefined)).toEqual([])
    editor.chooseSensor("curbs")
    draw(editor)
    expect(textOf(editor)).toContain('{"name":"curbs","task_type":"pointcloud-vector-sequence"')
  })
})

describe("a name that two sensors have", () => {
  const twice = text.replace(
    rear,
    `${rear},${sensor("rear", "pointcloud-cuboid-sequence", cuboid(50, "1.0"))}`,
  )

  it("means the first of them in the label: the other keeps its bytes and its ids", () => {
    const editor = open(twice)
    editor.chooseSensor("rear")
    draw(editor)
    expect([...editor.state.selected]).toEqual(["51"])
    expect(textOf(editor)).toContain(sensor("rear", "pointcloud-cuboid-sequence", cuboid(50, "1.0")))
    editor.undo()
    expect(textOf(editor)).toBe(twice)
  })
})

describe("a sample without sensors that are edited", () => {
  it.each([
    ["none", []],
    ["no list", null],
    ["no objects", [1, null, "top"]],
    ["no names", [{ task_type: "pointcloud-cuboid-sequence", attributes: { frames: [{}] } }]],
    [
      "points alone",
      [{ name: "a", task_type: "pointcloud-segmentation-sequence", attributes: { frames: [{}] } }],
    ],
  ])("keeps its label with %s", (_, sensors) => {
    const source = `{"sensors":[${curbs}],"links":[]}`
    const editor = open(source, { sensors })
    draw(editor)
    expect(editor.state.readOnly).toBe(true)
    expect(textOf(editor)).toBe(source)
  })
})

describe("labels of a sensor that are no sequences", () => {
  it.each([
    "[]",
    "{}",
    "null",
    '"text"',
    '{"frames":null}',
    '{"annotations":[1],"frames":[null,{"annotations":{}}]}',
  ])("keep their bytes until they are edited: %s", (attributes) => {
    const own = `{"name":"curbs","task_type":"pointcloud-vector-sequence","attributes":${attributes}}`
    const editor = open(text.replace(curbs, own))
    editor.chooseSensor("curbs")
    editor.show(1)
    editor.show(0)
    expect(textOf(editor)).toBe(text.replace(curbs, own))
    draw(editor)
    expect(listAnnotations(getLabel(editor.state), 0)).toHaveLength(2)
    editor.undo()
    editor.undo()
    expect(textOf(editor)).toBe(text.replace(curbs, own))
  })
})

describe("timestamps and tracks of 19 digits", () => {
  const track = "1700000000123456789"

  it("stay as they are when the shape of such a track is continued", () => {
    const long = text.replace(polygon(3), polygon(3).replace('"track_id":3', `"track_id":${track}`))
    const editor = open(long)
    editor.chooseSensor("curbs")
    editor.select(new Set([track]))
    editor.chooseSensor("top")
    editor.update((state, setting) => addCuboid(state, someCuboid, setting))
    const added = listAnnotations(getLabel(editor.state), 0).at(-1)
    expect(added?.key).toBe(track)
    expect(textOf(editor)).toContain(`"track_id":${track},"is_keyframe":true}],"timestamp":${track}`)
    editor.undo()
    expect(textOf(editor)).toBe(long)
  })
})
