/** Labels of several sensors: each is edited as if it were the whole, and the others keep their text. */
import { describe, expect, it } from "vitest"
import { countByKey, filterFindings, openIn, readFindings } from "../../../src/workbench/check/Finding.ts"
import { getLabel, getWholeLabel } from "../../../src/workbench/editor/EditorState.ts"
import { copyInto, copyToNext } from "../../../src/workbench/editor/edits/copies.ts"
import { addCuboid, nudgeCuboids } from "../../../src/workbench/editor/edits/cuboidEdits.ts"
import {
  addShape,
  copySelected,
  deleteSelected,
  nudge,
  paste,
  setImageAttribute,
} from "../../../src/workbench/editor/edits/edit.ts"
import { linkSelected } from "../../../src/workbench/editor/edits/links.ts"
import { mergeInto } from "../../../src/workbench/editor/edits/tracks.ts"
import { parse, print } from "../../../src/workbench/editor/json/parse.ts"
import { countFrames, listAnnotations } from "../../../src/workbench/editor/label/frames.ts"
import { listLinks } from "../../../src/workbench/editor/label/links.ts"
import { openEditor } from "../../../src/workbench/session/openEditor.ts"
import {
  box,
  corners,
  cuboid,
  dataset,
  front,
  keysIn,
  links,
  open,
  read,
  rear,
  sample,
  sensor,
  someCuboid,
  storedIn,
  text,
  textOf,
  top,
} from "./sensorBed.ts"

