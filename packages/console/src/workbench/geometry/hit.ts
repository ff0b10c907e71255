/** Picking: which shapes lie under the pointer, the one most likely meant first. */
import { computeArea, isCovering, measureDistanceToOutline, type Outline } from "./outline.ts"
import type { Point } from "./point.ts"

/**
 * The shapes under a point: lines and points before areas, and small areas before large ones, so that a box within a
 * box can be picked. Of equal ones the one drawn last comes first. `tolerance` is in pixels of the image.
 */
export const findHits = <Shape extends Outline>(
  shapes: ReadonlyArray<Shape>,
  point: Point,
  tolerance: number,
): ReadonlyArray<Shape> =>
  shapes
    .map((shape, order) => ({ shape, order }))
    .filter(({ shape }) => isCovering(shape, point) || measureDistanceToOutline(shape, point) <= tolerance)
    .map(({ order, shape }) => ({ shape, order, area: computeArea(shape) }))
    .sort((a, b) => a.area - b.area || b.order - a.order)
    .map(({ shape }) => shape)

/**
 * The item after the current one, around the end. The first without a current one, and the last one before it with
 * `step` -1.
 */
export const pickNext = <Item>(
  items: ReadonlyArray<Item>,
  current: Item | undefined,
  step: 1 | -1 = 1,
): Item | undefined => {
  const index = current === undefined ? -1 : items.indexOf(current)
  if (index === -1) return items.at(step === 1 ? 0 : -1)
  return items[(index + step + items.length) % items.length]
}
