/** Columns of Parquet files. What is missing or of another type is refused. */
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects, parquetSchema } from "hyparquet"
import { FormatError } from "../FormatError.ts"
import { checkLimit } from "../files/limits.ts"
import type { Source } from "../files/Source.ts"
import { prepareZstd } from "../files/zstd.ts"
import { compressors } from "./compressors.ts"
import { checkPages } from "./parquetPages.ts"

const openAsyncBuffer = async (source: Source, path: string): Promise<AsyncBuffer> => {
  const byteLength = await source.size(path)
  return {
    byteLength,
    slice: async (start, end = byteLength) => new Uint8Array(await source.range(path, start, end)).buffer,
  }
}

/** The names of the columns; none when the file is no Parquet file. */
export const readParquetColumns = async (source: Source, path: string): Promise<ReadonlyArray<string>> => {
  try {
    const metadata = await parquetMetadataAsync(await openAsyncBuffer(source, path))
    return parquetSchema(metadata).children.map(({ element }) => element.name)
  } catch {
    return []
  }
}

export type ParquetRow = Readonly<Record<string, unknown>>

/** The rows with these columns. */
export const readParquetRows = async (
  source: Source,
  path: string,
  columns: ReadonlyArray<string>,
): Promise<ReadonlyArray<ParquetRow>> => {
  const columnNames = await readParquetColumns(source, path)
  if (columnNames.length === 0) throw new FormatError(path, "is not a valid Parquet file.")
  const missing = columns.find((column) => !columnNames.includes(column))
  if (missing !== undefined) throw new FormatError(path, `has no column ${missing}.`)
  try {
    const file = await openAsyncBuffer(source, path)
    const metadata = await parquetMetadataAsync(file)
    const rows = Math.max(
      Number(metadata.num_rows),
      metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0),
    )
    checkLimit(source.limits, "rows", rows, path, "the number of its rows")
    await checkPages(file, metadata, columns, (bytes) =>
      checkLimit(source.limits, "bytes", bytes, path, "the size of its pages decompressed"),
    )
    await prepareZstd()
    return await parquetReadObjects({ file, metadata, columns: [...columns], compressors })
  } catch (cause) {
    if (cause instanceof FormatError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new FormatError(path, `cannot be read as Parquet: ${reason}.`, { cause })
  }
}

/** One row with its place, for messages. */
export class Cells {
  readonly #row: ParquetRow
  readonly #place: string
  readonly #path: string

  constructor(row: ParquetRow, path: string, index: number) {
    this.#row = row
    this.#path = path
    this.#place = `row ${index}`
  }

  /** Null and NaN are no value. */
  has(column: string): boolean {
    const value = this.#row[column]
    return value !== null && value !== undefined && !Number.isNaN(value)
  }

  number(column: string): number {
    const value = this.#row[column]
    const number = typeof value === "bigint" ? Number(value) : value
    return typeof number === "number" && Number.isFinite(number) ? number : this.#refuse(column)
  }

  digits(column: string): bigint {
    const value = this.#row[column]
    if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value)
    return typeof value === "bigint" ? value : this.#refuse(column)
  }

  /** A text, or a number that stands for one. */
  key(column: string): string {
    const value = this.#row[column]
    return typeof value === "string" ? value : String(this.digits(column))
  }

  numbers(column: string, length: number): ReadonlyArray<number> {
    const value = this.#row[column]
    // Lists of numbers come as lists or as typed arrays.
    const vectors =
      Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(value as ArrayLike<unknown>) : []
    const isRight = (one: unknown): one is number => typeof one === "number" && Number.isFinite(one)
    return vectors.length === length && vectors.every(isRight) ? vectors : this.#refuse(column)
  }

  #refuse(column: string): never {
    throw new FormatError(
      this.#path,
      `${this.#place} has ${String(this.#row[column])} in the column ${column}.`,
    )
  }
}
