/** A row of a label file as an annotation. */
import type { Losses } from "../carry/Losses.ts"
import { computeBounds } from "../carry/shapes.ts"
import type { SkeletonDefinition } from "../model/Dataset.ts"
import { draw, findRotatedBox, makeSkeleton, type Point, type Visibility } from "../model/exactShapes.ts"
import type { Attributes, Drawing, Size } from "../model/Scene.ts"
import type { Columns } from "./columns.ts"
import { isDotaRow } from "./dota.ts"
import type { YoloConfig } from "./YoloConfig.ts"

export interface RowPlace {
  readonly config: YoloConfig
  readonly columns: Columns
  readonly size: Size
  readonly path: string
  readonly line: number
  readonly losses: Losses
  /** By the ids of categories. */
  readonly skeletons: ReadonlyMap<number, SkeletonDefinition>
  /** Whether rows of the file have more columns than a box. */
  readonly hasPolygons: boolean
}

/** A row that is left out, with its reason. */
export class OddRow extends Error {}

const failRow = (reason: string): never => {
  throw new OddRow(reason)
}

/** Throws an `OddRow` for a row that cannot be read. */
export const readRow = (row: ReadonlyArray<string>, place: RowPlace, id: number): Drawing => {
  if (place.columns.task === "obb" && isDotaRow(row)) return readDotaRow(row, place, id)
  const numbers = row.map(Number)
  const wrong = row.find((text, at) => text === "" || !Number.isFinite(numbers[at]))
  if (wrong !== undefined) failRow(`has ${wrong}, which is not a number`)
  const [number = 0, ...values] = numbers
  if (!Number.isInteger(number)) failRow(`has the class ${row[0]}`)
  if (!place.config.classes.has(number))
    failRow(`has the class ${row[0]}, which has no name in ${place.config.path}`)
  const { extra, shape } = splitParts(values, place)
  const common = {
    id,
    categoryId: number + 1,
    trackId: null,
    isKeyframe: true,
    attributes: readExtra(extra, place),
  }
  if (shape.length === 4) return { ...common, type: "bbox", points: readBox(shape, place) }
  if (place.columns.task === "pose") return readPose(shape, place, common)
  const points = readPolygon(shape, place)
  return {
    ...common,
    ...(place.columns.task === "obb" ? drawTurned(points, place) : { type: "polygon", points }),
  }
}

/** Shares with six digits leave half of the last one open. */
const digits = 1.5e-6

/** Four corners are a turned box where they are a rectangle, up to the sixth digit of shares. */
const drawTurned = (points: Drawing["points"], { size }: Pick<RowPlace, "size">) => {
  const box = findRotatedBox(points, Math.max(1e-6, digits * Math.max(size.width, size.height)))
  return box === undefined ? { type: "polygon" as const, points } : draw(box)
}

interface Parts {
  readonly shape: ReadonlyArray<number>
  /** A score, a track id, or both. */
  readonly extra: ReadonlyArray<number>
}

/** Separates the columns of the shape from those behind it. */
const splitParts = (values: ReadonlyArray<number>, place: RowPlace): Parts => {
  const shape = countShape(values.length, place)
  return { shape: values.slice(0, shape), extra: values.slice(shape) }
}

const countShape = (count: number, { columns, config, hasPolygons }: RowPlace): number => {
  const { hasScoredTracks, task } = columns
  const extra = hasScoredTracks ? 2 : 1
  const failColumns = (wanted: string) => failRow(`must have ${wanted}, not ${count + 1} columns`)
  const isBox = count >= 4 && count <= 4 + extra
  if (task === "detect") return isBox ? 4 : failColumns("5 columns")
  if (task === "obb") return count >= 8 && count <= 8 + extra ? 8 : failColumns("9 columns")
  if (task === "pose") {
    const keypoints = config.keypoints ?? { count: 0, numbers: 3 }
    const shape = 4 + keypoints.count * keypoints.numbers
    if (count >= shape && count <= shape + extra) return shape
    return isBox && count < shape ? 4 : failColumns(`5 columns and those of ${keypoints.count} keypoints`)
  }
  if (count >= 4 && count <= 6 && !hasPolygons) return 4
  if (count < 6) return failRow(`has a polygon of ${Math.floor(count / 2)} corners`)
  return count - (count % 2)
}

/** Predictions have a score, which may be followed by a track. */
const readExtra = (extra: ReadonlyArray<number>, { columns }: RowPlace): Attributes => {
  const [first, second] = extra
  if (first === undefined) return {}
  if (second === undefined && columns.hasTracks)
    return Number.isInteger(first) ? { track_id: first } : failRow(`has the track ${first}`)
  if (!(first >= 0 && first <= 1)) failRow(`has the score ${first}`)
  // The last two numbers of a polygon with a corner too many are no score and track.
  if (second !== undefined && !Number.isInteger(second)) failRow(`has the track ${second}`)
  return second === undefined ? { score: first } : { score: first, track_id: second }
}

/** Ultralytics takes shares that are beyond the image by a hundredth, because numbers are rounded. */
const tolerance = 0.01

const isShare = (value: number): boolean => value >= -tolerance && value <= 1 + tolerance

const checkBox = ([x = 0, y = 0, width = 0, height = 0]: ReadonlyArray<number>): void => {
  const wrong = [x, y, width, height].find((value) => !isShare(value))
  if (wrong !== undefined) failRow(`has ${wrong}, which is not a share of the image`)
  if (width < 0 || height < 0) failRow("has a box of negative size")
}