describe("the label of several sensors", () => {
  it("shows the first point clouds that are edited, and another sensor when it is chosen, in as many frames as any has", () => {
    const editor = open()
    expect(editor.state.sensor?.name).toBe("top")
    expect(keysIn(editor)).toEqual(["1", "2"])
    expect(countFrames(getLabel(editor.state))).toBe(3)
    editor.chooseSensor("front")
    expect(keysIn(editor)).toEqual(["1"])
    editor.chooseSensor("left")
    expect(keysIn(editor)).toEqual([])
    editor.chooseSensor("mask")
    expect(editor.state.sensor?.name).toBe("left")
  })

  it("offers the attributes of its kind alone", () => {
    const editor = open()
    const names = () => editor.setting.configuration.categories[0]?.attributes.map(({ name }) => name)
    expect(names()).toEqual(["parked"])
    editor.chooseSensor("front")
    expect(names()).toEqual(["occluded"])
  })

  it("keeps every byte while it is looked at, and all but one sensor when that is edited", () => {
    const editor = open()
    for (const { name } of editor.state.sensors) {
      editor.chooseSensor(name)
      editor.show(1)
    }
    expect(textOf(editor)).toBe(text)
    editor.show(0)
    editor.chooseSensor("rear")
    editor.select(new Set(["3"]))
    editor.update((state, setting) => nudgeCuboids(state, [1, 0, 0], setting))
    // It gets the frame that the sample has and it lacked, and none of those that another sensor has.
    const moved = rear
      .replace('"x":-8.0,"y":0.0,"z":8E-1', '"x":-7,"y":0,"z":0.8')
      .replace('"yaw":0.0', '"yaw":0')
      .replace('789}],"links"', '789},{"annotations":[]}],"links"')
      .replace("0.20", "0.2")
    expect(textOf(editor)).toBe(text.replace(rear, moved))
    editor.undo()
    expect(textOf(editor)).toBe(text)
  })

  it("is undone over all sensors, and shows the one whose change was undone", () => {
    const editor = open()
    editor.select(new Set(["1"]))
    editor.update((state, setting) => nudgeCuboids(state, [1, 0, 0], setting))
    editor.chooseSensor("front")
    editor.update(deleteSelected)
    expect(keysIn(editor)).toEqual([])
    editor.chooseSensor("rear")
    editor.undo()
    expect(editor.state.sensor?.name).toBe("front")
    expect(keysIn(editor)).toEqual(["1"])
    editor.undo()
    expect(editor.state.sensor?.name).toBe("top")
    expect(textOf(editor)).toBe(text)
    editor.redo()
    editor.redo()
    expect(editor.state.sensor?.name).toBe("front")
    expect(keysIn(editor)).toEqual([])
  })

  it("takes no copies of cuboids into an image, and none of shapes into a point cloud", () => {
    const editor = open()
    editor.select(new Set(["1"]))
    editor.update(copySelected)
    editor.chooseSensor("rear")
    expect(editor.state.clipboard).toHaveLength(1)
    editor.chooseSensor("left")
    editor.update((state, setting) => paste(state, setting))
    editor.chooseSensor("front")
    editor.update(copySelected)
    editor.chooseSensor("top")
    editor.show(1)
    editor.update((state, setting) => paste(state, setting))
    expect(textOf(editor)).toBe(text)
  })

  it("gets no cuboid while an image is chosen", () => {
    const editor = open()
    editor.chooseSensor("front")
    editor.select(new Set())
    editor.update((state, setting) => addCuboid(state, someCuboid, setting))
    expect(textOf(editor)).toBe(text)
    expect(editor.state.selected.size).toBe(0)
  })

  it("undoes the moves of one track in two sensors one after the other", () => {
    const editor = open()
    const move = () => editor.update((state, setting) => nudge(state, [1, 0], setting))
    editor.chooseSensor("front")
    editor.update((state, setting) => addShape(state, { type: "bbox", points: corners }, setting))
    const [key = ""] = editor.state.selected
    editor.chooseSensor("left")
    editor.update((state, setting) => addShape(state, { type: "bbox", points: corners }, setting))
    expect([...editor.state.selected]).toEqual([key])
    move()
    const before = textOf(editor)
    editor.chooseSensor("front")
    move()
    editor.undo()
    expect(textOf(editor)).toBe(before)
  })

  it("keeps links to a track that was merged in one sensor, and that another one still has", () => {
    const apart = sensor("top", "pointcloud-cuboid-sequence", cuboid(2, "20.50"), cuboid(1, "8.0"))
    const editor = openEditor(dataset, sample, read(text.replace(top, apart)))
    editor.show(1)
    editor.select(new Set(["1"]))
    editor.update((state) => mergeInto(state, "2"))
    expect(keysIn(editor)).toEqual(["2"])
    expect(textOf(editor)).toContain(links)
  })

  it("gives another id where the frame has that of the continued track", () => {
    const editor = openEditor(
      dataset,
      sample,
      read(text.replace('"id":3,"track_id":3', '"id":1,"track_id":3')),
    )
    editor.chooseSensor("front")
    editor.select(new Set(["1"]))
    editor.chooseSensor("rear")
    editor.update((state, setting) => addCuboid(state, someCuboid, setting))
    const added = listAnnotations(getLabel(editor.state), 0).find(({ key }) => key === "1")
    expect(added?.source.track_id).toEqual(parse("1"))
    expect(print(added?.source.id ?? null)).toBe("4")
  })

  it("keeps links to a track that another sensor still has, and removes them with its last object", () => {
    const editor = open()
    editor.select(new Set(["1"]))
    editor.update(deleteSelected)
    expect(textOf(editor)).toContain(links)
    editor.chooseSensor("front")
    editor.select(new Set(["1"]))
    editor.update(deleteSelected)
    expect(listLinks(getWholeLabel(editor.state))).toEqual([])
  })

  it("has links at its top, which leave the text of all sensors as it is", () => {
    const editor = open()
    editor.select(new Set(["2", "1"]))
    editor.update(linkSelected)
    expect(textOf(editor)).toBe(text.replace("}}]}", '}},{"from_id":2,"to_id":1,"attributes":{}}]}'))
  })

  it("gives new objects ids that no sensor has", () => {
    const editor = open()
    editor.update((state, setting) => addCuboid(state, someCuboid, setting))
    expect([...editor.state.selected]).toEqual(["4"])
  })

  it("gets a sensor that it lacks at its place in the sample, once that is edited", () => {
    const editor = open()
    editor.select(new Set())
    editor.chooseSensor("left")
    editor.update((state, setting) =>
      addShape(
        state,
        {
          type: "bbox",
          points: [
            [0, 0],
            [10, 10],
          ],
        },
        setting,
      ),
    )
    const added =
      '{"name":"left","task_type":"image-vector-sequence","attributes":{"format_version":"0.2","frames":[{"annotations":[{"id":4,"category_id":1,"type":"bbox","points":[[0,0],[10,10]],"attributes":{},"track_id":4,"is_keyframe":true}]},{"annotations":[]},{"annotations":[]}]}}'
    expect(textOf(editor)).toBe(text.replace(front, `${added},${front}`))
  })

  it("has one track for an object that is drawn while another sensor's is selected, and a new one without a selection", () => {
    const editor = open()
    editor.select(new Set(["2"]))
    editor.chooseSensor("front")
    const draw = () =>
      editor.update((state, setting) =>
        addShape(
          { ...state, categoryId: 9 },
          {
            type: "bbox",
            points: [
              [0, 0],
              [10, 10],
            ],
          },
          setting,
        ),
      )
    draw()
    const drawn = () => listAnnotations(getLabel(editor.state), 0).at(-1)
    expect(drawn()).toMatchObject({ key: "2", id: 2, trackId: 2, categoryId: 1 })
    expect([...editor.state.selected]).toEqual(["2"])
    // It has one now: what is drawn next is another object.
    draw()
    expect(drawn()).toMatchObject({ key: "4", categoryId: 9 })
    editor.select(new Set(["3"]))
    editor.chooseSensor("top")
    const cuboid = { position: [0, 0, 0], dimensions: [4, 2, 2], yaw: 0, rotation: undefined } as const
    editor.update((state, setting) => addCuboid(state, cuboid, setting))
    expect(drawn()).toMatchObject({ key: "3", trackId: 3 })
    for (let step = 0; step < 3; step++) editor.undo()
    expect(textOf(editor)).toBe(text)
  })

  it("begins with an empty list for each sensor of the sample", () => {
    const editor = openEditor(dataset, sample, read('{"sensors":[]}'))
    expect(keysIn(editor)).toEqual([])
    expect(textOf(editor)).toBe('{"sensors":[]}')
  })
})

