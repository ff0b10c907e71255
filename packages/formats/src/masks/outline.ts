/**
 * Masks as polygons with exactly the same pixels: the outline goes along the borders of pixels. Holes and further parts are joined by lines that
 * are passed once in each direction, so that they enclose nothing.
 */
import type { Size } from "../model/Scene.ts"
import type { PixelMask } from "./PixelMask.ts"

type Point = readonly [x: number, y: number]

/** The corners, of which equal masks have the same; none for a mask without pixels. Pixels beyond the image are left out. */
export const outlineOf = (mask: PixelMask, image: Size): ReadonlyArray<Point> => {
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
        loops.push(loopFrom(x, y, isIn, (at, row) => walked.fill(1, row * width + at, row * width + at + 1)))
  return joined(loops).map(([x, y]) => [x + left, y + top])
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
const loopFrom = (
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

/** One ring: from the first corner of each loop to that of the next one, and back in the end. */
const joined = (loops: ReadonlyArray<ReadonlyArray<Point>>): ReadonlyArray<Point> => {
  const [first = [], ...others] = loops
  const ring: Array<Point> = [...first]
  const back: Array<Point> = []
  let from = first[0]
  for (const loop of others) {
    const to = loop[0]
    if (from === undefined || to === undefined) continue
    const corner: Point = [from[0], to[1]]
    const isStraight = from[0] === to[0] || from[1] === to[1]
    const bridge = isStraight ? [from] : [from, corner]
    ring.push(...bridge)
    for (const point of loop) ring.push(point)
    back.push(...bridge)
    from = to
  }
  if (back.length === 0 || from === undefined) return ring
  // The first corner closes the ring.
  return [...ring, from, ...back.reverse().slice(0, -1)]
}
