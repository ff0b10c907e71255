/** Ids of deleted objects are not given again: figures of work compare versions of a label by ids. */
import { describe, expect, it } from "vitest"
import { findNextTarget } from "../../../src/workbench/documents/points/targets.ts"
import type { Editor } from "../../../src/workbench/editor/Editor.ts"
import { getWholeLabel } from "../../../src/workbench/editor/EditorState.ts"
import { addCuboid } from "../../../src/workbench/editor/edits/cuboidEdits.ts"
import { copySelected, deleteSelected, paste } from "../../../src/workbench/editor/edits/edit.ts"
import { findNextArea, makeCopies } from "../../../src/workbench/editor/edits/paint.ts"
import { splitSelected } from "../../../src/workbench/editor/edits/tracks.ts"
import { type JsonObject, toObjects } from "../../../src/workbench/editor/json/value.ts"
import { findFreeLimitedId } from "../../../src/workbench/editor/label/frames.ts"
import { UsedIds } from "../../../src/workbench/editor/label/UsedIds.ts"
import { openEditor } from "../../../src/workbench/session/openEditor.ts"
import { edit, makeWorld, working } from "./sessionBed.ts"

const categories = [{ id: 1, name: "car" }]
const open = (task_type: string, label: JsonObject): Editor =>
  openEditor({ task_type, task_attributes: { categories } }, {}, label)
const box = (id: number, more: JsonObject = {}): JsonObject => ({
  id,
  category_id: 1,
  type: "bbox",
  points: [
    [0, 0],
    [9, 9],
  ],
  ...more,
})
const listIds = (editor: Editor) => {
  const label = getWholeLabel(editor.state)
  const parts = [label, ...toObjects(label.frames)]
  return parts.flatMap(({ annotations }) => toObjects(annotations).map(({ id, track_id }) => track_id ?? id))
}
const remove = (editor: Editor, ...keys: ReadonlyArray<string>) => {
  editor.select(new Set(keys))
  editor.update(deleteSelected)
}
const draw = (editor: Editor, at: readonly [number, number] = [50, 50]) => {
  editor.choose("point")
  editor.point({ kind: "press", at, adds: false, deletes: false }, 1)
}

describe("the id of a new object", () => {
  it("is not that of a deleted one, whether it was loaded or drawn", () => {
    const editor = open("vector", { annotations: [box(1), box(2)] })
    remove(editor, "2")
    draw(editor)
    expect(listIds(editor)).toEqual([1, 3])
    remove(editor, "3")
    draw(editor)
    expect(listIds(editor)).toEqual([1, 4])
  })

  it("is not that of one whose drawing was undone, which may have been saved before", () => {
    const editor = open("vector", { annotations: [box(1)] })
    draw(editor)
    editor.undo()
    draw(editor, [60, 60])
    expect(listIds(editor)).toEqual([1, 3])
  })

  it("is not that of a deleted one where it is pasted or split off", () => {
    const track = (id: number) => box(id, { track_id: id, is_keyframe: true })
    const frames = [{ annotations: [track(1), track(2)] }, { annotations: [track(1)] }]
    const editor = open("image-vector-sequence", { frames })
    remove(editor, "2")
    editor.select(new Set(["1"]))
    editor.update(copySelected)
    editor.update(paste)
    expect(listIds(editor)).toEqual([1, 3, 1])
    remove(editor, "3")
    editor.select(new Set(["1"]))
    editor.show(1)
    editor.update(splitSelected)
    expect(listIds(editor)).toEqual([1, 4])
  })

  it("is not that of a deleted cuboid", () => {
    const cuboid = { position: [0, 0, 0], dimensions: [4, 2, 1.5], yaw: 0, rotation: undefined } as const
    const add = (editor: Editor) => editor.update((state, setting) => addCuboid(state, cuboid, setting))
    const editor = open("pointcloud-cuboid", { annotations: [] })
    add(editor)
    remove(editor, "1")
    add(editor)
    expect(listIds(editor)).toEqual([2])
  })

  it("is not that of a deleted area or set of points", () => {
    const areas = { annotations: [1, 2].map((id) => ({ id, category_id: 1, attributes: {} })) }
    const bitmap = open("segmentation-bitmap", areas)
    remove(bitmap, "2")
    expect(findNextArea(bitmap.state, bitmap.setting, 0, [1]).id).toBe(3)
    const points = open("pointcloud-segmentation", areas)
    remove(points, "2")
    expect(findNextTarget(points.state, points.setting, [1]).id).toBe(3)
  })

  it("is not that of a deleted area where one is copied beside a track that has its id", () => {
    const area = (id: number, track_id: number) => ({ id, track_id, category_id: 1, attributes: {} })
    const frames = [{ annotations: [area(1, 5), area(9, 9)] }, { annotations: [area(5, 6)] }]
    const editor = open("image-segmentation-sequence", { frames })
    remove(editor, "9")
    const [copied] = toObjects(toObjects(getWholeLabel(editor.state).frames)[0]?.annotations)
    const annotation = { ...copied, key: "5", id: 1, trackId: 5, categoryId: 1, attributes: {} }
    const shape = { source: copied ?? {}, type: undefined, points: [], isKeyframe: true }
    const { areas } = makeCopies(editor.state, 1, [{ ...annotation, ...shape }], [5])
    expect(areas.map(({ id }) => id)).toEqual([10])
  })

  it("fills a gap that nobody had where no higher one is left, and is a used one only at the end", () => {
    const usedIds = new UsedIds({ annotations: [1, 3].map((id) => ({ id })) })
    const label = { annotations: [{ id: 4 }] }
    expect(findFreeLimitedId(label, [], 4, usedIds)).toBe(2)
    usedIds.add({ annotations: [{ id: 2 }] })
    expect(findFreeLimitedId(label, [], 4, usedIds)).toBe(1)
  })

  it("is not that of an object that was deleted in the draft of an earlier visit", async () => {
    const { session } = makeWorld()
    await session.openNext()
    remove(working(session).editor, "1")
    await session.keepDraft()
    await session.openNext()
    expect(working(session).draft).toBe("restored")
    edit(session)
    expect(listIds(working(session).editor)).toEqual([2])
  })
})
