/** One-to-one pairs of the objects of two lists with the largest sum of similarities. */
import { chooseBest, type FewCandidates, maxCandidates } from "./chooseBest.ts"
import { type Candidate, matchCandidates, type Pair } from "./matchCandidates.ts"

/**
 * Pairs of rows and columns, of which none is used twice, with the largest sum of similarities among all sets of pairs whose similarity is at
 * least the threshold. `similarities` contains the matrix row by row; the threshold is above 0. The pairs are in the order of their rows.
 */
export const matchPairs = (
  similarities: Float64Array,
  rows: number,
  columns: number,
  threshold: number,
): ReadonlyArray<Pair> => {
  if (!(threshold > 0)) throw new RangeError("The threshold must be above 0.")
  const count = findPlaces(similarities, rows * columns, threshold)
  const contested = countContested(count, rows, columns)
  if (contested > maxContested || !chooseContested(similarities, contested))
    return matchCandidates(listCandidates(similarities, count))
  const pairs: Array<Pair> = []
  for (let at = 0; at < count; at++)
    if (scratch.chosen[at] === 1)
      pairs.push({ a: scratch.rowOf[at] as number, b: scratch.columnOf[at] as number })
  return pairs
}

/** Of more, the parts are found by their roots, in a time that grows with their number alone. */
const maxContested = 64

/**
 * The candidates of the matrix that is matched now, each with its place in the matrix, its row and column, and whether it is a pair. Nothing of
 * them is kept between calls: the memory is, because to allocate it takes longer than to match the objects of an image.
 */
const scratch = {
  places: new Int32Array(256),
  rowOf: new Int32Array(256),
  columnOf: new Int32Array(256),
  chosen: new Uint8Array(256),
  /** The first candidates whose row or column has others. */
  contested: new Int32Array(maxContested),
  rowCounts: new Uint32Array(256),
  columnCounts: new Uint32Array(256),
}

/** Notes the places of the matrix that reach the threshold, and returns their number. Four at a time: most are 0. NaN reaches none. */
const findPlaces = (similarities: Float64Array, length: number, threshold: number): number => {
  let count = 0
  let at = 0
  let { places } = scratch
  const add = (place: number) => {
    places[count] = place
    if ((similarities[place] as number) >= threshold) count++
  }
  for (; at + 4 <= length; at += 4) {
    const isAny =
      (similarities[at] as number) >= threshold ||
      (similarities[at + 1] as number) >= threshold ||
      (similarities[at + 2] as number) >= threshold ||
      (similarities[at + 3] as number) >= threshold
    if (!isAny) continue
    if (count + 8 > places.length) places = extendScratch(places)
    for (let next = at; next < at + 4; next++) add(next)
  }
  for (; at < length; at++) add(at)
  return count
}

/** Makes the memory twice as large. */
const extendScratch = (places: Int32Array): Int32Array<ArrayBuffer> => {
  const more = new Int32Array(2 * places.length)
  more.set(places)
  scratch.places = more
  scratch.rowOf = new Int32Array(more.length)
  scratch.columnOf = new Int32Array(more.length)
  scratch.chosen = new Uint8Array(more.length)
  return more
}

/** Chooses the candidates whose row and column have no other one. Returns the number of the others, and notes the first ones. */
const countContested = (count: number, rows: number, columns: number): number => {
  if (scratch.rowCounts.length < rows) scratch.rowCounts = new Uint32Array(2 * rows)
  if (scratch.columnCounts.length < columns) scratch.columnCounts = new Uint32Array(2 * columns)
  const { chosen, columnCounts, columnOf, places, rowCounts, rowOf } = scratch
  rowCounts.fill(0, 0, rows)
  columnCounts.fill(0, 0, columns)
  for (let at = 0; at < count; at++) {
    const place = places[at] as number
    const column = place % columns
    const row = (place - column) / columns
    rowOf[at] = row
    columnOf[at] = column
    rowCounts[row] = (rowCounts[row] as number) + 1
    columnCounts[column] = (columnCounts[column] as number) + 1
  }
  let contested = 0
  for (let at = 0; at < count; at++) {
    const isOnly = rowCounts[rowOf[at] as number] === 1 && columnCounts[columnOf[at] as number] === 1
    chosen[at] = isOnly ? 1 : 0
    if (isOnly) continue
    if (contested < maxContested) scratch.contested[contested] = at
    contested++
  }
  return contested
}

const few: FewCandidates = {
  rows: new Int32Array(maxCandidates),
  columns: new Int32Array(maxCandidates),
  weights: new Float64Array(maxCandidates),
}

/** Chooses among the contested candidates, part by part. False where a part is too large for a look at every choice. */
const chooseContested = (similarities: Float64Array, count: number): boolean => {
  const { chosen, columnOf, contested, places, rowOf } = scratch
  for (let left = count; left > 0; ) {
    const size = collectPart(left)
    if (size > maxCandidates) return false
    left -= size
    for (let index = 0; index < size; index++) {
      const at = contested[left + index] as number
      few.rows[index] = rowOf[at] as number
      few.columns[index] = columnOf[at] as number
      few.weights[index] = similarities[places[at] as number] as number
    }
    const best = chooseBest(few, size)
    for (let index = 0; index < size; index++) chosen[contested[left + index] as number] = (best >> index) & 1
  }
  return true
}

/** Moves what is connected with the last contested candidate to the end of the list, and returns the number of these. */
const collectPart = (count: number): number => {
  const { columnOf, contested, rowOf } = scratch
  let start = count - 1
  for (let done = count - 1; done >= start; done--) {
    const at = contested[done] as number
    for (let index = start - 1; index >= 0; index--) {
      const other = contested[index] as number
      if (rowOf[other] !== rowOf[at] && columnOf[other] !== columnOf[at]) continue
      start--
      contested[index] = contested[start] as number
      contested[start] = other
    }
  }
  return count - start
}

const listCandidates = (similarities: Float64Array, count: number): ReadonlyArray<Candidate> =>
  Array.from({ length: count }, (_, at) => ({
    a: scratch.rowOf[at] as number,
    b: scratch.columnOf[at] as number,
    weight: similarities[scratch.places[at] as number] as number,
  }))
