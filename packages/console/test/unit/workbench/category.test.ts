import { describe, expect, it } from "vitest"
import { Editor } from "../../../src/workbench/editor/Editor.ts"
import { getLabel, openState } from "../../../src/workbench/editor/EditorState.ts"
import {
  chooseCategory,
  confirmCategory,
  findPendingCategory,
  setAttribute,
  setCategory,
} from "../../../src/workbench/editor/edits/edit.ts"
import { getSize } from "../../../src/workbench/editor/History.ts"
import { parse, print } from "../../../src/workbench/editor/json/parse.ts"
import { isObject } from "../../../src/workbench/editor/json/value.ts"
import { readConfiguration } from "../../../src/workbench/editor/label/attributes/configuration.ts"

const select = (name: string, values: ReadonlyArray<string>, more = {}) => ({
  name,
  input_type: "select",
  values,
  ...more,
})
const configuration = readConfiguration({
  categories: [
    {
      id: 1,
      name: "car",
      attributes: [select("color", ["red", "blue"]), { name: "plate", input_type: "text" }],
    },
    {
      id: 2,
      name: "bus",
      attributes: [
        select("color", ["red"]),
        select("line", ["1", "2"], { default_value: "2" }),
        { name: "uses", input_type: "multiselect", values: ["school", "city"] },
        { name: "axle", input_type: "vector3", sensors: "3D" },
      ],
    },
  ],
})
const editorOf = (annotations: string, more = {}) => {
  const label = parse(annotations)
  if (!isObject(label)) throw new Error("not an object")
  const editor = new Editor(openState(label, 1), {
    configuration: { ...configuration, ...more },
    tracks: {
      interpolates: true,
      extrapolates: false,
      times: undefined,
      sameDimensions: false,
      inSpace: false,
    },
  })
  editor.select(new Set(["1"]))
  return editor
}
const box = (attributes: object, more = {}) => ({
  id: 1,
  category_id: 1,
  type: "bbox",
  points: [
    [0, 0],
    [9, 9],
  ],
  attributes,
  ...more,
})
const still = (attributes: object) => JSON.stringify({ annotations: [box(attributes)] })

