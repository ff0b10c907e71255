/** Rows of label files: a class from 0, then coordinates as shares of the width and height of the image. */
import { findShape, type Skeleton } from "../model/exactShapes.ts"
import type { Annotation, Drawing, Size } from "../model/Scene.ts"

export type Task = "detect" | "segment" | "obb" | "pose"

/** Undefined when nothing of the annotation is in the image. `isCut`: a part of it is not. */
export interface Row {
  readonly text: string
  /** The first coordinate in it: texts that differ in it are not compared. */
  readonly first: string
  /** The number of keypoints in it. */
  readonly keypoints: number
  readonly isCut: boolean
}

export const formatRow = (
  annotation: Annotation,
  task: Task,
  size: Size,
  print: PrintShare = printShare,
): Row | undefined => {
  if (!("points" in annotation)) return undefined
  const points = annotation.points.map((point) =>
    task === "obb" && isMostlyInside(annotation, size)
      ? ([point[0] ?? 0, point[1] ?? 0] as const)
      : clampInside(point, size),
  )
  const isCut = points.some(([x, y], i) => x !== annotation.points[i]?.[0] || y !== annotation.points[i]?.[1])
  if (isCut && isOutside(annotation, size)) return undefined
  const head = String(annotation.categoryId - 1)
  if (task === "segment" || task === "obb") {
    const texts = listPairs(points, size, print)
    return { text: `${head} ${texts.join(" ")}`, first: texts[0] ?? "", keypoints: 0, isCut }
  }
  const skeleton = findShape(annotation, "skeleton")
  if (skeleton !== undefined) return formatSkeletonRow(head, skeleton, isCut, size, print)
  const [first, rest] = printBox(points, size, print)
  const box = `${head} ${first} ${rest}`
  if (annotation.type !== "point") return { text: box, first, keypoints: 0, isCut }
  const keypoints = points.map((point) => formatKeypoint(point, 2, size, print))
  return { text: box + keypoints.join(""), first, keypoints: points.length, isCut }
}

/** The box of the object, or that around the joints that are labeled. */
const formatSkeletonRow = (
  head: string,
  { box, joints }: Skeleton,
  isCut: boolean,
  size: Size,
  print: PrintShare,
): Row => {
  const places = joints.flatMap(({ x, y }) => (x === null || y === null ? [] : [clampInside([x, y], size)]))
  const corners = box?.map((corner) => clampInside(corner, size)) ?? places
  const isBoxCut = box?.some((corner, i) => corner.some((value, j) => value !== corners[i]?.[j])) === true
  const keypoints = joints.map(({ visibility, x, y }) =>
    x === null || y === null
      ? noKeypoint
      : formatKeypoint(clampInside([x, y], size), visibility, size, print),
  )
  const [first, rest] = printBox(corners, size, print)
  const text = `${head} ${first} ${rest}${keypoints.join("")}`
  return { text, first, keypoints: joints.length, isCut: isCut || isBoxCut }
}

const formatKeypoint = (
  [x, y]: Point,
  visibility: number,
  { height, width }: Size,
  print: PrintShare,
): string => ` ${print(x / width)} ${print(y / height)} ${visibility}`

/** Prints a share of the image. */
export type PrintShare = (share: number) => string

/** Without an exponent: Datumaro takes a row with one for no row. */
export const printExactly: PrintShare = (share) => {
  const [digits = "", exponent] = String(share).split("e-")
  return exponent === undefined ? digits : `0.${"0".repeat(Number(exponent) - 1)}${digits.replace(".", "")}`
}

/**
 * Fifteen digits: the last ones are noise of the division. Every number of fifteen digits is the shortest text of its value, so that the text is
 * cut instead of parsed and printed again, which takes four times as long.
 */
export const printShare: PrintShare = (share) => {
  const text = share.toPrecision(15)
  return text.includes("e") || !text.includes(".") ? printExactly(Number(text)) : stripTrailingZeros(text)
}

const stripTrailingZeros = (text: string): string => {
  let end = text.length
  while (text.charCodeAt(end - 1) === zero) end -= 1
  if (text.charCodeAt(end - 1) === point) end -= 1
  return end === text.length ? text : text.slice(0, end)
}

const zero = "0".charCodeAt(0)
const point = ".".charCodeAt(0)

type Point = readonly [number, number]

const clampInside = ([x = 0, y = 0]: ReadonlyArray<number>, { height, width }: Size): Point => [
  Math.min(Math.max(x, 0), width),
  Math.min(Math.max(y, 0), height),
]

/** An oriented box may have corners beyond the image, which would lose its angles; its center and extent may not. */
const isMostlyInside = ({ points }: Drawing, { height, width }: Size): boolean => {
  const fits = (values: ReadonlyArray<number>, limit: number) => {
    const [low, high] = [Math.min(...values), Math.max(...values)]
    return low + high >= 0 && low + high <= 2 * limit && high - low <= limit
  }
  return (
    fits(
      points.map(([x = 0]) => x),
      width,
    ) &&
    fits(
      points.map(([, y = 0]) => y),
      height,
    )
  )
}

/** Whether all points are beyond the same side of the image. */
const isOutside = ({ points }: Drawing, { height, width }: Size): boolean =>
  points.every(([x = 0]) => x <= 0) ||
  points.every(([x = 0]) => x >= width) ||
  points.every(([, y = 0]) => y <= 0) ||
  points.every(([, y = 0]) => y >= height)

const listPairs = (
  points: ReadonlyArray<Point>,
  { height, width }: Size,
  print: PrintShare,
): ReadonlyArray<string> => points.map(([x, y]) => `${print(x / width)} ${print(y / height)}`)

/** The center of the smallest box around the points across the image, and then down with its width and height. */
const printBox = (
  points: ReadonlyArray<Point>,
  { height, width }: Size,
  print: PrintShare,
): readonly [first: string, rest: string] => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const x = print((left + right) / 2 / width)
  const y = print((top + bottom) / 2 / height)
  return [x, `${y} ${print((right - left) / width)} ${print((bottom - top) / height)}`]
}

/** A keypoint without a place, for shapes with fewer than others. */
export const noKeypoint = " 0 0 0"
