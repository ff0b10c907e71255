/**
 * Hints about where the ranges of the queue begin, per process. Postgres keeps the index entries of rows that have left a range
 * until no transaction can see them, and the first free row is behind all of them. A claim that begins at a hint does not read
 * these entries. Rows that this process places, frees or locks lower the hint. Changes by other processes are found when a range
 * is read from its start, which happens once a second, and less often where it takes long.
 *
 * Plain data without a clock: callers pass times, in milliseconds.
 */
import { type Mark, theStart } from "./statements.ts"

/** A range of a dataset. Readers that skip different rows of it have separate marks. */
export interface Range {
  readonly dataset: string
  readonly name: string
  readonly reader: string
}

/** The result of reading a range: its first free row, `empty`, or `unread` when it was not read after all. */
export type Outcome = Mark | "empty" | "unread"

export interface Reading {
  /** The mark to begin at: that of the range, or its start. */
  readonly from: Mark
  readonly end: (outcome: Outcome, now: number) => void
}

export interface QueueHints {
  /** Begins the reading of a range. */
  readonly begin: (range: Range, now: number) => Reading
  /** Lowers the mark for all readers: there may be a free row here from now on. */
  readonly lower: (dataset: string, name: string, mark: Mark) => void
  /** Resets all marks of a dataset. */
  readonly forget: (dataset: string) => void
}

/** The interval at which a range is read from its start, in milliseconds. */
const everyMillis = 1000
/** A reading from the start that takes longer than this is repeated less often, so that it takes at most 1/50 of the time. */
const longMillis = 20
const shareOfTime = 50
/** The most marks of all datasets. */
const defaultMaxMarks = 20_000

interface State {
  low: Mark | undefined
  /** When the range is next read from its start. */
  due: number
  readonly open: Set<Open>
}

interface Open {
  readonly whole: boolean
  readonly begun: number
  /** The lowest place that became free during the reading. */
  ceiling: Mark | undefined
}

export const makeQueueHints = (maxMarks: number = defaultMaxMarks): QueueHints => {
  const datasets = new Map<string, Map<string, Map<string, State>>>()
  let count = 0
  const getState = ({ dataset, name, reader }: Range): State => {
    const state = datasets.get(dataset)?.get(name)?.get(reader)
    if (state !== undefined) return state
    if (++count > maxMarks) {
      datasets.clear()
      count = 1
    }
    const made: State = { low: undefined, due: Number.NEGATIVE_INFINITY, open: new Set() }
    const ranges = getOrInsert(datasets, dataset, () => new Map<string, Map<string, State>>())
    getOrInsert(ranges, name, () => new Map<string, State>()).set(reader, made)
    return made
  }
  return {
    begin: (range, now) => {
      const state = getState(range)
      const { low } = state
      const whole = low === undefined || now >= state.due
      if (whole) state.due = now + everyMillis
      const open: Open = { whole, begun: now, ceiling: undefined }
      state.open.add(open)
      return {
        from: whole ? theStart : low,
        end: (outcome, at) => {
          if (state.open.delete(open)) updateState(state, open, outcome, at)
        },
      }
    },
    lower: (dataset, name, mark) => {
      for (const state of datasets.get(dataset)?.get(name)?.values() ?? []) lowerTo(state, mark)
    },
    forget: (dataset) => {
      for (const readers of datasets.get(dataset)?.values() ?? [])
        for (const state of readers.values()) lowerTo(state, theStart)
    },
  }
}

const updateState = (state: State, { whole, begun, ceiling }: Open, outcome: Outcome, now: number): void => {
  if (whole) state.due = outcome === "unread" ? now : now + pause(now - begun)
  if (typeof outcome === "string") return
  const lowest = ceiling !== undefined && isBefore(ceiling, outcome) ? ceiling : outcome
  const { low } = state
  // Another process has placed a row before the mark, and there may be more rows behind it.
  if (whole && low !== undefined && isBefore(lowest, low)) lowerTo(state, lowest)
  else if (low === undefined || isBefore(low, lowest)) state.low = lowest
}

/** Lowers the mark, and keeps open readings from raising it above this place. */
const lowerTo = (state: State, mark: Mark): void => {
  if (state.low !== undefined && isBefore(mark, state.low)) state.low = mark
  for (const reading of state.open)
    if (reading.ceiling === undefined || isBefore(mark, reading.ceiling)) reading.ceiling = mark
}

const pause = (took: number): number => (took > longMillis ? took * shareOfTime : everyMillis)

const isBefore = (a: Mark, b: Mark): boolean => a.at < b.at || (a.at === b.at && a.id < b.id)

const getOrInsert = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const value = map.get(key)
  if (value !== undefined) return value
  const made = make()
  map.set(key, made)
  return made
}
