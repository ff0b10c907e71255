/** Shapes as what a format has: a box as its corners, a polygon as the box around it, or as a rectangle that may be turned. */
import { draw, findRotatedBox } from "../model/exactShapes.ts"
import type { Annotation, Drawing } from "../model/Scene.ts"
import type { Abilities } from "./Abilities.ts"

type Point = readonly [number, number]

/** The annotation itself where the format has its shape; undefined when nothing comes near it. */
export const fitShape = (
  annotation: Annotation,
  abilities: Pick<Abilities, "annotations" | "exactShapes" | "polygonCorners" | "singlePoints">,
): Annotation | undefined => {
  const fitted = fitPlainShape(annotation, abilities)
  return abilities.polygonCorners !== null && abilities.exactShapes?.includes("rotated_box") === true
    ? withRotatedBox(fitted)
    : fitted
}

/** In a format of boxes that are turned, four corners of a rectangle are one. */
const withRotatedBox = (annotation: Annotation | undefined): Annotation | undefined => {
  if (annotation?.type !== "polygon" || annotation.shape !== undefined) return annotation
  const box = findRotatedBox(annotation.points)
  return box === undefined ? annotation : { ...annotation, ...draw(box) }
}

const fitPlainShape = (
  annotation: Annotation,
  {
    annotations: able,
    polygonCorners,
    singlePoints = false,
  }: Pick<Abilities, "annotations" | "polygonCorners" | "singlePoints">,
): Annotation | undefined => {
  if ("shape" in annotation && annotation.shape !== undefined) return annotation
  if (!("points" in annotation)) return able.includes(annotation.type) ? annotation : undefined
  const isFlat = annotation.points.every((point) => point.length === 2)
  if (annotation.type === "polygon" && able.includes("polygon"))
    return polygonCorners === null || annotation.points.length === polygonCorners || !isFlat
      ? annotation
      : { ...annotation, points: computeSmallestRectangle(annotation.points) }
  if (singlePoints && annotation.type === "point" && annotation.points.length > 1) return undefined
  if (able.includes(annotation.type)) return annotation
  if (annotation.type === "point")
    return annotation.points.length > 1 && able.includes("keypoints") ? annotation : undefined
  if (annotation.type === "polyline" || !isFlat) return undefined
  const [low, high] = computeBounds(annotation.points)
  if (annotation.type === "bbox" && able.includes("polygon")) {
    const corners = [low, [high[0], low[1]], high, [low[0], high[1]]] as const
    return { ...annotation, type: "polygon", points: corners }
  }
  if (annotation.type === "polygon" && able.includes("bbox"))
    return { ...annotation, type: "bbox", points: [low, high] }
  return undefined
}

/** The upper left and the lower right corner of the box around the points. */
export const computeBounds = (points: Drawing["points"]): readonly [Point, Point] => {
  const xs = points.map(([x = 0]) => x)
  const ys = points.map(([, y = 0]) => y)
  return [
    [xs.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.min(a, b))],
    [xs.reduce((a, b) => Math.max(a, b)), ys.reduce((a, b) => Math.max(a, b))],
  ]
}

/** The four corners of the smallest rectangle around the points: one of its sides lies on a side of their hull. */
export const computeSmallestRectangle = (points: Drawing["points"]): ReadonlyArray<Point> => {
  const hull = computeHull(points)
  let best: { readonly area: number; readonly corners: ReadonlyArray<Point> } | undefined
  for (const [i, [ax, ay]] of hull.entries()) {
    const [bx, by] = hull[(i + 1) % hull.length] ?? [ax, ay]
    const length = Math.hypot(bx - ax, by - ay) || 1
    const [ux, uy] = [(bx - ax) / length || 0, (by - ay) / length || 0]
    const along = hull.map(([x, y]) => x * ux + y * uy)
    const across = hull.map(([x, y]) => y * ux - x * uy)
    const [low, high] = [Math.min(...along), Math.max(...along)]
    const [near, far] = [Math.min(...across), Math.max(...across)]
    const area = (high - low) * (far - near)
    const rotateCorner = (a: number, b: number): Point => [a * ux - b * uy, a * uy + b * ux]
    if (best === undefined || area < best.area)
      best = {
        area,
        corners: [
          rotateCorner(low, near),
          rotateCorner(high, near),
          rotateCorner(high, far),
          rotateCorner(low, far),
        ],
      }
  }
  return best?.corners ?? []
}

/** The convex hull, counter-clockwise where y points up. Equal points have one corner. */
const computeHull = (points: Drawing["points"]): ReadonlyArray<Point> => {
  const sorted = points
    .map(([x = 0, y = 0]): Point => [x, y])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    .filter(([x, y], i, all) => x !== all[i - 1]?.[0] || y !== all[i - 1]?.[1])
  if (sorted.length < 3) return sorted.length === 1 ? [...sorted, ...sorted] : sorted
  const computeHalfHull = (from: ReadonlyArray<Point>) => {
    const hull: Array<Point> = []
    for (const point of from) {
      while (hull.length > 1 && !isLeftTurn(hull.at(-2) ?? point, hull.at(-1) ?? point, point)) hull.pop()
      hull.push(point)
    }
    return hull.slice(0, -1)
  }
  return [...computeHalfHull(sorted), ...computeHalfHull(sorted.toReversed())]
}

const isLeftTurn = (a: Point, b: Point, c: Point): boolean =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0
