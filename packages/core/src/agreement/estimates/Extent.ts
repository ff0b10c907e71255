/** The extent of shapes: it bounds the work in which their areas are measured. */
import type { Region } from "../geometry/regions.ts"
import type { Instance } from "../labels/ComparableObject.ts"
import { computeDepth } from "./computeDepth.ts"

export interface Extent {
  readonly edges: number
  /** The most edges on one line. */
  readonly depth: number
}

/** The outline of an ellipse, the only one that is not drawn corner by corner. */
const ellipse: Extent = { edges: 256, depth: 2 }

/** Numbers and places that a shape is compared by at least, as edges. */
const least: Extent = { edges: 16, depth: 2 }

/** The extent of an annotation as sent, whatever its type: each list of points counts as a ring. */
export const measureSource = (source: unknown): Extent => {
  const rows: Array<readonly [number, number]> = []
  collectRows(source, rows)
  return rows.length === 0
    ? ellipse
    : { edges: least.edges + rows.length, depth: Math.max(least.depth, computeDepth(rows)) }
}

const collectRows = (value: unknown, rows: Array<readonly [number, number]>): void => {
  if (typeof value !== "object" || value === null) return
  const points = Array.isArray(value) ? value.filter(isPoint) : []
  let before = points.at(-1)?.[1]
  for (const [, y] of points) {
    if (before !== undefined) rows.push([before, y])
    before = y
  }
  if (points.length === 0) for (const part of Object.values(value)) collectRows(part, rows)
}

const isPoint = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "number"

/** The extent of a shape that was read. */
export const measureInstance = ({ shape }: Instance): Extent => {
  switch (shape.kind) {
    case "region":
      return measureRegion(shape.region)
    case "line":
    case "points":
      return { edges: shape.points.length, depth: 1 }
    case "skeleton":
      return { edges: 16 * shape.joints.length, depth: 2 }
    case "cuboid":
      return { edges: 64, depth: 2 }
    default:
      return least
  }
}

/** The steps in which two shapes are compared. Polylines are measured at 100 places each, points against all points. */
export const countPairSteps = (a: Instance, b: Instance, extents: readonly [Extent, Extent]): number => {
  const [first, second] = extents
  if (a.shape.kind === "line" && b.shape.kind === "line") return 2000 * (first.edges + second.edges)
  if (a.shape.kind === "points" && b.shape.kind === "points") return 20 * first.edges * second.edges
  return countSteps({ edges: first.edges + second.edges, depth: first.depth + second.depth })
}

/** Edges cross each other at most once, so that lines through corners and crossings are fewer than edges · depth. */
export const countSteps = ({ depth, edges }: Extent): number => edges * depth ** 2

const measureRegion = ({ edges }: Region): Extent => {
  const rows = Array.from(
    { length: edges.length / 4 },
    (_, index) => [edges[4 * index + 1] as number, edges[4 * index + 3] as number] as const,
  )
  return { edges: rows.length + least.edges, depth: Math.max(2, computeDepth(rows)) }
}
