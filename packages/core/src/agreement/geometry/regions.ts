/** Areas of polygons with parts and holes, and of their intersections, exact but for rounding. */
import type { Multipolygon } from "../../domain/exactShape/ExactShape.ts"
import { measureArea } from "./measureArea.ts"

/** An area of the plane: the union of its polygons. A point is in a polygon whose rings a ray crosses an odd number of times. */
export interface Region {
  /** Four numbers for each edge that is not horizontal: x and y of its upper and of its lower end. */
  readonly edges: Float64Array
  /** The polygon of each edge. */
  readonly polygons: Int32Array
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly area: number
}

/** Coordinates must be finite. A ring may intersect itself, and its last point may repeat the first one. */
export const makeRegion = (polygons: Multipolygon["polygons"]): Region => {
  const edges: Array<number> = []
  const owners: Array<number> = []
  let [left, top, right, bottom] = emptyBounds
  for (const [index, rings] of polygons.entries())
    for (const ring of rings) {
      let [beforeX, beforeY] = ring.at(-1) ?? [0, 0]
      for (const [x, y] of ring) {
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
        if (beforeY < y) edges.push(beforeX, beforeY, x, y)
        else if (beforeY > y) edges.push(x, y, beforeX, beforeY)
        if (beforeY !== y) owners.push(index)
        beforeX = x
        beforeY = y
      }
    }
  const outline = {
    edges: Float64Array.from(edges),
    polygons: Int32Array.from(owners),
    left,
    top,
    right,
    bottom,
  }
  return { ...outline, area: measureArea([outline], outline) }
}

const emptyBounds = [
  Number.POSITIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
] as const

export const computeRegionIntersection = (a: Region, b: Region): number => {
  const bounds = {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  }
  return bounds.left < bounds.right && bounds.top < bounds.bottom ? measureArea([a, b], bounds) : 0
}
