/** Polygons and polylines as `poly2d` and `poly3d`, and back. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"

export interface Element {
  readonly type: string
  readonly val: ReadonlyArray<number>
  /** By default it is that of the type, with a number. */
  readonly name?: string
  readonly extra?: object
}

export const printPolygon = (
  points: ReadonlyArray<ReadonlyArray<number>>,
  extra: object,
  closed = true,
): Element => ({
  type: "poly2d",
  val: points.flat(),
  extra: { closed, mode: "MODE_POLY2D_ABSOLUTE", ...extra },
})

/** The points of a polygon or polyline. Undefined for chain codes, which are counted. */
export const readRing = (
  element: Node,
  size: 2 | 3,
  losses: Losses,
): ReadonlyArray<ReadonlyArray<number>> | undefined => {
  const mode = element.at("mode").or("MODE_POLY2D_ABSOLUTE", (found) => found.text())
  if (size === 2 && !mode.endsWith("ABSOLUTE") && !mode.endsWith("RELATIVE")) {
    losses.add("shapes", element.place)
    return undefined
  }
  const points = splitGroups(element.at("val"), size)
  return mode.endsWith("RELATIVE") ? accumulatePoints(points) : points
}

const splitGroups = (value: Node, size: number): ReadonlyArray<ReadonlyArray<number>> => {
  const numbers = value.numbers()
  if (numbers.length === 0 || numbers.length % size !== 0)
    value.fail(`must have ${size} numbers for each point.`)
  return Array.from({ length: numbers.length / size }, (_, i) => numbers.slice(i * size, (i + 1) * size))
}

const accumulatePoints = (points: ReadonlyArray<ReadonlyArray<number>>) => {
  let at: ReadonlyArray<number> = points[0]?.map(() => 0) ?? []
  return points.map((point) => {
    at = point.map((value, axis) => value + (at[axis] ?? 0))
    return at
  })
}
