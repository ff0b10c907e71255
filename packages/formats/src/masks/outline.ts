/**
 * Masks as polygons with exactly the same pixels: the outline goes along the borders of pixels. Holes and further parts are joined by lines that
 * are passed once in each direction, so that they enclose nothing.
 */
import { bridgeRings, type Multipolygon, type Point, type Ring, signedArea } from "@annotary/core/check"
import type { Size } from "../model/Scene.ts"
import type { PixelMask } from "./PixelMask.ts"

/** The corners, of which equal masks have the same; none for a mask without pixels. Pixels beyond the image are left out. */
export const traceOutline = (mask: PixelMask, image: Size): ReadonlyArray<Point> =>
  bridgeRings(findPolygons(mask, image))

/** The parts of a mask with their holes; none for a mask without pixels. Pixels beyond the image are left out. */
export const findPolygons = (mask: PixelMask, image: Size): Multipolygon["polygons"] => {
  const { height, left, top, width } = mask
  const isIn = (x: number, y: number): boolean =>
    x >= Math.max(0, -left) &&
    y >= Math.max(0, -top) &&
    x < Math.min(width, image.width - left) &&
    y < Math.min(height, image.height - top) &&
    mask.isIn(y * width + x)
  const walked = new Uint8Array(width * height)
  const loops: Array<ReadonlyArray<Point>> = []
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (walked[y * width + x] === 0 && isIn(x, y) && !isIn(x, y - 1))
        loops.push(traceLoop(x, y, isIn, (at, row) => walked.fill(1, row * width + at, row * width + at + 1)))
  const shift = ([x, y]: Point): Point => [x + left, y + top]
  return groupLoops(loops, isIn, { width, height }).map((rings) => rings.map((ring) => ring.map(shift)))
}

/** Outer loops are clockwise, as pixels are on their right-hand side. A loop begins at a pixel of the part that it belongs to. */
const groupLoops = (
  loops: ReadonlyArray<Ring>,
  isIn: (x: number, y: number) => boolean,
  size: Size,
): Multipolygon["polygons"] => {
  const outer = loops.filter((loop) => signedArea(loop) > 0)
  const holes = loops.filter((loop) => signedArea(loop) < 0)
  if (holes.length === 0) return outer.map((loop) => [loop])
  if (outer.length === 1) return [[...outer, ...holes]]
  const partAt = labelParts(isIn, size)
  const getLoopStart = ([[x, y] = [0, 0]]: Ring) => partAt(x, y)
  const parts = new Map(outer.map((loop) => [getLoopStart(loop), [loop]]))
  for (const hole of holes) parts.get(getLoopStart(hole))?.push(hole)
  return [...parts.values()]
}

/** Numbers the parts of a mask. Pixels that touch at a corner alone are in different parts. */
const labelParts = (
  isIn: (x: number, y: number) => boolean,
  { height, width }: Size,
): ((x: number, y: number) => number) => {
  const labels = new Uint32Array(width * height)
  const parents: Array<number> = [0]
  const findRoot = (label: number): number => {
    let root = label
    for (let next = parents[root] ?? root; next !== root; next = parents[root] ?? root) root = next
    for (let at = label; at !== root; ) {
      const next = parents[at] ?? root
      parents[at] = root
      at = next
    }
    return root
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!isIn(x, y)) continue
      const at = y * width + x
      const before = x > 0 ? findRoot(labels[at - 1] ?? 0) : 0
      const above = y > 0 ? findRoot(labels[at - width] ?? 0) : 0
      const label = before || above || parents.push(parents.length) - 1
      labels[at] = label
      if (before !== 0 && above !== 0) parents[above] = before
    }
  return (x, y) => findRoot(labels[y * width + x] ?? 0)
}

/** Right, down, left, up: the pixels of the mask are on the right-hand side. */
const steps = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const

/** The pixels ahead of a corner, on the right-hand side and on the left-hand side, by the direction. */
const ahead = [
  { right: [0, 0], left: [0, -1] },
  { right: [-1, 0], left: [0, 0] },
  { right: [-1, -1], left: [-1, 0] },
  { right: [0, -1], left: [-1, -1] },
] as const

/** Walks around the border that begins above a pixel. `walk` is called for each border above a pixel. */
const traceLoop = (
  startX: number,
  startY: number,
  isIn: (x: number, y: number) => boolean,
  walk: (x: number, y: number) => void,
): ReadonlyArray<Point> => {
  const corners: Array<Point> = [[startX, startY]]
  let [x, y, direction] = [startX, startY, 0]
  for (;;) {
    if (direction === 0) walk(x, y)
    const [dx, dy] = steps[direction] ?? steps[0]
    x += dx
    y += dy
    const { left, right } = ahead[direction] ?? ahead[0]
    // Pixels that touch at a corner alone are not joined there.
    const turn = !isIn(x + right[0], y + right[1]) ? 1 : isIn(x + left[0], y + left[1]) ? 3 : 0
    direction = (direction + turn) % 4
    if (x === startX && y === startY && direction === 0) return corners
    if (turn !== 0) corners.push([x, y])
  }
}
