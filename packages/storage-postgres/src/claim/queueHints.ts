/**
 * Where the ranges of the queue begin, as far as this process knows. Postgres keeps the entries of rows that have left a range
 * until nobody can see them any more, and the first free row stands behind all of them; a claim that knows where to begin does
 * not pass them. What this process puts, frees or locks lowers the mark by itself. What others do is seen when a range is read
 * from its start again, which is once a second, and rarer where that takes long.
 *
 * Plain data and no clock: times are given, in milliseconds.
 */

/** A place in the order of a range. */
export interface Mark {
  readonly at: number
  readonly id: string
}

/** Before all others. */
export const theStart: Mark = { at: Number.NEGATIVE_INFINITY, id: "" }

/** A range of a dataset; readers who pass over different rows of it have marks of their own. */
export interface Range {
  readonly dataset: string
  readonly name: string
  readonly reader: string
}

/** What a reading came to: the first free row; that there was none; or the range was not read after all. */
export type Outcome = Mark | "empty" | "unread"

export interface Reading {
  /** The range's mark, or its start. */
  readonly from: Mark
  readonly end: (outcome: Outcome, now: number) => void
}

export interface QueueHints {
  /** A range is about to be read. */
  readonly begin: (range: Range, now: number) => Reading
  /** There may be a free row here from now on, for all readers. */
  readonly lower: (dataset: string, name: string, mark: Mark) => void
  /** Nothing is known of the dataset any more. */
  readonly forget: (dataset: string) => void
}

/** How often a range is read from its start. */
const everyMillis = 1000
/** From here on that takes long, and is done the less often: a fiftieth of the time at most. */
const longMillis = 20
const shareOfTime = 50
/** Marks kept at most, of all datasets. */
const mostMarks = 20_000

interface State {
  low: Mark | undefined
  /** When it is read from its start again. */
  due: number
  readonly open: Set<Open>
}

interface Open {
  readonly whole: boolean
  readonly begun: number
  /** The lowest place that has become free while it is read. */
  ceiling: Mark | undefined
}

export const makeQueueHints = (most: number = mostMarks): QueueHints => {
  const datasets = new Map<string, Map<string, Map<string, State>>>()
  let count = 0
  const stateOf = ({ dataset, name, reader }: Range): State => {
    const known = datasets.get(dataset)?.get(name)?.get(reader)
    if (known !== undefined) return known
    if (++count > most) {
      datasets.clear()
      count = 1
    }
    const made: State = { low: undefined, due: Number.NEGATIVE_INFINITY, open: new Set() }
    const ranges = entry(datasets, dataset, () => new Map<string, Map<string, State>>())
    entry(ranges, name, () => new Map<string, State>()).set(reader, made)
    return made
  }
  return {
    begin: (range, now) => {
      const state = stateOf(range)
      const { low } = state
      const whole = low === undefined || now >= state.due
      if (whole) state.due = now + everyMillis
      const open: Open = { whole, begun: now, ceiling: undefined }
      state.open.add(open)
      return {
        from: whole ? theStart : low,
        end: (outcome, at) => {
          if (state.open.delete(open)) learn(state, open, outcome, at)
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

const learn = (state: State, { whole, begun, ceiling }: Open, outcome: Outcome, now: number): void => {
  if (whole) state.due = outcome === "unread" ? now : now + pause(now - begun)
  if (typeof outcome === "string") return
  const found = ceiling !== undefined && isBefore(ceiling, outcome) ? ceiling : outcome
  const { low } = state
  // A row before the mark is one that others have put there, and there may be more of them behind it.
  if (whole && low !== undefined && isBefore(found, low)) lowerTo(state, found)
  else if (low === undefined || isBefore(low, found)) state.low = found
}

/** What is being read now must not raise the mark above this place again. */
const lowerTo = (state: State, mark: Mark): void => {
  if (state.low !== undefined && isBefore(mark, state.low)) state.low = mark
  for (const reading of state.open)
    if (reading.ceiling === undefined || isBefore(mark, reading.ceiling)) reading.ceiling = mark
}

const pause = (took: number): number => (took > longMillis ? took * shareOfTime : everyMillis)

const isBefore = (a: Mark, b: Mark): boolean => a.at < b.at || (a.at === b.at && a.id < b.id)

const entry = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
