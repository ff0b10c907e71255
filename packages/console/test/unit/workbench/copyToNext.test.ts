import { describe, expect, it } from "vitest"
import { Editor } from "../../../src/workbench/editor/Editor.ts"
import { openState } from "../../../src/workbench/editor/EditorState.ts"
import { copyToNext } from "../../../src/workbench/editor/edits/copies.ts"
import { readConfiguration } from "../../../src/workbench/editor/label/attributes/configuration.ts"

describe("a shape that is being drawn", () => {
  it("ends where objects are copied to the next frame", () => {
    const configuration = readConfiguration({ categories: [{ id: 1, name: "car" }] }, "2D")
    const label = { frames: [{ annotations: [] }, { annotations: [] }] }
    const editor = new Editor(openState(label, 1), {
      configuration,
      tracks: { interpolates: true, extrapolates: false },
    })
    editor.choose("polygon")
    editor.point({ kind: "press", at: [5, 5], adds: false, deletes: false }, 1)
    editor.point({ kind: "release", at: [5, 5] }, 1)
    expect(editor.state.gesture.kind).not.toBe("idle")
    editor.update(copyToNext)
    expect(editor.state).toMatchObject({ frame: 1, gesture: { kind: "idle" } })
  })
})
