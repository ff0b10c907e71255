/**
 * `shape` of annotations of images: the exact shape beside the points, which are the nearest one. Edits of points move it along or remove it, so
 * that it is never another one than the points say. The server gives it its digest.
 */
import { type ExactShape, mapShape, mixShapes, readExactShape, toContract } from "@annotary/core/check"
import { type Points, roundPoint } from "../../geometry/point.ts"
import { withMembers } from "../json/edit.ts"
import { isArray, isObject, type Json, type JsonObject, NumberText } from "../json/value.ts"
import type { Annotation } from "./annotation.ts"
import { isSamePoints } from "./tracks/interpolate.ts"

/** The changes of members of an annotation; undefined removes one. */
export type Changes = { readonly [key: string]: Json | undefined }

/** The change of the shape when an annotation gets these points: none, moved with all of them, or removed. */
export const changeShape = ({ points, source }: Annotation, next: Points): Changes => {
  if (source.shape === undefined) return {}
  const by = findShift(points, next)
  const shape = readShape(source)
  return {
    shape:
      by === undefined || shape === undefined
        ? undefined
        : toJson(mapShape(shape, ([x, y]) => [x + by[0], y + by[1]])),
  }
}

/** The way that all points went; undefined where they went different ones. */
const findShift = (from: Points, to: Points): readonly [number, number] | undefined => {
  const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = [from[0], to[0]]
  const [dx, dy] = [bx - ax, by - ay]
  const isSame = to.every(([x, y], index) => {
    const [fromX, fromY] = from[index] ?? [Number.NaN, Number.NaN]
    return Math.abs(x - fromX - dx) < 1e-6 && Math.abs(y - fromY - dy) < 1e-6
  })
  return isSame && from.length === to.length && from.length > 0 ? [dx, dy] : undefined
}

/**
 * An annotation with the shape at a share of the way between two keyframes. Where only one of them has it, or another type, that of the first
 * stays. Undefined where neither has one.
 */
export const withShapeBetween = (
  annotation: JsonObject,
  start: Annotation,
  end: Annotation | undefined,
  share: number,
): JsonObject | undefined => {
  if (start.source.shape === undefined && end?.source.shape === undefined) return undefined
  const from = readShape(start.source)
  const to = end === undefined ? undefined : readShape(end.source)
  const { points, shape = null, type = null } = start.source
  if (from === undefined || to?.type !== from.type)
    return withMembers(annotation, {
      type,
      points: points ?? [],
      shape: start.source.shape === undefined ? undefined : shape,
    })
  const mixed = mixShapes(from, to, share)
  const next = toContract(mixed).points.map(([x = 0, y = 0]) => roundPoint([x, y]))
  const exact = readShape(annotation)
  const isThere =
    exact !== undefined &&
    isSamePoints(readPoints(annotation), next) &&
    JSON.stringify(exact) === JSON.stringify(mixed)
  return isThere ? annotation : withMembers(annotation, { type, points: next, shape: toJson(mixed) })
}

const readPoints = ({ points }: JsonObject): Points =>
  (toPlain(points ?? []) as ReadonlyArray<readonly [number, number]> | null) ?? []

const readShape = ({ shape }: JsonObject): ExactShape | undefined => {
  const exactShape = readExactShape(toPlain(shape ?? null))
  return "problem" in exactShape ? undefined : exactShape
}

/** Places need no digits beyond those of a double. */
const toPlain = (value: Json): unknown => {
  if (value instanceof NumberText) return value.valueOf()
  if (isArray(value)) return value.map(toPlain)
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member)]))
    : value
}

/** A shape consists of texts, numbers, lists and objects alone. */
const toJson = (shape: ExactShape): Json => shape as unknown as JsonObject
