import { describe, expect, it } from "vitest"
import { Editor } from "../../../src/workbench/editor/Editor.ts"
import { getLabel, openState } from "../../../src/workbench/editor/EditorState.ts"
import {
  linkOffer,
  linkSelected,
  removeLinkFrom,
  setLinkAttribute,
} from "../../../src/workbench/editor/edits/links.ts"
import { readConfiguration } from "../../../src/workbench/editor/label/attributes/configuration.ts"
import { listLinks } from "../../../src/workbench/editor/label/links.ts"

const object = (id: number, category_id: number) => ({ id, category_id, type: "point", points: [[id, id]] })
const editorOf = (restrictsLinks: boolean, readOnly = false) =>
  new Editor(openState({ annotations: [object(1, 1), object(2, 2), object(3, 1)] }, 1, readOnly), {
    configuration: readConfiguration({
      categories: [
        { id: 1, name: "car", link_category_restrictions: [2] },
        { id: 2, name: "trailer" },
      ],
    }),
    tracks: { interpolates: true, extrapolates: false, times: undefined },
    restrictsLinks,
  })

const links = (editor: Editor) => listLinks(getLabel(editor.state)).map(({ from, to }) => [from, to])

describe("links", () => {
  it("lead from the object that was selected first to the second, once, and are undone", () => {
    const editor = editorOf(false)
    editor.select(new Set(["2", "1"]))
    editor.update(linkSelected)
    expect(links(editor)).toEqual([["2", "1"]])
    expect(linkOffer(editor.state, editor.setting)?.problem).toBe("exists")
    editor.undo()
    expect(links(editor)).toEqual([])
  })

  it("are refused between categories that the dataset does not link, where it limits them", () => {
    for (const [restricts, problem] of [
      [true, "category"],
      [false, undefined],
    ] as const) {
      const editor = editorOf(restricts)
      editor.select(new Set(["1", "3"]))
      expect(linkOffer(editor.state, editor.setting)?.problem).toBe(problem)
      editor.update(linkSelected)
      expect(links(editor)).toHaveLength(restricts ? 0 : 1)
    }
  })

  it("have attributes, of which typing one is one step, and are removed", () => {
    const editor = editorOf(false)
    editor.select(new Set(["1", "2"]))
    editor.update(linkSelected)
    for (const value of ["t", "to", "tow"]) {
      const [link] = listLinks(getLabel(editor.state))
      if (link !== undefined) editor.update((state) => setLinkAttribute(state, link, "relation", value))
    }
    const [link] = listLinks(getLabel(editor.state))
    expect(link?.source.attributes).toEqual({ relation: "tow" })
    if (link !== undefined) editor.update((state) => removeLinkFrom(state, link))
    expect(links(editor)).toEqual([])
    editor.undo()
    editor.undo()
    expect(listLinks(getLabel(editor.state))[0]?.source.attributes).toEqual({})
  })

  it("are not made in a label that is read only", () => {
    const editor = editorOf(false, true)
    editor.select(new Set(["1", "2"]))
    editor.update(linkSelected)
    expect(links(editor)).toEqual([])
  })
})
