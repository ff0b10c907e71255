/** The best pairs of few candidates, by a look at every choice: faster than a path through a matrix. */

/** The most candidates: ten have 1024 choices. */
export const maxCandidates = 10

/** Candidates with their rows, columns and weights above 0. */
export interface FewCandidates {
  readonly rows: Int32Array
  readonly columns: Int32Array
  readonly weights: Float64Array
}

/** The sum of each choice, a bit for each candidate; −1 where a row or column is used twice. */
const sums = new Float64Array(2 ** maxCandidates)

/** Returns the choice with the largest sum in which no row and no column is used twice, as a bit for each of the first `size` candidates. */
export const chooseBest = (candidates: FewCandidates, size: number): number => {
  const { weights } = candidates
  let best = 0
  sums[0] = 0
  for (let choice = 1; choice < 1 << size; choice++) {
    const last = 31 - Math.clz32(choice)
    const rest = choice ^ (1 << last)
    const sum = sums[rest] as number
    const isFree = sum >= 0 && !hasTwice(candidates, rest, last)
    sums[choice] = isFree ? sum + (weights[last] as number) : -1
    if ((sums[choice] as number) > (sums[best] as number)) best = choice
  }
  return best
}

const hasTwice = ({ columns, rows }: FewCandidates, choice: number, last: number): boolean => {
  for (let left = choice; left !== 0; left &= left - 1) {
    const other = 31 - Math.clz32(left & -left)
    if (rows[other] === rows[last] || columns[other] === columns[last]) return true
  }
  return false
}
