import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Editor } from "../../../src/workbench/editor/Editor.ts"
import { getLabel, openState } from "../../../src/workbench/editor/EditorState.ts"
import { copyToNext } from "../../../src/workbench/editor/edits/copies.ts"
import {
  chooseCategory,
  copySelected,
  deleteSelected,
  nudge,
  paste,
  setAttribute,
  setImageAttribute,
  toggleKeyframe,
} from "../../../src/workbench/editor/edits/edit.ts"
import { mergeInto, splitSelected, trim } from "../../../src/workbench/editor/edits/tracks.ts"
import { getSize } from "../../../src/workbench/editor/History.ts"
import { parse, print } from "../../../src/workbench/editor/json/parse.ts"
import { isObject, type JsonObject } from "../../../src/workbench/editor/json/value.ts"
import { readConfiguration } from "../../../src/workbench/editor/label/attributes/configuration.ts"
import { listAnnotations } from "../../../src/workbench/editor/label/frames.ts"
import type { Point } from "../../../src/workbench/geometry/point.ts"
import type { Tool } from "../../../src/workbench/tools/tools.ts"

const read = (text: string): JsonObject => {
  const value = parse(text)
  if (!isObject(value)) throw new Error("not an object")
  return value
}
const still =
  '{ "annotations": [ {"id": 1, "category_id": 1, "type": "bbox", "points": [[0,0],[50.0,50]], "x": 1700000000123456789} ] }'
const sequence = `{"frames": [${Array.from({ length: 6 }, () => '{ "annotations": [] }').join(", ")}]}`
const setting = {
  configuration: readConfiguration({
    categories: [
      { id: 1, name: "car" },
      { id: 2, name: "person" },
    ],
  }),
  tracks: { interpolates: true, extrapolates: false },
}
const editorOf = (text: string, readOnly = false) => new Editor(openState(read(text), 1, readOnly), setting)
const press = (editor: Editor, at: Point, more: { adds?: boolean; deletes?: boolean } = {}) =>
  editor.point({ kind: "press", at, adds: false, deletes: false, ...more }, 1)
const drag = (editor: Editor, from: Point, to: Point) => {
  press(editor, from)
  editor.point({ kind: "move", at: to }, 1)
  editor.point({ kind: "release", at: to }, 1)
}

const point = fc
  .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }))
  .map(([x, y]): Point => [x, y])
type Act = (editor: Editor) => void
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(point, point).map(
    ([a, b]): Act =>
      (editor) =>
        drag(editor, a, b),
  ),
  point.map(
    (at): Act =>
      (editor) =>
        press(editor, at),
  ),
  fc.constantFrom<Tool>("edit", "bbox", "polygon", "polyline", "point").map(
    (tool): Act =>
      (editor) =>
        editor.choose(tool),
  ),
  fc.nat(5).map(
    (frame): Act =>
      (editor) =>
        editor.show(frame),
  ),
  fc.constantFrom<Act>(
    (editor) => editor.update(deleteSelected),
    (editor) => editor.update(copySelected),
    (editor) => editor.update(paste),
    (editor) => editor.update(toggleKeyframe),
    (editor) => trim(editor, "endTrack"),
    (editor) => trim(editor, "beginTrack"),
    (editor) => trim(editor, "removeHere"),
    (editor) => editor.update(copyToNext),
    (editor) => editor.update(splitSelected),
    (editor) => editor.update((state) => mergeInto(state, "1")),
    (editor) => editor.update((state) => nudge(state, [1, 0], setting)),
    (editor) => editor.update((state) => chooseCategory(state, 2, setting)),
    (editor) => editor.update((state) => setImageAttribute(state, "weather", "rain")),
    (editor) => {
      for (const key of editor.state.selected)
        editor.update((state) => setAttribute(state, { key, name: "color", value: "red", trackLevel: true }))
    },
    (editor) => editor.selectNext(1),
    (editor) => editor.point({ kind: "finish" }, 1),
    (editor) => editor.escape(),
  ),
)

