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
  const first = named ?? findTask(config, rows)
  const isGuess = named === undefined && findStatedTask(config) === undefined && first !== "segment"
  const task = isGuess && labels.length > maxLooked ? await checkGuess(source, labels, config, rows) : first
  const columns = shapeColumns(task, config)
  const findExtra = (own: ReadonlyArray<ReadonlyArray<string>>) =>
    own
      .filter((row) => (columns === null ? row.length % 2 === 0 : row.length === columns + 1))
      .map((row) => row.at(-1) ?? "")
  const extra = findExtra(rows)
  const isTracked = decideTracks(extra)
  if (isTracked !== undefined || extra.length === 0) return { task, hasTracks: isTracked === true }
  // 0 and 1 may be scores or tracks: the other files decide.
  for (const label of labels) {
    const decision = decideTracks(findExtra(filterRows(await readRows(source, label))))
    if (decision !== undefined) return { task, hasTracks: decision }
  }
  return { task, hasTracks: false }
}

/** Any file may have the first polygon among boxes, or another one among those of four corners: they make the task segments. */
const checkGuess = async (
  source: Source,
  labels: ReadonlyArray<string>,
  config: YoloConfig,
  looked: ReadonlyArray<ReadonlyArray<string>>,
): Promise<Task> => {
  // One row of each length stands for all of them.
  const shapes = new Map(looked.map((row) => [`${row.length} ${isDotaRow(row)} ${isTrackedBox(row)}`, row]))
  for (const label of labels) {
    for (const row of filterRows(await readRows(source, label)))
      shapes.set(`${row.length} ${isDotaRow(row)} ${isTrackedBox(row)}`, row)
    if (findTask(config, [...shapes.values()]) === "segment") return "segment"
  }
  return findTask(config, [...shapes.values()])
}

/** Whether the column is a track id, which is a number beyond any score; undefined where the numbers may be both. */
const decideTracks = (texts: ReadonlyArray<string>): boolean | undefined => {
  if (texts.some((text) => !Number.isInteger(Number(text)))) return false
  return texts.some((text) => Number(text) > 1) ? true : undefined
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

const findTask = (config: YoloConfig, all: ReadonlyArray<ReadonlyArray<string>>): Task => {
  const stated = findStatedTask(config)
  if (stated !== undefined) return stated
  // Rows that are too short are odd ones, whatever the task is.
  const rows = all.filter(({ length }) => length >= 5)
  if (rows.length > 0 && rows.every(isDotaRow)) return "obb"
  if (rows.every((row) => row.length <= 6 || isTrackedBox(row))) return "detect"
  // Four corners are an oriented box rather than any polygon.
  return rows.every(({ length }) => length === 9 || length === 10) ? "obb" : "segment"
}

/** A box with its score and its track, which is a number beyond any share of an image. */
const isTrackedBox = (row: ReadonlyArray<string>): boolean => {
  const track = Number(row[6])
  return row.length === 7 && Number.isInteger(track) && track > 1
}