describe("a frame that a sensor lacks", () => {
  it("is not filled by a track that goes on behind its last keyframe", () => {
    const editor = open({ enable_extrapolation: true })
    // The left camera has three frames, this lidar has two, and its label has one.
    editor.chooseSensor("rear")
    editor.select(new Set())
    editor.update((state, setting) => addCuboid(state, someCuboid, setting))
    expect(storedIn(editor, "rear")).toEqual([2, 1])
    editor.update((state, setting) => nudgeCuboids(state, [1, 0, 0], setting))
    expect(storedIn(editor, "rear")).toEqual([2, 1])
    editor.chooseSensor("left")
    editor.select(new Set())
    editor.update((state, setting) => addShape(state, { type: "bbox", points: corners }, setting))
    expect(storedIn(editor, "left")).toEqual([1, 1, 1])
    for (let step = 0; step < 3; step++) editor.undo()
    expect(textOf(editor)).toBe(text)
  })

  it("gets no object, no copy and no attribute, and selects nothing", () => {
    const editor = open()
    editor.select(new Set(["1"]))
    editor.update(copySelected)
    const clipboard = editor.state.clipboard
    editor.show(1)
    editor.update((state, setting) => paste(state, setting))
    expect(storedIn(editor, "top")).toEqual([2, 1])
    editor.undo()
    editor.show(2)
    editor.select(new Set())
    editor.update((state, setting) => addCuboid(state, someCuboid, setting))
    editor.update((state, setting) => paste({ ...state, clipboard }, setting))
    editor.update((state) => setImageAttribute(state, "weather", "rain"))
    editor.chooseSensor("front")
    editor.update((state, setting) => addShape(state, { type: "bbox", points: corners }, setting))
    expect(editor.state.selected.size).toBe(0)
    expect(editor.state.history.past).toBeNull()
    expect(textOf(editor)).toBe(text)
  })

  it("is not shown to copy into it", () => {
    const editor = open()
    editor.chooseSensor("front")
    editor.show(1)
    editor.select(new Set(["1"]))
    editor.update(copyToNext)
    expect(editor.state.frame).toBe(1)
    editor.chooseSensor("top")
    editor.update((state, setting) => addCuboid({ ...state, selected: new Set() }, someCuboid, setting))
    const before = textOf(editor)
    editor.update(copyToNext)
    expect(editor.state.frame).toBe(1)
    editor.update((state, setting) => copyInto(state, 0, 2, setting))
    expect(storedIn(editor, "top")).toEqual([3, 1])
    editor.undo()
    expect(textOf(editor)).toBe(before)
  })

  it("stays where the label has it, and what is in it can be deleted", () => {
    const longer = sensor("front", "image-vector-sequence", box(1), box(1), box(1))
    const editor = openEditor(dataset, sample, read(text.replace(front, longer)))
    editor.chooseSensor("front")
    editor.show(2)
    expect(keysIn(editor)).toEqual(["1"])
    editor.select(new Set(["1"]))
    editor.update(deleteSelected)
    expect(storedIn(editor, "front")).toEqual([0, 0, 0])
  })
})

describe("warnings about several sensors", () => {
  const findings = readFindings(
    parse(`{"warnings": [
      {"id": "a", "rule": "r", "message": "A.", "frame": 0, "sensor": "top", "track_ids": [1]},
      {"id": "b", "rule": "r", "message": "B.", "frame": 0, "sensor": "front", "track_ids": [1]},
      {"id": "c", "rule": "r", "message": "C.", "frame": 0, "sensor": null, "track_ids": [2]}
    ]}`),
  )

  it("count for the objects of their sensor", () => {
    expect(countByKey(findings, 0, "top")).toEqual(
      new Map([
        ["1", 1],
        ["2", 1],
      ]),
    )
    expect(countByKey(findings, 0).get("1")).toBe(2)
    expect(openIn(findings, "front")).toBe(1)
    expect(openIn(findings, "rear")).toBe(0)
  })

  it("are listed by sensor, with those about no sensor alone", () => {
    const shown = { frame: 0, selected: new Set<string>(), sensor: { name: "top" } }
    const listed = filterFindings(findings, { rule: undefined, where: "sensor" }, shown)
    expect(listed.map(({ id }) => id)).toEqual(["a", "c"])
  })
})
