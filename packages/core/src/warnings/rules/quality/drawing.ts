/** Shapes of points, read when a rule is about them. */
import type { ExactShape } from "../../../domain/exactShape/ExactShape.ts"
import { readExactShape } from "../../../domain/exactShape/readExactShape.ts"
import type { Annotation } from "../../read/Scene.ts"

export interface Drawing {
  readonly type: string
  /** Two coordinates in images, three in point clouds. All are finite. */
  readonly points: ReadonlyArray<ReadonlyArray<number>>
}

/** Null for anything else, and for points that are malformed. */
export const getDrawing = ({ cuboid, source }: Annotation): Drawing | null => {
  if (cuboid !== null || !("points" in source) || !("type" in source)) return null
  const { points, type } = source
  return typeof type === "string" && Array.isArray(points) && points.length > 0 && points.every(isPoint)
    ? { type, points }
    : null
}

/** A shape of an image. */
export const getImageDrawing = (annotation: Annotation): Drawing | null => {
  const drawing = getDrawing(annotation)
  return drawing?.points.every(({ length }) => length === 2) ? drawing : null
}

/** The exact shape of a drawing in an image; null without one, and for one that is malformed. */
export const findExactShape = ({ source }: Annotation): ExactShape | null => {
  if (!("shape" in source) || source.shape === null) return null
  const shape = readExactShape(source.shape)
  return "problem" in shape ? null : shape
}

const isPoint = (value: unknown): value is ReadonlyArray<number> => {
  if (!Array.isArray(value)) return false
  const { length } = value
  return (
    (length === 2 || (length === 3 && Number.isFinite(value[2]))) &&
    Number.isFinite(value[0]) &&
    Number.isFinite(value[1])
  )
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The smallest box around a drawing of an image. The corners that stand for an ellipse may lie within it. */
export const computeDrawingBox = ({ points }: Drawing, shape: ExactShape | null): Box => {
  if (shape?.type !== "ellipse") return computeBox(points)
  const {
    angle,
    center: [x, y],
    radii: [rx, ry],
  } = shape
  const halfWidth = Math.hypot(rx * Math.cos(angle), ry * Math.sin(angle))
  const halfHeight = Math.hypot(rx * Math.sin(angle), ry * Math.cos(angle))
  return { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight }
}

/** The smallest box around points of an image. */
export const computeBox = (points: Drawing["points"]): Box => {
  let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let [right, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const point of points) {
    const x = point[0] ?? 0
    const y = point[1] ?? 0
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { left, top, right, bottom }
}
