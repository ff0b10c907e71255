/** One-to-one pairs of the objects of two lists, from a list of those that may be chosen. */
import { findAssignment } from "./findAssignment.ts"

export interface Pair {
  /** The index in the first list. */
  readonly a: number
  /** The index in the second list. */
  readonly b: number
}

/** A pair that may be chosen, with the weight by which it is. */
export interface Candidate extends Pair {
  readonly weight: number
}

/**
 * Pairs from a list of candidates in the order of their rows, with weights above 0, each pair once: those of which none is used twice, with the
 * largest sum. Rows and columns that no chain of candidates connects are solved separately: in images most objects have one candidate.
 */
export const matchCandidates = <A extends Candidate>(candidates: ReadonlyArray<A>): ReadonlyArray<A> => {
  if (isMatching(candidates)) return candidates
  const pairs: Array<A> = []
  for (const part of listParts(candidates)) {
    const [first] = part
    if (part.length === 1 && first !== undefined) pairs.push(first)
    else matchPart(part, pairs)
  }
  return pairs.sort((x, y) => x.a - y.a)
}

/** Whether no row and no column has two candidates, as in most images. */
const isMatching = (candidates: ReadonlyArray<Pair>): boolean => {
  /** The first columns as bits, for which a set takes longer than all else. */
  let bits = 0
  const others = new Set<number>()
  let before = -1
  for (const { a, b } of candidates) {
    const isTaken = b < 32 ? (bits & (1 << b)) !== 0 : others.has(b)
    if (a === before || isTaken) return false
    before = a
    if (b < 32) bits |= 1 << b
    else others.add(b)
  }
  return true
}

/** The candidates of each connected part. */
const listParts = <A extends Candidate>(candidates: ReadonlyArray<A>): Iterable<ReadonlyArray<A>> => {
  let rows = 0
  let columns = 0
  for (const { a, b } of candidates) {
    rows = Math.max(rows, a + 1)
    columns = Math.max(columns, b + 1)
  }
  const parents = new Int32Array(rows + columns)
  for (let node = 0; node < parents.length; node++) parents[node] = node
  const findRoot = (node: number): number => {
    let root = node
    for (let next = parents[root] as number; next !== root; next = parents[root] as number) {
      parents[root] = parents[next] as number
      root = next
    }
    return root
  }
  for (const { a, b } of candidates) parents[findRoot(rows + b)] = findRoot(a)
  const parts = new Map<number, Array<A>>()
  for (const candidate of candidates) {
    const root = findRoot(candidate.a)
    const part = parts.get(root)
    if (part === undefined) parts.set(root, [candidate])
    else part.push(candidate)
  }
  return parts.values()
}

/** Numbers the rows and columns of the part, and solves their matrix, in which a pair that is no candidate costs as much as none. */
const matchPart = <A extends Candidate>(part: ReadonlyArray<A>, pairs: Array<A>): void => {
  const [rows, columns] = [new Map<number, number>(), new Map<number, number>()]
  for (const { a, b } of part) {
    if (!rows.has(a)) rows.set(a, rows.size)
    if (!columns.has(b)) columns.set(b, columns.size)
  }
  if (rows.size === 1 || columns.size === 1) {
    pairs.push(part.reduce((best, candidate) => (candidate.weight > best.weight ? candidate : best)))
    return
  }
  const costs = new Float64Array(rows.size * columns.size)
  const getPlace = ({ a, b }: Pair): number => (rows.get(a) ?? 0) * columns.size + (columns.get(b) ?? 0)
  for (const candidate of part) costs[getPlace(candidate)] = -candidate.weight
  const columnOf = findAssignment(costs, rows.size, columns.size)
  for (const candidate of part)
    if (columnOf[rows.get(candidate.a) ?? 0] === columns.get(candidate.b)) pairs.push(candidate)
}