describe("another category", () => {
  it("keeps what fits, and adds its defaults, at once where nothing is lost", () => {
    const editor = editorOf(still({ color: "red", axle: [1, 2, 3] }))
    editor.update((state, setting) => setCategory(state, 2, setting))
    expect(getLabel(editor.state)).toMatchObject({
      annotations: [{ category_id: 2, attributes: { color: "red", axle: [1, 2, 3], line: "2" } }],
    })
    expect(findPendingCategory(editor.state)).toBeUndefined()
  })

  it("changes nothing before it is confirmed where values would be lost, and is one step then", () => {
    const text = still({ color: "blue", plate: "X 1", uses: ["city", "moon"], note: "unseen", empty: null })
    const editor = editorOf(text)
    editor.update((state, setting) => chooseCategory(state, 2, setting))
    expect(print(getLabel(editor.state))).toBe(text)
    expect(findPendingCategory(editor.state)).toMatchObject({
      categoryId: 2,
      lost: [
        { name: "color", value: "blue", objects: 1 },
        { name: "plate", value: "X 1", objects: 1 },
        { name: "uses", value: ["city", "moon"], objects: 1 },
        { name: "note", value: "unseen", objects: 1 },
      ],
    })
    editor.update(confirmCategory)
    expect(getLabel(editor.state)).toMatchObject({ annotations: [{ category_id: 2 }] })
    const [changed] = (getLabel(editor.state).annotations ?? []) as unknown as [{ attributes: object }]
    expect(changed.attributes).toEqual({ uses: ["city"], line: "2" })
    expect(getSize(editor.state.history.past)).toBe(1)
    editor.undo()
    expect(print(getLabel(editor.state))).toBe(text)
  })

  it("is forgotten when something else is selected or applyEdit, and by Escape", () => {
    const editor = editorOf(still({ plate: "X" }))
    const propose = () => editor.update((state, setting) => setCategory(state, 2, setting))
    propose()
    editor.escape()
    expect(findPendingCategory(editor.state)).toBeUndefined()
    expect(editor.state.selected.size).toBe(1)
    propose()
    editor.select(new Set())
    expect(findPendingCategory(editor.state)).toBeUndefined()
    editor.update(confirmCategory)
    expect(getSize(editor.state.history.past)).toBe(0)
  })

  it("is forgotten when the object is locked, and when the configuration changes", () => {
    const text = still({ plate: "X 1" })
    const editor = editorOf(text)
    editor.update((state, setting) => setCategory(state, 2, setting))
    editor.update((state) => ({ ...state, locked: new Set(["1"]) }))
    editor.update(confirmCategory)
    expect(print(getLabel(editor.state))).toBe(text)
    const other = editorOf(text)
    other.update((state, setting) => setCategory(state, 2, setting))
    const categories = configuration.categories.slice(0, 1)
    other.configure({ ...other.setting, configuration: { ...configuration, categories } }, new Map())
    expect(findPendingCategory(other.state)).toBeUndefined()
    other.update(confirmCategory)
    expect(print(getLabel(other.state))).toBe(text)
  })

  it("counts a value of a track once, and changes each frame of it", () => {
    const frame = (attributes: object) => ({ annotations: [box(attributes, { track_id: 1 })] })
    const editor = editorOf(
      JSON.stringify({ frames: [frame({ plate: "X" }), frame({ plate: "X" }), frame({})] }),
    )
    editor.update((state, setting) => setCategory(state, 2, setting))
    expect(findPendingCategory(editor.state)?.lost).toEqual([{ name: "plate", value: "X", objects: 1 }])
    editor.update(confirmCategory)
    expect(getLabel(editor.state).frames).toMatchObject(
      Array.from({ length: 3 }, () => ({ annotations: [{ category_id: 2, attributes: { line: "2" } }] })),
    )
  })

  it("that the configuration does not have takes the attributes along", () => {
    const editor = editorOf(still({ plate: "X" }))
    editor.update((state, setting) => setCategory(state, 9, setting))
    expect(getLabel(editor.state)).toMatchObject({
      annotations: [{ category_id: 9, attributes: { plate: "X" } }],
    })
  })
})

describe("an attribute of a track that is set in one frame", () => {
  const frames = (...values: ReadonlyArray<string | undefined>) =>
    JSON.stringify({
      frames: values.map((state) => ({
        annotations: state === undefined ? [] : [box({ state }, { track_id: 1 })],
      })),
    })
  const valuesIn = (editor: Editor) =>
    (
      getLabel(editor.state).frames as unknown as ReadonlyArray<{
        annotations: ReadonlyArray<{ attributes: { state?: string } }>
      }>
    ).map(({ annotations }) => annotations[0]?.attributes.state)
  const set = (editor: Editor, value: string, laterFrames: boolean) =>
    editor.update((state) =>
      setAttribute(state, { key: "1", name: "state", value, trackLevel: false, laterFrames }),
    )

  it("holds there alone, or until the frame in which it was changed next", () => {
    const alone = editorOf(frames("a", "a", "a", "b"))
    alone.show(1)
    set(alone, "x", false)
    expect(valuesIn(alone)).toEqual(["a", "x", "a", "b"])
    const later = editorOf(frames("a", "a", undefined, "a", "b", "a"))
    later.show(1)
    set(later, "x", true)
    expect(valuesIn(later)).toEqual(["a", "x", undefined, "x", "b", "a"])
  })

  it("stops there while somebody types, whatever the text is for a moment", () => {
    const editor = editorOf(frames("o", "o", "a", "a"))
    set(editor, "a", true)
    set(editor, "ab", true)
    expect(valuesIn(editor)).toEqual(["ab", "ab", "a", "a"])
    editor.undo()
    expect(valuesIn(editor)).toEqual(["o", "o", "a", "a"])
  })

  it("is read from the configuration", () => {
    const attributes = [
      { name: "state", input_type: "text", applies_to_later_frames: true },
      { name: "color", input_type: "text" },
    ]
    const [category] = readConfiguration({ categories: [{ id: 1, attributes }] }).categories
    expect(category?.attributes.map(({ laterFrames }) => laterFrames)).toEqual([true, false])
  })
})
