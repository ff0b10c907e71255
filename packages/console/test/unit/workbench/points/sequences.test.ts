import { describe, expect, it } from "vitest"
import { countByCategory } from "../../../../src/workbench/documents/points/targets.ts"
import { getLabel } from "../../../../src/workbench/editor/EditorState.ts"
import { removeFrames } from "../../../../src/workbench/editor/edits/tracks.ts"
import { print } from "../../../../src/workbench/editor/json/parse.ts"
import { open, paint, sent } from "./pointLabels.ts"

describe("an object of a sequence", () => {
  const frames = `{"frames": [{"annotations": [{"id": 5, "track_id": 8, "category_id": 1, "attributes": {"a": true}}], "point_annotations": [5, 0, 5]},
    {"annotations": [], "point_annotations": [0, 0, 0]}]}`

  it("keeps its id, its category and its track in a frame where it is painted first", () => {
    const { editor, points } = open(frames)
    points.setPoints(1, 3)
    editor.select(new Set(["8"]))
    editor.show(1)
    paint(points, [2])
    expect(sent(points).frames).toMatchObject([
      { annotations: [{ id: 5, track_id: 8 }], point_annotations: [5, 0, 5] },
      {
        annotations: [{ id: 5, track_id: 8, category_id: 1, attributes: { a: true } }],
        point_annotations: [0, 0, 5],
      },
    ])
  })

  it("that is selected is the only one that the eraser takes, also where a frame lacks it", () => {
    const { editor, points } = open(frames)
    points.setPoints(0, 3)
    points.setPoints(1, 3)
    editor.select(new Set(["8"]))
    expect(points.begin(true)?.only).toBe(5)
    points.end()
    editor.show(1)
    expect(points.begin(true)?.only).toBe(-1)
    points.end()
    editor.select(new Set())
    expect(points.begin(true)?.only).toBeUndefined()
    points.end()
  })

  it("takes another id where a frame has its id already, and stays one track", () => {
    const { editor, points } = open(frames.replace("[0, 0, 0]", "[5, 0, 0]"))
    points.setPoints(1, 3)
    editor.select(new Set(["8"]))
    editor.show(1)
    paint(points, [2])
    expect(sent(points).frames).toMatchObject([
      {},
      { annotations: [{ id: 9, track_id: 8, category_id: 1 }], point_annotations: [5, 0, 9] },
    ])
  })

  it("is deleted in all frames, with its points, also of files that are not loaded", () => {
    const { editor, points } = open(frames)
    points.setPoints(1, 3)
    editor.select(new Set(["8"]))
    editor.show(1)
    paint(points, [2])
    points.deleteSelected()
    expect(sent(points).frames).toMatchObject([
      { annotations: [], point_annotations: [0, 0, 0] },
      { annotations: [], point_annotations: [0, 0, 0] },
    ])
    editor.undo()
    editor.undo()
    expect(print(points.fillLabel(getLabel(editor.state)))).toBe(frames)
  })

  it("is deleted from a range of frames, with its points there alone, and stays selected", () => {
    const frame = '{"annotations": [{"id": 5, "track_id": 8, "category_id": 1}], "point_annotations": [5, 0]}'
    const { editor, points } = open(`{"frames": [${frame}, ${frame}, ${frame}]}`)
    for (const at of [0, 1, 2]) points.setPoints(at, 2)
    editor.select(new Set(["8"]))
    removeFrames(editor, 1, 2)
    expect(sent(points).frames).toMatchObject([
      { annotations: [{ id: 5 }], point_annotations: [5, 0] },
      { annotations: [], point_annotations: [0, 0] },
      { annotations: [], point_annotations: [0, 0] },
    ])
    expect(editor.state.selected).toEqual(new Set(["8"]))
    editor.undo()
    expect(print(points.fillLabel(getLabel(editor.state)))).toBe(`{"frames": [${frame}, ${frame}, ${frame}]}`)
  })
})

describe("the points of a category", () => {
  it("are those of all its objects in the frame, and a category without points has none", () => {
    const text =
      '{"annotations": [{"id": 1, "category_id": 2}, {"id": 2, "category_id": 2}, {"id": 3, "category_id": 1}], "point_annotations": [1, 2, 2, 0, 9]}'
    const { editor, points } = open(text)
    points.setPoints(0, 5)
    const found = points.getState(0)
    if (found.status !== "ready") throw new Error(found.status)
    expect([...countByCategory(getLabel(editor.state), 0, found.frame.counts)]).toEqual([[2, 3]])
  })
})
