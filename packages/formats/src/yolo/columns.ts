/** Finds out what the rows of a dataset have: from some of its label files where the task is stated, or else from all. */
import { readTextFile, type Source } from "../files/Source.ts"
import { isDotaHeader, isDotaRow } from "./dota.ts"
import type { Task } from "./rows.ts"
import type { YoloConfig, YoloImage } from "./YoloConfig.ts"

/** Label files that are looked at where the task is stated. */
const maxLooked = 100

export interface Columns {
  readonly task: Task
  /** Whether a single column behind those of a shape is a track id rather than a score. */
  readonly hasTracks: boolean
  /** Whether two columns behind those of a shape are a score and a track id, rather than a corner of another shape. */
  readonly hasScoredTracks: boolean
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

/** By what the configuration says, or else by the columns of all rows. `named` is the task of the reader. */
export const findColumns = async (
  source: Source,
  config: YoloConfig,
  images: ReadonlyArray<YoloImage>,
  named?: Task,
): Promise<Columns> => {
  const labels = images.flatMap(({ label }) => label ?? [])
  const stated = findStatedTask(config)
  if (stated === undefined) {
    const counts = await countAllRows(source, labels)
    const task = named ?? chooseTask(counts.shapes)
    const columns = shapeColumns(task, config)
    const scored = columns === null ? [] : listLasts(counts, (length) => length === columns + 2)
    return { task, ...findExtra(counts, task, config), hasScoredTracks: decideTracks(scored) === true }
  }
  const task = named ?? stated
  const sample = makeCounts()
  for await (const rows of readSome(source, labels)) countRows(rows, sample)
  const extra = findExtra(sample, task, config)
  // 0 and 1 may be scores or tracks: the other files decide.
  const { hasTracks } = extra.isOpen ? findExtra(await countAllRows(source, labels), task, config) : extra
  return { task, hasTracks, hasScoredTracks: true }
}

/** The last columns of rows of one length. */
interface LastCounts {
  /** Whole numbers beyond any score. */
  readonly tracks: number
  /** Fractions. */
  readonly scores: number
}

interface RowCounts {
  readonly shapes: ShapeCounts
  /** By the number of columns. */
  readonly lasts: Map<number, LastCounts>
}

const makeCounts = (): RowCounts => ({
  shapes: { box: 0, corners: 0, polygon: 0, dota: 0 },
  lasts: new Map(),
})

const countRows = (rows: ReadonlyArray<ReadonlyArray<string>>, { lasts, shapes }: RowCounts): void => {
  for (const row of rows) {
    const shape = findRowShape(row)
    if (shape !== undefined) shapes[shape] += 1
    if (shape === "dota") continue
    const last = Number(row.at(-1))
    const { scores, tracks } = lasts.get(row.length) ?? { scores: 0, tracks: 0 }
    lasts.set(row.length, {
      tracks: tracks + (Number.isInteger(last) && last > 1 ? 1 : 0),
      scores: scores + (Number.isFinite(last) && !Number.isInteger(last) ? 1 : 0),
    })
  }
}

const allCounts = new WeakMap<Source, Promise<RowCounts>>()

/** The readers of all tasks count the rows of one source once. */
const countAllRows = (source: Source, labels: ReadonlyArray<string>): Promise<RowCounts> => {
  const cached = allCounts.get(source)
  if (cached !== undefined) return cached
  const counted = (async () => {
    const counts = makeCounts()
    for (const label of labels) countRows(filterRows(await readRows(source, label)), counts)
    return counts
  })()
  allCounts.set(source, counted)
  return counted
}

const listLasts = ({ lasts }: RowCounts, isLength: (length: number) => boolean): ReadonlyArray<LastCounts> =>
  [...lasts].flatMap(([length, counts]) => (isLength(length) ? [counts] : []))

/** `isOpen`: there is a column behind those of the shape, which may be a score as well as a track. */
const findExtra = (counts: RowCounts, task: Task, config: YoloConfig) => {
  const columns = shapeColumns(task, config)
  const extra = listLasts(counts, (length) => (columns === null ? length % 2 === 0 : length === columns + 1))
  const isTracked = decideTracks(extra)
  return { hasTracks: isTracked === true, isOpen: isTracked === undefined && extra.length > 0 }
}

/** Whether most numbers are track ids, which are beyond any score, rather than fractions; undefined where all may be both. */
const decideTracks = (counts: ReadonlyArray<LastCounts>): boolean | undefined => {
  const tracks = counts.reduce((sum, own) => sum + own.tracks, 0)
  const scores = counts.reduce((sum, own) => sum + own.scores, 0)
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

/** Undefined for rows that are odd, whatever the task is: those that are too short, or have no numbers. */
const findRowShape = (row: ReadonlyArray<string>): RowShape | undefined => {
  if (isDotaRow(row)) return "dota"
  if (row.length < 5 || !row.every((text) => Number.isFinite(Number(text)))) return undefined
  if (row.length <= 6 || (row.length === 7 && isTracked(row))) return "box"
  // Four corners are an oriented box rather than any polygon.
  const isCorners = row.length === 9 || row.length === 10 || (row.length === 11 && isTracked(row))
  return isCorners ? "corners" : "polygon"
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

/** Whether the last number is a track behind a score: it is beyond any share of an image. */
const isTracked = (row: ReadonlyArray<string>): boolean => {
  const track = Number(row.at(-1))
  return Number.isInteger(track) && track > 1
}
