/** Boxes: two points, the upper left and the lower right corner, and eight handles. */
import { computeBounds } from "./outline.ts"
import type { Point, Points } from "./point.ts"

/** A handle: which edges of the box it moves. */
export interface BoxHandle {
  readonly name: "nw" | "n" | "ne" | "e" | "se" | "s" | "sw" | "w"
  /** -1 moves the left edge, 1 the right one. */
  readonly x: -1 | 0 | 1
  /** -1 moves the upper edge, 1 the lower one. */
  readonly y: -1 | 0 | 1
}

export const boxHandles: ReadonlyArray<BoxHandle> = [
  { name: "nw", x: -1, y: -1 },
  { name: "n", x: 0, y: -1 },
  { name: "ne", x: 1, y: -1 },
  { name: "e", x: 1, y: 0 },
  { name: "se", x: 1, y: 1 },
  { name: "s", x: 0, y: 1 },
  { name: "sw", x: -1, y: 1 },
  { name: "w", x: -1, y: 0 },
]

/** The box between two opposite corners, in whichever order they were dragged. */
export const makeBox = (a: Point, b: Point): Points => {
  const { bottom, left, right, top } = computeBounds([a, b])
  return [
    [left, top],
    [right, bottom],
  ]
}

/** Finds where a handle is. */
export const handleAt = (box: Points, { x, y }: BoxHandle): Point => {
  const { bottom, left, right, top } = computeBounds(box)
  return [left + ((x + 1) / 2) * (right - left), top + ((y + 1) / 2) * (bottom - top)]
}

/** The box with a handle dragged to a point. Dragged past the opposite edge, it turns inside out and stays a box. */
export const withHandleAt = (box: Points, { x, y }: BoxHandle, [toX, toY]: Point): Points => {
  const { bottom, left, right, top } = computeBounds(box)
  return makeBox(
    [x === -1 ? toX : left, y === -1 ? toY : top],
    [x === 1 ? toX : right, y === 1 ? toY : bottom],
  )
}
