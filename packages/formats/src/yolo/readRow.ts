/** A row of a label file as an annotation. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import type { Drawing, Size } from "../model/Scene.ts"
import type { YoloConfig } from "./config.ts"
import type { Task } from "./rows.ts"

export interface RowPlace {
  readonly config: YoloConfig
  readonly task: Task
  readonly size: Size
  readonly path: string
  readonly line: number
  readonly losses: Losses
}

/** Whether rows of the task may have so many columns. Those of poses follow from `kpt_shape`. */
export const columnsFit = (columns: number, task: Task): boolean =>
  task === "detect" ? columns === 5 : task === "obb" ? columns === 9 : columns >= 7 && columns % 2 === 1

const columnsOf: { readonly [Key in Task]: string } = {
  detect: "5 columns",
  segment: "a class and x and y of at least three corners",
  obb: "9 columns",
  pose: "5 columns and those of each keypoint",
}

export const annotationOfRow = (row: ReadonlyArray<string>, place: RowPlace, id: number): Drawing => {
  const { config, line, path, size, task } = place
  const fail = (reason: string): never => {
    throw new FormatError(path, `${reason} in line ${line}.`)
  }
  const [category = Number.NaN, ...shares] = row.map(Number)
  if (!(Number.isInteger(category) && category >= 0 && category < config.names.length))
    fail(`has the class ${row[0]}, which is none of 0 to ${config.names.length - 1},`)
  const { keypoints } = config
  const isBox = task === "segment" && row.length === 5
  const fits =
    task === "pose"
      ? keypoints !== null && row.length === 5 + keypoints.count * keypoints.numbers
      : isBox || columnsFit(row.length, task)
  if (!fits) fail(`must have ${columnsOf[task]}, not ${row.length} columns,`)
  const common = { id, categoryId: category + 1, trackId: null, isKeyframe: true, attributes: {} }
  const isVisibility = (at: number) =>
    task === "pose" && at >= 4 && keypoints?.numbers === 3 && (at - 4) % 3 === 2
  // Corners of oriented boxes may lie beyond the image.
  const beyond = task === "obb" ? 1 : 0.01
  shares.forEach((share, at) => {
    if (!isVisibility(at) && !(share >= -beyond && share <= 1 + beyond))
      fail(`has ${row[at + 1]}, which is no share of the image,`)
  })
  const at = (x = 0, y = 0): readonly [number, number] => [x * size.width, y * size.height]
  if (task === "detect" || isBox) return { ...common, type: "bbox", points: cornersOf(shares, at) }
  if (task !== "pose")
    return { ...common, type: "polygon", points: pairsOf(shares, 2).map(([x, y]) => at(x, y)) }
  return pose(shares, keypoints?.numbers ?? 3, at, common, place)
}

type At = (x?: number, y?: number) => readonly [number, number]

const cornersOf = ([x = 0, y = 0, w = 0, h = 0]: ReadonlyArray<number>, at: At) => [
  at(x - w / 2, y - h / 2),
  at(x + w / 2, y + h / 2),
]

const pairsOf = (numbers: ReadonlyArray<number>, step: number): ReadonlyArray<ReadonlyArray<number>> =>
  Array.from({ length: numbers.length / step }, (_, i) => numbers.slice(i * step, (i + 1) * step))

/** A row without keypoints in the image is a box. The box of others is counted where it is not the smallest around them. */
const pose = (
  shares: ReadonlyArray<number>,
  step: 2 | 3,
  at: At,
  common: Omit<Drawing, "type" | "points">,
  { line, losses, path }: RowPlace,
): Drawing => {
  const corners = cornersOf(shares, at)
  const points: Array<readonly [number, number]> = []
  let gaps = 0
  for (const [x = 0, y = 0, visibility] of pairsOf(shares.slice(4), step)) {
    if (visibility === undefined ? x < 0 || y < 0 || (x === 0 && y === 0) : visibility <= 0) {
      gaps += 1
      continue
    }
    losses.add("visibility", `${path} line ${line}`, gaps + (visibility === 1 ? 1 : 0))
    gaps = 0
    points.push(at(x, y))
  }
  if (points.length === 0) return { ...common, type: "bbox", points: corners }
  const extremes = [
    [Math.min(...points.map(([x]) => x)), Math.min(...points.map(([, y]) => y))],
    [Math.max(...points.map(([x]) => x)), Math.max(...points.map(([, y]) => y))],
  ]
  if (
    corners.some((corner, i) => corner.some((value, j) => Math.abs(value - (extremes[i]?.[j] ?? 0)) >= 0.5))
  )
    losses.add("geometry", `${path} line ${line}`)
  return { ...common, type: "point", points }
}
