/** Shapes in a view without perspective, which shows what is near to its object alone. */
import type { Point, Points } from "../../../model/geometry/point.ts"
import type { Projection } from "../../model/sideView.ts"
import { addVectors, dot, scaleVector, subtractVectors, type Vector } from "../../model/vector.ts"
import { closeLine, type SpaceShape } from "./spaceShape.ts"

export interface SideVertex {
  readonly index: number
  readonly at: Point
}

export interface SideLines {
  readonly lines: ReadonlyArray<Points>
  /** The nearest to the person at the end: it is drawn over the others, and a press means it. */
  readonly vertices: ReadonlyArray<SideVertex>
}

/** The parts of a shape that a view reaches. `at` gives the pixel of a place. */
export const projectIntoSide = (
  { points, type }: Pick<SpaceShape, "points" | "type">,
  { center, depth, into }: Projection,
  at: (place: Vector) => Point,
): SideLines => {
  const measureDepth = (place: Vector) => dot(subtractVectors(place, center), into)
  const vertices = points
    .map((place, index) => ({ index, at: at(place), depth: measureDepth(place) }))
    .filter((one) => Math.abs(one.depth) <= depth)
    .toSorted((a, b) => b.depth - a.depth)
    .map(({ at, index }) => ({ index, at }))
  if (type === "point") return { lines: [], vertices }
  const ends = closeLine(type, points)
  const lines = ends.flatMap((to, index) => {
    const from = ends[index - 1]
    const part = from && clipLine(from, to, measureDepth(from), measureDepth(to), depth)
    return part === undefined ? [] : [part.map(at)]
  })
  return { lines, vertices }
}

/** The part of a line between two depths; undefined where all of it lies before or behind them. */
const clipLine = (
  from: Vector,
  to: Vector,
  start: number,
  end: number,
  depth: number,
): readonly [Vector, Vector] | undefined => {
  const shares = [-depth, depth].map((limit) =>
    end === start ? Number.NaN : (limit - start) / (end - start),
  )
  const [low = 0, high = 1] = shares.toSorted((a, b) => a - b)
  if (Number.isNaN(low)) return Math.abs(start) <= depth ? [from, to] : undefined
  const [first, last] = [Math.max(low, 0), Math.min(high, 1)]
  if (first >= last) return undefined
  const moveAlong = (share: number) => addVectors(from, scaleVector(subtractVectors(to, from), share))
  return [moveAlong(first), moveAlong(last)]
}
