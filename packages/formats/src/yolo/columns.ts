/** Finds out what the rows of a dataset have, from some of its label files. */
import { readTextFile, type Source } from "../files/Source.ts"
import { isDotaHeader, isDotaRow } from "./dota.ts"
import type { Task } from "./rows.ts"
import type { YoloConfig, YoloImage } from "./YoloConfig.ts"

/** Label files that are looked at. */
const maxLooked = 100

export interface Columns {
  readonly task: Task
  /** Whether a single column behind those of a shape is a track id rather than a score. */
  readonly hasTracks: boolean
}

export const readRows = async (source: Source, path: string): Promise<ReadonlyArray<ReadonlyArray<string>>> =>
  (await readTextFile(source, path)).split(/\r\n|\n|\r/).map((line) => line.trim().split(/\s+/))

export const isBlank = (row: ReadonlyArray<string>): boolean => row.length === 1 && row[0] === ""

/** The columns that a shape has, without a score and a track id; null for poses of any number of keypoints. */
const shapeColumns = (task: Task, { keypoints }: YoloConfig): number | null =>
  task === "detect"
    ? 5
    : task === "obb"
      ? 9
      : task === "pose" && keypoints !== null
        ? 5 + keypoints.count * keypoints.numbers
        : null

/** By what the configuration says, or else by the columns of the rows. */
export const findColumns = async (
  source: Source,
  config: YoloConfig,
  images: ReadonlyArray<YoloImage>,
  named?: Task,
): Promise<Columns> => {
  const labels = images.flatMap(({ label }) => label ?? [])
  const rows: Array<ReadonlyArray<string>> = []
  for await (const own of readSome(source, labels)) rows.push(...own)
  const task = named ?? findStatedTask(config) ?? (await decideTask(source, labels, rows))
  const columns = shapeColumns(task, config)
  const findExtra = (own: ReadonlyArray<ReadonlyArray<string>>) =>
    own
      .filter((row) => (columns === null ? row.length % 2 === 0 : row.length === columns + 1))
      .map((row) => row.at(-1) ?? "")
  const extra = findExtra(rows)
  const isTracked = decideTracks(extra)
  if (isTracked !== undefined || extra.length === 0) return { task, hasTracks: isTracked === true }
  // 0 and 1 may be scores or tracks: the other files decide.
  const others: Array<string> = []
  for (const label of labels) others.push(...findExtra(filterRows(await readRows(source, label))))
  return { task, hasTracks: decideTracks(others) === true }
}

/** The task by some of the rows; by all of them where those are of one shape, because the other files may have many of another one. */
const decideTask = async (
  source: Source,
  labels: ReadonlyArray<string>,
  looked: ReadonlyArray<ReadonlyArray<string>>,
): Promise<Task> => {
  const counts = countShapes(looked)
  const guess = chooseTask(counts)
  if (guess === "segment" || labels.length <= maxLooked) return guess
  const all = makeCounts()
  for (const label of labels) countShapes(filterRows(await readRows(source, label)), all)
  return chooseTask(all)
}

/** Whether most numbers are track ids, which are beyond any score, rather than fractions; undefined where all may be both. */
const decideTracks = (texts: ReadonlyArray<string>): boolean | undefined => {
  const numbers = texts.map(Number).filter(Number.isFinite)
  const tracks = numbers.filter((number) => Number.isInteger(number) && number > 1).length
  const scores = numbers.filter((number) => !Number.isInteger(number)).length
  return tracks === 0 && scores === 0 ? undefined : tracks > scores
}

/** The rows of some label files that have any, from all parts of the dataset. */
async function* readSome(
  source: Source,
  labels: ReadonlyArray<string>,
): AsyncGenerator<ReadonlyArray<ReadonlyArray<string>>> {
  const step = Math.max(1, Math.floor(labels.length / maxLooked))
  let looked = 0
  for (let start = 0; start < step; start++)
    for (let at = start; at < labels.length; at += step) {
      const label = labels[at] ?? ""
      const rows = (await source.size(label)) === 0 ? [] : filterRows(await readRows(source, label))
      if (rows.length === 0) continue
      yield rows
      looked += 1
      if (looked === maxLooked) return
    }
}

const filterRows = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<ReadonlyArray<string>> =>
  rows.filter((row) => !isBlank(row) && !isDotaHeader(row))

const tasks: ReadonlyArray<Task> = ["detect", "segment", "obb", "pose"]

const findStatedTask = (config: YoloConfig): Task | undefined =>
  tasks.find((one) => one === config.task) ?? (config.keypoints === null ? undefined : "pose")

/** The numbers of rows by the shapes that their columns may be. */
type ShapeCounts = Record<RowShape, number>

type RowShape = "box" | "corners" | "polygon" | "dota"

const makeCounts = (): ShapeCounts => ({ box: 0, corners: 0, polygon: 0, dota: 0 })

const countShapes = (rows: ReadonlyArray<ReadonlyArray<string>>, counts = makeCounts()): ShapeCounts => {
  for (const row of rows) {
    const shape = findRowShape(row)
    if (shape !== undefined) counts[shape] += 1
  }
  return counts
}

/** Undefined for rows that are odd, whatever the task is: those that are too short, or have no numbers. */
const findRowShape = (row: ReadonlyArray<string>): RowShape | undefined => {
  if (isDotaRow(row)) return "dota"
  if (row.length < 5 || !row.every((text) => Number.isFinite(Number(text)))) return undefined
  if (row.length <= 6 || isTrackedBox(row)) return "box"
  // Four corners are an oriented box rather than any polygon.
  return row.length === 9 || row.length === 10 ? "corners" : "polygon"
}

/**
 * The shape of most rows is that of the task. Boxes and polygons that are mixed are segments, which have both; a few rows among many of another
 * shape are odd ones.
 */
const chooseTask = ({ box, corners, dota, polygon }: ShapeCounts): Task => {
  if (dota > box + corners + polygon) return "obb"
  if (isMinority(corners + polygon, box)) return "detect"
  return isMinority(polygon + box, corners) ? "obb" : "segment"
}

/** At most a twentieth, and of fewer rows a single one. */
const isMinority = (few: number, many: number): boolean => few * 20 <= many || (few === 1 && many > 2)

/** A box with its score and its track, which is a number beyond any share of an image. */
const isTrackedBox = (row: ReadonlyArray<string>): boolean => {
  const track = Number(row[6])
  return row.length === 7 && Number.isInteger(track) && track > 1
}
