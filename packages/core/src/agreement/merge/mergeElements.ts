/** The majority of the ids that people gave the pixels or points of a scene. */
import { countElements, type IdRuns, isSameSize } from "../geometry/runs.ts"
import { tolerance } from "./findMajority.ts"

/** The elements of one person. */
export interface ElementVoter {
  /** Null where the person segmented nothing. */
  readonly runs: IdRuns | null
  readonly weight: number
  /** The ids of the merged label by those of this one. Other ids are no object. */
  readonly ids: ReadonlyMap<number, number>
}

export interface ElementMajority {
  readonly runs: IdRuns
  /** The number of elements of each object. */
  readonly sizes: ReadonlyMap<number, number>
  /** Objects of which a voter who has them has other elements. */
  readonly disputed: ReadonlySet<number>
}

/** Between two steps, other work can run. */
const stepRuns = 4096

/** The voter of the runs at one place. */
interface Reader {
  readonly voter: ElementVoter
  readonly objects: ReadonlySet<number>
  /** Null where all of them are no object. */
  readonly runs: IdRuns | null
  run: number
  left: number
  value: number
}

/**
 * Each element gets the object that most voters gave it, by weight, or none. Of those with the same weight, the first voter's. Null where
 * voters segmented different numbers of elements, or bitmaps of different sizes; an empty scene has nothing segmented.
 */
export function* mergeElementsInSteps(
  voters: ReadonlyArray<ElementVoter>,
): Generator<void, ElementMajority | null> {
  const segmented = voters.map(({ runs }) => (runs === null || countElements(runs) === 0 ? null : runs))
  const sequences = segmented.filter((runs) => runs !== null)
  const sized = sequences.find(({ width }) => width !== undefined) ?? sequences[0]
  if (sized !== undefined && !sequences.every((runs) => isSameSize(runs, sized))) return null
  const length = sized === undefined ? 0 : countElements(sized)
  const readers = voters.map((voter, index) =>
    beginReading(voter, { runs: segmented[index] ?? null, length }),
  )
  const runs: { readonly ids: Array<number>; readonly lengths: Array<number> } = { ids: [], lengths: [] }
  const sizes = new Map<number, number>()
  const disputed = new Set<number>()
  for (let at = 0, step = 1; at < length; step++) {
    if (step % stepRuns === 0) yield
    let count = length - at
    for (const reader of readers) count = Math.min(count, reader.left)
    const winner = findWinner(readers)
    for (const { objects, value } of readers)
      if (value !== winner) {
        if (value !== 0) disputed.add(value)
        if (objects.has(winner)) disputed.add(winner)
      }
    if (winner !== 0) sizes.set(winner, (sizes.get(winner) ?? 0) + count)
    const last = runs.ids.length - 1
    if (runs.ids[last] === winner) runs.lengths[last] = (runs.lengths[last] ?? 0) + count
    else {
      runs.ids.push(winner)
      runs.lengths.push(count)
    }
    for (const reader of readers) skipElements(reader, count)
    at += count
  }
  const width = sized?.width
  return { runs: width === undefined ? runs : { ...runs, width }, sizes, disputed }
}

const beginReading = (
  voter: ElementVoter,
  { length, runs }: { readonly length: number; readonly runs: IdRuns | null },
): Reader => {
  const objects = new Set(voter.ids.values())
  objects.delete(0)
  const reader: Reader = { voter, objects, runs, run: -1, left: length, value: 0 }
  if (runs !== null) readRun(reader, runs)
  return reader
}

const skipElements = (reader: Reader, count: number): void => {
  reader.left -= count
  if (reader.left === 0 && reader.runs !== null) readRun(reader, reader.runs)
}

/** Goes to the next run with elements. */
const readRun = (reader: Reader, { ids, lengths }: IdRuns): void => {
  do reader.run += 1
  while (lengths[reader.run] === 0)
  reader.left = lengths[reader.run] ?? 0
  reader.value = reader.voter.ids.get(ids[reader.run] ?? 0) ?? 0
}

const findWinner = (readers: ReadonlyArray<Reader>): number => {
  const first = readers[0]?.value ?? 0
  if (readers.every(({ value }) => value === first)) return first
  let [best, bestWeight] = [first, 0]
  for (const { value } of readers) {
    let weight = 0
    for (const other of readers) if (other.value === value) weight += other.voter.weight
    if (weight > bestWeight + tolerance) [best, bestWeight] = [value, weight]
  }
  return best
}
