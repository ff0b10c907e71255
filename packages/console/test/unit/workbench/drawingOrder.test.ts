/** Which objects are drawn over the others, locks of several objects, and the next object of a list. */
import { describe, expect, it } from "vitest"
import { Editor } from "../../../src/workbench/editor/Editor.ts"
import { getLabel, openState, toggleLocked } from "../../../src/workbench/editor/EditorState.ts"
import { deleteSelected, orderSelected, setCategory } from "../../../src/workbench/editor/edits/edit.ts"
import type { JsonObject } from "../../../src/workbench/editor/json/value.ts"
import { readConfiguration } from "../../../src/workbench/editor/label/attributes/configuration.ts"
import { listAnnotations } from "../../../src/workbench/editor/label/frames.ts"

const makePoint = (id: number) => ({ id, category_id: 1, type: "point", points: [[id, id]] })
const open = (label: JsonObject, selected: ReadonlyArray<string>, readOnly = false) =>
  new Editor(
    { ...openState(label, 1, readOnly), selected: new Set(selected) },
    {
      configuration: readConfiguration({ categories: [{ id: 1, name: "car" }] }),
      tracks: { interpolates: true, extrapolates: false },
    },
  )
const listKeys = (editor: Editor, frame = 0) =>
  listAnnotations(getLabel(editor.state), frame).map(({ key }) => key)

const four = { annotations: [1, 2, 3, 4].map(makePoint) }

describe("the drawing order", () => {
  it("has the selected objects at its end or at its start, in the order that they had, in one step", () => {
    const editor = open(four, ["3", "1"])
    editor.update((state) => orderSelected(state, "front"))
    expect(listKeys(editor)).toEqual(["2", "4", "1", "3"])
    editor.update((state) => orderSelected(state, "back"))
    expect(listKeys(editor)).toEqual(["1", "3", "2", "4"])
    editor.undo()
    editor.undo()
    expect(getLabel(editor.state)).toBe(four)
  })

  it("keeps the label where the objects are there already, locked, or may not be edited", () => {
    const last = open(four, ["4"])
    last.update((state) => orderSelected(state, "front"))
    expect(getLabel(last.state)).toBe(four)
    const locked = open(four, ["1"])
    locked.update((state) => orderSelected(toggleLocked(state, ["1"]), "front"))
    expect(getLabel(locked.state)).toBe(four)
    const shown = open(four, ["1"], true)
    shown.update((state) => orderSelected(state, "front"))
    expect(getLabel(shown.state)).toBe(four)
  })

  it("keeps the selection and the locks on their objects where several have one id", () => {
    const doubles = {
      annotations: [
        { ...makePoint(5), note: "a" },
        { ...makePoint(5), note: "b" },
      ],
    }
    const editor = open(doubles, ["5"])
    editor.update((state) =>
      orderSelected({ ...state, hidden: new Set(["5"]), locked: new Set(["5#2"]) }, "front"),
    )
    const [first, second] = listAnnotations(getLabel(editor.state), 0)
    expect([first?.source.note, second?.source.note]).toEqual(["b", "a"])
    expect([...editor.state.selected]).toEqual([second?.key])
    expect([...editor.state.hidden]).toEqual([second?.key])
    expect([...editor.state.locked]).toEqual([first?.key])
  })

  it("changes in every frame of a track, and leaves other frames as they are", () => {
    const frames = [
      { annotations: [1, 2].map((id) => ({ ...makePoint(id), track_id: id })) },
      { annotations: [{ ...makePoint(2), track_id: 2 }] },
      { annotations: [1, 2, 3].map((id) => ({ ...makePoint(id), track_id: id })) },
    ]
    const editor = open({ frames }, ["1"])
    editor.update((state) => orderSelected(state, "front"))
    expect([0, 1, 2].map((frame) => listKeys(editor, frame))).toEqual([["2", "1"], ["2"], ["2", "3", "1"]])
    expect(getLabel(editor.state).frames).toHaveProperty("1", frames[1])
  })
})

describe("the locks of several objects", () => {
  it("are set on all, and taken away where all are locked", () => {
    const state = openState(four, 1)
    const one = toggleLocked(state, ["1"])
    const both = toggleLocked(one, ["1", "2"])
    expect([...both.locked]).toEqual(["1", "2"])
    expect([...toggleLocked(both, ["1", "2"]).locked]).toEqual([])
    expect(toggleLocked(state, [])).toBe(state)
  })
})

describe("the next object", () => {
  it("is the next one of the list, which has another order and fewer objects than the label", () => {
    const editor = open(four, [])
    const keys = ["4", "2"]
    const walk = [1, 2, 3].map(() => [editor.selectNext(1, keys), [...editor.state.selected]])
    expect(walk).toEqual([
      [true, ["4"]],
      [true, ["2"]],
      [false, []],
    ])
  })
})

describe("what is selected and not in the shown frame", () => {
  const frames = [
    { annotations: [{ ...makePoint(1), track_id: 1 }] },
    { annotations: [1, 2].map((id) => ({ ...makePoint(id), track_id: id })) },
  ]
  const count = (editor: Editor) => [0, 1].map((frame) => listKeys(editor, frame).length)

  it("is neither deleted nor changed beside what is shown", () => {
    const editor = open({ frames }, ["1", "2"])
    editor.update((state, setting) => setCategory(state, 7, setting))
    const categories = listAnnotations(getLabel(editor.state), 1).map(({ categoryId }) => categoryId)
    expect(categories).toEqual([7, 1])
    editor.update(deleteSelected)
    expect(count(editor)).toEqual([0, 1])
    expect([...editor.state.selected]).toEqual(["2"])
  })

  it("is deleted where nothing else is selected", () => {
    const editor = open({ frames }, ["2"])
    editor.update(deleteSelected)
    expect(count(editor)).toEqual([1, 1])
  })
})
