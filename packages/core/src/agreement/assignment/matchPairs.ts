/** One-to-one pairs of the objects of two lists with the largest sum of similarities. */
import { findAssignment } from "./findAssignment.ts"

export interface Pair {
  /** The index in the first list. */
  readonly a: number
  /** The index in the second list. */
  readonly b: number
}

/**
 * Pairs of rows and columns, of which none is used twice, with the largest sum of similarities among all sets of pairs whose similarity is at
 * least the threshold. `similarities` contains the matrix row by row; the threshold is above 0. The pairs are in the order of their rows.
 *
 * Rows and columns that no chain of such pairs connects are solved separately: in images most objects have one candidate.
 */
export const matchPairs = (
  similarities: Float64Array,
  rows: number,
  columns: number,
  threshold: number,
): ReadonlyArray<Pair> => {
  if (!(threshold > 0)) throw new RangeError("The threshold must be above 0.")
  const edges = findEdges(similarities, rows, columns, threshold)
  const matches = new Int32Array(rows).fill(-1)
  /** The rows and columns of each part, by its root. */
  const parts = new Map<number, Part>()
  const roots = joinParts(edges, rows, columns)
  for (let edge = 0; edge < edges.length; edge += 2) {
    const [a, b] = [edges[edge] as number, edges[edge + 1] as number]
    const root = roots(a)
    const part = parts.get(root)
    if (part === undefined) parts.set(root, { rows: [a], columns: [b] })
    else {
      // Edges come in the order of their rows.
      if (part.rows.at(-1) !== a) part.rows.push(a)
      if (!part.columns.includes(b)) part.columns.push(b)
    }
  }
  for (const part of parts.values()) matchPart(part, similarities, columns, threshold, matches)
  const pairs: Array<Pair> = []
  for (let a = 0; a < rows; a++) if ((matches[a] as number) >= 0) pairs.push({ a, b: matches[a] as number })
  return pairs
}

interface Part {
  readonly rows: Array<number>
  readonly columns: Array<number>
}

/** Rows and columns of all candidates, one after the other. */
const findEdges = (
  similarities: Float64Array,
  rows: number,
  columns: number,
  threshold: number,
): ReadonlyArray<number> => {
  const edges: Array<number> = []
  for (let a = 0, at = 0; a < rows; a++)
    for (let b = 0; b < columns; b++, at++) if ((similarities[at] as number) >= threshold) edges.push(a, b)
  return edges
}

/** Returns a function that finds the root of a row: rows that are connected have the same one. */
const joinParts = (
  edges: ReadonlyArray<number>,
  rows: number,
  columns: number,
): ((row: number) => number) => {
  const parents = Int32Array.from({ length: rows + columns }, (_, node) => node)
  const findRoot = (node: number): number => {
    let root = node
    while ((parents[root] as number) !== root)
      root = parents[root] = parents[parents[root] as number] as number
    return root
  }
  for (let edge = 0; edge < edges.length; edge += 2) {
    const [a, b] = [findRoot(edges[edge] as number), findRoot(rows + (edges[edge + 1] as number))]
    parents[b] = a
  }
  return findRoot
}

const matchPart = (
  part: Part,
  similarities: Float64Array,
  stride: number,
  threshold: number,
  matches: Int32Array,
): void => {
  const [first = 0] = part.rows
  if (part.rows.length === 1 && part.columns.length === 1) {
    matches[first] = part.columns[0] as number
    return
  }
  // A pair below the threshold costs as much as none.
  const costs = new Float64Array(part.rows.length * part.columns.length)
  let at = 0
  for (const a of part.rows)
    for (const b of part.columns) {
      const similarity = similarities[a * stride + b] as number
      costs[at++] = similarity >= threshold ? -similarity : 0
    }
  const columnOf = findAssignment(costs, part.rows.length, part.columns.length)
  for (const [index, a] of part.rows.entries()) {
    const b = part.columns[columnOf[index] as number]
    if (b !== undefined && (similarities[a * stride + b] as number) >= threshold) matches[a] = b
  }
}
