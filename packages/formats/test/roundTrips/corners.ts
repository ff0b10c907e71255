/** The corners of a rotated box in one order, whichever of them is the first. */
import { computeCorners, type RotatedBox } from "@annotary/core/check"

export const toCorners = (box: RotatedBox): ReadonlyArray<ReadonlyArray<number>> => {
  const corners = computeCorners(box).map(([x, y]) => [x, y] as const)
  // Rounded, so that digits do not decide the order.
  const toKey = ([x, y]: readonly [number, number]) => Math.round(x * 100) * 1_000_000 + Math.round(y * 100)
  return corners.sort((a, b) => toKey(a) - toKey(b))
}
