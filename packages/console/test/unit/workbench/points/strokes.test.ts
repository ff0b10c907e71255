import { describe, expect, it } from "vitest"
import { open, paint, read, sent, still } from "./pointLabels.ts"

const empty = (frames: number) =>
  `{"frames": [${Array.from({ length: frames }, () => '{"annotations": [], "point_annotations": [0, 0, 0]}').join(", ")}]}`

describe("a stroke over points", () => {
  it("ends in its frame when another one is shown, and has all of its points however many frames follow", () => {
    const { editor, points } = open(empty(10))
    for (let frame = 0; frame < 10; frame++) points.setPoints(frame, 3)
    points.begin(false)
    points.paint(Uint32Array.of(0, 2))
    for (let frame = 1; frame < 10; frame++) {
      editor.show(frame)
      points.getState(frame)
    }
    points.end()
    expect(sent(points).frames).toMatchObject([
      { annotations: [{ id: 1 }], point_annotations: [1, 0, 1] },
      ...Array.from({ length: 9 }, () => ({ annotations: [], point_annotations: [0, 0, 0] })),
    ])
    editor.undo()
    expect(sent(points)).toEqual(read(empty(10)))
  })

  it("is taken back where the label may not be edited any more", () => {
    const { editor, points } = open(still("[0, 0, 0]"))
    points.setPoints(0, 3)
    paint(points, [0])
    points.begin(false)
    points.paint(Uint32Array.of(1, 2))
    editor.update((state) => ({ ...state, readOnly: true }))
    points.end()
    expect(sent(points)).toMatchObject({ annotations: [{ id: 1 }], point_annotations: [1, 0, 0] })
  })

  it("continues the track that was selected before an undo, in a frame that lacks it", () => {
    const { editor, points } = open(
      `{"frames": [{"annotations": [{"id": 5, "track_id": 5, "category_id": 1}], "point_annotations": [5, 0, 0]},
        {"annotations": [], "point_annotations": [0, 0, 0]}]}`,
    )
    points.setPoints(0, 3)
    points.setPoints(1, 3)
    editor.select(new Set(["5"]))
    editor.show(1)
    paint(points, [0])
    editor.undo()
    paint(points, [1])
    expect(sent(points).frames).toMatchObject([
      {},
      { annotations: [{ id: 5, track_id: 5 }], point_annotations: [0, 5, 0] },
    ])
  })
})

describe("the merging of objects", () => {
  it("leaves all points where the first of them has an id that no point can have", () => {
    const objects = '{"id": 0, "category_id": 1}, {"id": 3, "category_id": 1}'
    const { editor, points } = open(still("[3, 3, 0]", objects))
    points.setPoints(0, 3)
    editor.select(new Set(["0", "3"]))
    points.mergeSelected()
    expect(sent(points)).toEqual(read(still("[3, 3, 0]", objects)))
  })
})
