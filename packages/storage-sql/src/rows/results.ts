/** Decoders of results: the first row, all rows, a count. */
import { Option } from "effect"
import { type Column, type RawRow, toNumber } from "./columns.ts"

export const decodeFirst =
  <A>(decode: (raw: RawRow) => A) =>
  (rows: ReadonlyArray<RawRow>): Option.Option<A> => {
    const row = rows[0]
    return row === undefined ? Option.none() : Option.some(decode(row))
  }

export const decodeAll =
  <A>(decode: (raw: RawRow) => A) =>
  (rows: ReadonlyArray<RawRow>): ReadonlyArray<A> =>
    rows.map((row) => decode(row))

/** Decodes one column of a row. */
export const decodeColumn =
  <A>(column: Column<A>) =>
  (row: RawRow): A =>
    column.read(row[column.name])

/** Whether a statement with RETURNING touched a row. */
export const hasRows = (rows: ReadonlyArray<RawRow>): boolean => rows.length > 0

/** The number of a `SELECT … AS n`. */
export const readCount = (rows: ReadonlyArray<RawRow>): number => toNumber("n", rows[0]?.n ?? 0)

/** The most rows in one statement, so that its parameters stay below the limit of every driver. */
const chunkRows = 500

export const splitIntoChunks = <A>(
  items: ReadonlyArray<A>,
  size = chunkRows,
): ReadonlyArray<ReadonlyArray<A>> => {
  const chunks: Array<ReadonlyArray<A>> = []
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size))
  return chunks
}
