/** Objects that are taken from another label, with their points. */
import { describe, expect, it } from "vitest"
import { getLabel } from "../../../../src/workbench/editor/EditorState.ts"
import { car, open, read, sent, still } from "./pointLabels.ts"

const choice = { of: "shape 0", letter: "B" }

const openFrames = (...lists: ReadonlyArray<string>) =>
  open(
    `{"frames": [${lists.map((ids) => `{"annotations": [{"id": 3, "track_id": 3, "category_id": 1}], "point_annotations": ${ids}}`).join()}]}`,
  )

describe("an object of another label of points", () => {
  const other = read(still("[0, 8, 8, 0]", `{"id": 8, "category_id": 1}`))

  it("gets its points where the frame has as many", async () => {
    const { points } = open(still("[3, 3, 0, 0]", car))
    await points.takeObject({ label: other, key: "8", own: "3", isWhole: false, choice })
    expect(sent(points).point_annotations).toEqual([0, 3, 3, 0])
  })

  it("is refused with the frame where the label has another number of points", async () => {
    const { editor, points } = open(still("[3, 3, 0]", car))
    const before = getLabel(editor.state)
    const taken = points.takeObject({ label: other, key: "8", own: "3", isWhole: false, choice })
    await expect(taken).rejects.toMatchObject({ reason: "size", frame: 0 })
    expect(getLabel(editor.state)).toBe(before)
    expect(editor.state.history.past).toBeNull()
  })

  it("is refused where one frame of several does not match, and no frame has changed", async () => {
    const { editor, points } = openFrames("[3, 0, 0]", "[3, 0, 0]")
    const before = print(points)
    const label = read(`{"frames": [
      {"annotations": [{"id": 8, "track_id": 8, "category_id": 1}], "point_annotations": [0, 8, 8]},
      {"annotations": [{"id": 8, "track_id": 8, "category_id": 1}], "point_annotations": [0, 8]}]}`)
    const taken = points.takeObject({ label, key: "8", own: "3", isWhole: false, choice })
    await expect(taken).rejects.toMatchObject({ reason: "size", frame: 1 })
    expect(print(points)).toBe(before)
    expect(editor.state.history.past).toBeNull()
  })

  it("is refused until the file of an unpainted frame is loaded, which may have another number of points", async () => {
    const { editor, points } = open(still("[]"))
    const taken = { label: other, key: "8", own: undefined, isWhole: true, choice }
    await expect(points.takeObject(taken)).rejects.toMatchObject({ reason: "notLoaded", frame: 0 })
    points.setPoints(0, 5)
    expect(points.getState(0).status).toBe("ready")
    await expect(points.takeObject(taken)).rejects.toMatchObject({ reason: "size" })
    expect(editor.state.history.past).toBeNull()
  })

  it("is refused where the ids of either label cannot be read", async () => {
    const unreadable = read(still("[0.5, 8, 8, 0]", `{"id": 8, "category_id": 1}`))
    for (const [own, label] of [
      ["[3, 3, 0, 0]", unreadable],
      ["[3, -1, 0, 0]", other],
    ] as const) {
      const { editor, points } = open(still(own, car))
      const taken = points.takeObject({ label, key: "8", own: "3", isWhole: false, choice })
      await expect(taken).rejects.toMatchObject({ reason: "unreadable", frame: 0 })
      expect(editor.state.history.past).toBeNull()
    }
  })

  it("is deleted where the other label lacks it, whatever its points are there", async () => {
    const { points } = open(still("[3, 3, 0]", car))
    await points.takeObject({ label: other, key: undefined, own: "3", isWhole: true, choice })
    expect(sent(points)).toMatchObject({ annotations: [], point_annotations: [0, 0, 0] })
  })
})

const print = (points: Parameters<typeof sent>[0]): string => JSON.stringify(sent(points))