type Box = readonly [Point, Point]

const readBox = (values: ReadonlyArray<number>, { size }: RowPlace): Box => {
  checkBox(values)
  const [x = 0, y = 0, w = 0, h = 0] = values
  // Pixels first: the difference of shares would have more noise.
  const center = [x * size.width, y * size.height] as const
  const half = [(w * size.width) / 2, (h * size.height) / 2] as const
  return [
    [center[0] - half[0], center[1] - half[1]],
    [center[0] + half[0], center[1] + half[1]],
  ]
}

const takePairs = (values: ReadonlyArray<number>, step: number): ReadonlyArray<ReadonlyArray<number>> =>
  Array.from({ length: values.length / step }, (_, index) => values.slice(index * step, (index + 1) * step))

/** Corners may be beyond the image where the center and the size are shares of it: Ultralytics checks the box around them. */
const readPolygon = (values: ReadonlyArray<number>, { size }: RowPlace) => {
  const pairs = takePairs(values, 2)
  const xs = pairs.map(([x = 0]) => x)
  const ys = pairs.map(([, y = 0]) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  checkBox([(left + right) / 2, (top + bottom) / 2, right - left, bottom - top])
  return pairs.map(([x = 0, y = 0]) => [x * size.width, y * size.height])
}

/** Corners in pixels, the name of the class, and 1 for a difficult object. */
const readDotaRow = (row: ReadonlyArray<string>, place: RowPlace, id: number): Drawing => {
  const { config } = place
  const name = row[8] ?? ""
  const [number] = [...config.classes].find(([, other]) => other === name) ?? []
  if (number === undefined) return failRow(`has the class ${name}, which ${config.path} does not have`)
  const difficult = row[9]
  return {
    id,
    categoryId: number + 1,
    trackId: null,
    isKeyframe: true,
    attributes: difficult === undefined ? {} : { difficult: difficult !== "0" },
    ...drawTurned(takePairs(row.slice(0, 8).map(Number), 2), { size: { width: 1, height: 1 } }),
  }
}

/** A row without keypoints that are labeled is a box. */
const readPose = (
  values: ReadonlyArray<number>,
  place: RowPlace,
  common: Omit<Drawing, "type" | "points">,
): Drawing => {
  const box = readBox(values, place)
  const keypoints = takePairs(values.slice(4), place.config.keypoints?.numbers ?? 3).map((keypoint, index) =>
    readKeypoint(keypoint, index, place),
  )
  const definition = place.skeletons.get(common.categoryId)
  if (definition === undefined) return readPoints(keypoints, box, place, common)
  const nameless = keypoints.findIndex(
    ({ visibility }, at) => visibility > 0 && at >= definition.joints.length,
  )
  if (nameless >= 0) failRow(`has the keypoint ${nameless}, which has no name`)
  const places = keypoints.flatMap(({ place: own }) => (own === null ? [] : [own]))
  const skeleton = makeSkeleton(definition, keypoints, isBoxAround(box, places) ? undefined : box)
  return skeleton === undefined ? { ...common, type: "bbox", points: box } : { ...common, ...draw(skeleton) }
}

interface Keypoint {
  readonly place: Point | null
  readonly visibility: Visibility
}

const readKeypoint = (
  [x = 0, y = 0, visibility]: ReadonlyArray<number>,
  index: number,
  { line, losses, path, size }: RowPlace,
): Keypoint => {
  const isMissing = visibility === undefined ? x < 0 || y < 0 || (x === 0 && y === 0) : visibility === 0
  const at = `${path} line ${line}: keypoint ${index}`
  if (isMissing) {
    // Only a place that somebody meant is lost.
    if (x > 0 && y > 0) losses.add("unknown", `${at}, which has a place but is not labeled`)
    return { place: null, visibility: 0 }
  }
  if (!isShare(x) || !isShare(y)) failRow(`has the keypoint ${x} ${y}, which is not in the image`)
  const jointVisibility = visibility ?? 2
  if (!(jointVisibility > 0 && jointVisibility <= 2)) failRow(`has the visibility ${jointVisibility}`)
  // Predictions have the score of each keypoint in its place.
  if (!Number.isInteger(jointVisibility)) losses.add("unknown", `${at}, whose score is ${jointVisibility}`)
  return { place: [x * size.width, y * size.height], visibility: jointVisibility === 1 ? 1 : 2 }
}

/** Points without names: those of classes whose keypoints have no identity. */
const readPoints = (
  keypoints: ReadonlyArray<Keypoint>,
  box: Box,
  { line, losses, path }: RowPlace,
  common: Omit<Drawing, "type" | "points">,
): Drawing => {
  const points: Array<Point> = []
  let gaps = 0
  for (const { place, visibility } of keypoints) {
    if (place === null) {
      gaps += 1
      continue
    }
    losses.add("visibility", `${path} line ${line}`, gaps + (visibility === 1 ? 1 : 0))
    gaps = 0
    points.push(place)
  }
  if (points.length === 0) return { ...common, type: "bbox", points: box }
  if (!isBoxAround(box, points)) losses.add("geometry", `${path} line ${line}`)
  return { ...common, type: "point", points }
}

/** Whether the box says nothing besides the points: it is the smallest around them, up to rounded digits. */
const isBoxAround = (box: Box, points: ReadonlyArray<Point>): boolean => {
  if (points.length === 0) return false
  const bounds = computeBounds(points)
  return box.every((corner, i) => corner.every((value, j) => Math.abs(value - (bounds[i]?.[j] ?? 0)) < 1e-6))
}
