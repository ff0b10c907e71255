/** Cuboids in the image of a camera. */
import { type Cuboid, cuboidEdges, listCorners } from "../../editor/label/cuboids/cuboid.ts"
import { computeArea, isCovering } from "../outline.ts"
import type { Point, Points } from "../point.ts"
import type { Size } from "../viewport.ts"
import type { Projector } from "./camera.ts"
import { projectLine } from "./cameraLine.ts"

export interface CameraOutline {
  /** The visible parts of the edges. */
  readonly lines: ReadonlyArray<Points>
  /** The edges around the front, which say where the object heads. */
  readonly front: ReadonlyArray<Points>
  /** The area that a press selects: the convex hull of the edges. */
  readonly hull: Points
  /** Pixels of the image that the hull covers. */
  readonly area: number
}

/** The edges at the front, by their numbers. */
const frontEdges: ReadonlySet<number> = new Set([1, 5, 9, 10])

/** The outline of a cuboid; undefined when nothing of it is in an image of this size. */
export const computeCameraOutline = (
  project: Projector,
  cuboid: Cuboid,
  { height, width }: Size,
): CameraOutline | undefined => {
  const corners = listCorners(cuboid)
  const edges = cuboidEdges.map(([from, to]) => {
    const [a, b] = [corners[from], corners[to]]
    return a === undefined || b === undefined ? [] : projectLine(project, a, b)
  })
  const lines = edges.flat()
  const hull = computeHull(lines.flat())
  const area = computeArea({ type: "polygon", points: clipToImage(hull, width, height) })
  if (!(area > 0)) return undefined
  return { lines, front: edges.filter((_, edge) => frontEdges.has(edge)).flat(), hull, area }
}

/** Those that a press at a point can mean: the smallest first, which mostly is the one in front. */
export const pickInImage = <Item extends { readonly outline: CameraOutline }>(
  items: ReadonlyArray<Item>,
  point: Point,
): ReadonlyArray<Item> =>
  items
    .filter(({ outline }) => isCovering({ type: "polygon", points: outline.hull }, point))
    .toSorted((a, b) => a.outline.area - b.outline.area)

/** The convex hull (Andrew's monotone chain). */
export const computeHull = (points: Points): Points => {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const computeChain = (list: Points) => {
    const hull: Array<Point> = []
    for (const point of list) {
      for (;;) {
        const [before, last] = [hull.at(-2), hull.at(-1)]
        if (before === undefined || last === undefined || turn(before, last, point) > 0) break
        hull.pop()
      }
      hull.push(point)
    }
    return hull.slice(0, -1)
  }
  return [...computeChain(sorted), ...computeChain(sorted.toReversed())]
}

const turn = (a: Point, b: Point, c: Point): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

/** The part of a convex polygon that is in the image (Sutherland and Hodgman). */
const clipToImage = (polygon: Points, width: number, height: number): Points => {
  const sides: ReadonlyArray<(point: Point) => number> = [
    ([x]) => x,
    ([x]) => width - x,
    ([, y]) => y,
    ([, y]) => height - y,
  ]
  return sides.reduce(
    (points, inside) =>
      points.flatMap((from, index) => {
        const to = points[(index + 1) % points.length] ?? from
        const [a, b] = [inside(from), inside(to)]
        const crosses = a >= 0 !== b >= 0
        const share = a / (a - b)
        const cut: Point = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
        return [...(a >= 0 ? [from] : []), ...(crosses ? [cut] : [])]
      }),
    polygon,
  )
}