describe("the editor", () => {
  it("gives back the label, byte by byte, when everything that was done is undone", () => {
    fc.assert(
      fc.property(fc.constantFrom(still, sequence), fc.array(acts, { maxLength: 40 }), (text, actions) => {
        const editor = editorOf(text)
        for (const act of actions) act(editor)
        const after = getLabel(editor.state)
        const steps = getSize(editor.state.history.past)
        // A drawing that is going on would be taken back first.
        editor.choose("edit")
        for (let step = 0; step < steps; step++) editor.undo()
        expect(print(getLabel(editor.state))).toBe(text)
        for (let step = 0; step < steps; step++) editor.redo()
        expect(getLabel(editor.state)).toBe(after)
      }),
    )
  })

  it("changes nothing of a label that is read only", () => {
    fc.assert(
      fc.property(fc.array(acts, { maxLength: 40 }), (actions) => {
        const editor = editorOf(still, true)
        for (const act of actions) act(editor)
        expect(print(getLabel(editor.state))).toBe(still)
      }),
    )
  })

  it("draws four boxes by four drags in a row", () => {
    const editor = editorOf(sequence)
    editor.choose("bbox")
    for (const x of [0, 100, 200, 300]) drag(editor, [x, 0], [x + 50, 50])
    expect(listAnnotations(getLabel(editor.state), 0)).toHaveLength(4)
  })

  it("makes no box of a click, nor of a drag of two pixels", () => {
    const editor = editorOf(sequence)
    editor.choose("bbox")
    drag(editor, [10, 10], [12, 10])
    editor.escape()
    expect(listAnnotations(getLabel(editor.state), 0)).toHaveLength(0)
  })

  it("draws a box by two presses, as the keyboard does", () => {
    const editor = editorOf(sequence)
    editor.choose("bbox")
    press(editor, [10, 20])
    press(editor, [60, 50])
    expect(listAnnotations(getLabel(editor.state), 0)[0]?.points).toEqual([
      [10, 20],
      [60, 50],
    ])
  })

  it("ends a polygon near its first vertex, and never with two", () => {
    const editor = editorOf(sequence)
    editor.choose("polygon")
    press(editor, [0, 0])
    press(editor, [100, 0])
    editor.point({ kind: "finish" }, 1)
    expect(editor.state.gesture.kind).toBe("path")
    press(editor, [100, 100])
    press(editor, [2, 2])
    expect(listAnnotations(getLabel(editor.state), 0)[0]?.points).toHaveLength(3)
  })

  it("gives the next box another category, and leaves that of the box drawn before", () => {
    const editor = editorOf(sequence)
    editor.choose("bbox")
    drag(editor, [0, 0], [50, 50])
    editor.update((state) => chooseCategory(state, 2, setting))
    drag(editor, [100, 0], [150, 50])
    expect(listAnnotations(getLabel(editor.state), 0).map(({ categoryId }) => categoryId)).toEqual([1, 2])
    editor.choose("edit")
    editor.update((state) => chooseCategory(state, 1, setting))
    expect(listAnnotations(getLabel(editor.state), 0).map(({ categoryId }) => categoryId)).toEqual([1, 1])
  })

  it("inserts a vertex where the middle of a side is dragged, and deletes one that is pressed with Alt", () => {
    const editor = editorOf(sequence)
    editor.choose("polygon")
    for (const at of [
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 0],
    ] as const)
      press(editor, at)
    editor.choose("edit")
    drag(editor, [50, 0], [50, -40])
    expect(listAnnotations(getLabel(editor.state), 0)[0]?.points[1]).toEqual([50, -40])
    press(editor, [50, -40], { deletes: true })
    expect(listAnnotations(getLabel(editor.state), 0)[0]?.points).toHaveLength(3)
  })

  it("undoes a held arrow key as one step", () => {
    const editor = editorOf(still)
    editor.selectNext(1)
    for (let repeat = 0; repeat < 30; repeat++) editor.update((state) => nudge(state, [1, 0], setting))
    editor.undo()
    expect(print(getLabel(editor.state))).toBe(still)
  })

  it("goes through the objects and past the last one, so that Tab leaves the canvas", () => {
    const editor = editorOf(still)
    expect(editor.selectNext(1)).toBe(true)
    expect(editor.selectNext(1)).toBe(false)
    expect(editor.state.selected.size).toBe(0)
  })
})
