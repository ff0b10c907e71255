import { describe, expect, it } from "vitest"
import { copyToNext as copyCuboidsToNext } from "../../../src/workbench/cloud/model/copies.ts"
import { readConfiguration } from "../../../src/workbench/model/attributes/configuration.ts"
import { Editor } from "../../../src/workbench/model/editor/Editor.ts"
import { openState } from "../../../src/workbench/model/editor/EditorState.ts"
import { copyToNext } from "../../../src/workbench/model/editor/tracks.ts"

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
