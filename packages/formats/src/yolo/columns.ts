/** Finds out what the rows of a dataset have, from some of its label files. */
import { type Source, textFile } from "../files/Source.ts"
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
  (await textFile(source, path)).split(/\r\n|\n|\r/).map((line) => line.trim().split(/\s+/))

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
  const rows: Array<ReadonlyArray<string>> = []
  for (const { label } of images.filter((image) => image.label !== undefined).slice(0, maxLooked))
    for (const row of await readRows(source, label ?? ""))
      if (!isBlank(row) && !isDotaHeader(row)) rows.push(row)
  const task = named ?? findTask(config, rows)
  const columns = shapeColumns(task, config)
  const extra = rows
    .filter((row) => (columns === null ? row.length % 2 === 0 : row.length === columns + 1))
    .map((row) => Number(row.at(-1)))
  return { task, hasTracks: extra.every(Number.isInteger) && extra.some((value) => value > 1) }
}

const tasks: ReadonlyArray<Task> = ["detect", "segment", "obb", "pose"]

const findTask = (config: YoloConfig, all: ReadonlyArray<ReadonlyArray<string>>): Task => {
  const task = tasks.find((one) => one === config.task)
  if (task !== undefined) return task
  if (config.keypoints !== null) return "pose"
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
