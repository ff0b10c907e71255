import { describe, expect, it } from "vitest"
import { Editor } from "../../../src/workbench/editor/Editor.ts"
import { openState } from "../../../src/workbench/editor/EditorState.ts"
import { copyToNext as copyCuboidsToNext } from "../../../src/workbench/editor/edits/copies.ts"
import { copyToNext } from "../../../src/workbench/editor/edits/tracks.ts"
import { readConfiguration } from "../../../src/workbench/editor/label/attributes/configuration.ts"

describe("a shape that is being drawn", () => {
  it.each([
    ["shapes", copyToNext],
    ["cuboids", copyCuboidsToNext],
  ])("ends where %s are copied to the next frame", (_, copy) => {
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
    editor.update(copy)
    expect(editor.state).toMatchObject({ frame: 1, gesture: { kind: "idle" } })
  })
})
