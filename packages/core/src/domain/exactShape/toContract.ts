/** The nearest shape of the wire contract for each exact shape. */
import type { ContractPart, Ellipse, ExactShape, Point, RotatedBox, Skeleton } from "./ExactShape.ts"
import { bridgeRings } from "./rings.ts"

/** Corners of the polygon that stands for an ellipse. A multiple of four, so that its extremes along both axes are among them. */
const ellipseCorners = 64

/** A rotated box, an ellipse and a multipolygon are a polygon of one ring, a skeleton is a point with its labeled joints. */
export const toContract = (shape: ExactShape): ContractPart => {
  switch (shape.type) {
    case "rotated_box":
      return { type: "polygon", points: computeCorners(shape) }
    case "ellipse":
      return { type: "polygon", points: computeOutline(shape, ellipseCorners) }
    case "multipolygon":
      return { type: "polygon", points: bridgeRings(shape.polygons) }
    case "skeleton":
      return { type: "point", points: findLabeledPoints(shape) }
  }
}

/** The corners in the order upper left, upper right, lower right, lower left of the box before its rotation. */
export const computeCorners = ({
  angle,
  center,
  size: [width, height],
}: RotatedBox): ReadonlyArray<Point> => {
  const [x, y] = [width / 2, height / 2]
  const corners: ReadonlyArray<Point> = [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ]
  return corners.map((corner) => turnAbout(center, corner, angle))
}

/** Points on the ellipse, at equal steps of its parameter. */
export const computeOutline = (
  { angle, center, radii: [rx, ry] }: Ellipse,
  count: number,
): ReadonlyArray<Point> =>
  Array.from({ length: count }, (_, i) => {
    const [cosine, sine] = getUnitVector((4 * i) / count)
    return turnAbout(center, [rx * cosine, ry * sine], angle)
  })

/** Cosine and sine of a number of quarter turns: exact at whole quarters, so that extremes have no noise. */
const getUnitVector = (quarters: number): Point => {
  if (!Number.isInteger(quarters))
    return [Math.cos((quarters * Math.PI) / 2), Math.sin((quarters * Math.PI) / 2)]
  const units: ReadonlyArray<Point> = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ]
  return units[((quarters % 4) + 4) % 4] ?? [1, 0]
}

/** The offset turned by the angle, from the center. */
export const turnAbout = ([cx, cy]: Point, [x, y]: Point, angle: number): Point => {
  const [cosine, sine] = getUnitVector(angle / (Math.PI / 2))
  return [cx + x * cosine - y * sine, cy + x * sine + y * cosine]
}

/** The places of the joints that are labeled. */
export const findLabeledPoints = ({ joints }: Skeleton): ReadonlyArray<Point> =>
  joints.flatMap(({ x, y }) => (x === null || y === null ? [] : [[x, y] as const]))
