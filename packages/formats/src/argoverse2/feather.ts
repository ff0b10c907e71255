/** Feather files: tables of Arrow, version 2, compressed by LZ4 or Zstandard, or not. */
import {
  Table as ArrowTable,
  type Codec,
  CompressionType,
  compressionRegistry,
  DataType,
  makeVector,
  type RecordBatch,
  RecordBatchFileWriter,
  RecordBatchReader,
  type Table,
  TimeUnit,
  Utf8,
  type Vector,
  vectorFromArray,
} from "apache-arrow"
// @ts-expect-error: the package has no types.
import { compress } from "lz4js"
import { FormatError } from "../FormatError.ts"
import { checkLimit, type Limits } from "../files/limits.ts"
import { decodeLz4, TooManyBytes } from "../files/lz4.ts"
import type { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { decodeZstd, prepareZstd } from "../files/zstd.ts"
import { normalizeQuaternion } from "../model/poses.ts"
import type { Pose } from "../model/Scene.ts"
import { checkLengths } from "./arrowLengths.ts"

/** The bytes that the file which is read may still have decompressed: the registry of codecs is one for all files. */
let bytesLeft = Number.POSITIVE_INFINITY

/** In the frame format of LZ4. */
const lz4: Required<Codec> = {
  encode: compress,
  decode: (frame) => {
    const bytes = decodeLz4(frame, bytesLeft)
    bytesLeft -= bytes.length
    return bytes
  },
}

/** The length of a column stands before it in the file; `checkLengths` compares it with a limit. */
const zstd: Codec = {
  decode: (frame) => {
    const length = Number(new DataView(frame.buffer, frame.byteOffset - 8, 8).getBigInt64(0, true))
    if (length > bytesLeft) throw new TooManyBytes(length)
    bytesLeft -= length
    return decodeZstd(frame, length)
  },
}

// Arrow finds codecs in a registry that is empty at first.
compressionRegistry.set(CompressionType.LZ4_FRAME, lz4)
compressionRegistry.set(CompressionType.ZSTD, zstd)

export type Column =
  | { readonly type: "int64"; readonly values: ReadonlyArray<bigint> }
  | { readonly type: "float64"; readonly values: ReadonlyArray<number> }
  | { readonly type: "utf8"; readonly values: ReadonlyArray<string> }

export const printFeather = (columns: Readonly<Record<string, Column>>): Uint8Array => {
  const vectors = Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, getVector(column)]),
  )
  const writer = new FeatherWriter({ compressionType: CompressionType.LZ4_FRAME })
  writer.write(new ArrowTable(vectors))
  writer.finish()
  return writer.toUint8Array(true)
}

/** Arrow 21 writes the compressed length where the format wants that of the whole buffer, and other readers refuse the file. */
class FeatherWriter extends RecordBatchFileWriter {
  protected override _compressBodyBuffers(buffers: Array<ArrayBufferView>) {
    const compressed = super._compressBodyBuffers(buffers)
    // Each buffer is a length of 8 bytes, −1 where it is not compressed, and its content.
    buffers.forEach(({ byteLength }, index) => {
      const prefix = compressed.buffers[2 * index]
      if (prefix === undefined || prefix.byteLength !== 8) return
      const view = new DataView(prefix.buffer, prefix.byteOffset, 8)
      if (view.getBigInt64(0, true) >= 0n) view.setBigInt64(0, BigInt(byteLength), true)
    })
    return compressed
  }
}

/** Texts as plain texts: by default Arrow makes dictionaries of them, which the readers of Argoverse do not expect. */
const getVector = (column: Column): Vector => {
  switch (column.type) {
    case "int64":
      return makeVector(BigInt64Array.from(column.values))
    case "float64":
      return makeVector(Float64Array.from(column.values))
    case "utf8":
      return vectorFromArray(column.values, new Utf8())
  }
}

/** Reads the cell of a row. A value of another type, or none, is refused. */
export type CellReader<A> = (row: number) => A

/** A table by the names of its columns. A column that is missing is refused. */
export class Feather {
  readonly #table: Table
  readonly #path: string

  private constructor(table: Table, path: string) {
    this.#table = table
    this.#path = path
  }

  static async open(source: Source, path: string): Promise<Feather> {
    if (!source.has(path)) throw new FormatError(path, "is missing.")
    const bytes = await source.bytes(path)
    const other = findOtherFormat(bytes)
    if (other !== undefined) throw new FormatError(path, other)
    try {
      return new Feather(await readTable(bytes, source.limits, path), path)
    } catch (cause) {
      if (cause instanceof FormatError) throw cause
      if (cause instanceof TooManyBytes)
        checkLimit(
          source.limits,
          "bytes",
          source.limits.bytes - bytesLeft + cause.bytes,
          path,
          "its size decompressed",
        )
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new FormatError(path, `cannot be read as Feather: ${reason}`, { cause })
    }
  }

  get rows(): number {
    return this.#table.numRows
  }

  get columns(): ReadonlyArray<string> {
    return this.#table.schema.fields.map(({ name }) => name)
  }

  /** Calls `take` with every row; those that `parts` leaves out are counted. */
  readRows(parts: PartReader, take: (row: number) => void): void {
    for (let row = 0; row < this.rows; row++) parts.read(() => take(row))
  }

  has(column: string): boolean {
    return this.#table.getChild(column) !== null
  }

  /** Whole numbers of 64 bits. A column of times gives nanoseconds. */
  digits(column: string): CellReader<bigint> {
    const vector = this.#table.getChild(column)
    if (vector !== null && DataType.isTimestamp(vector.type)) return this.#nanoseconds(column, vector)
    return this.#cells(column, toDigits)
  }

  /** As `digits`, and null for what is missing. */
  optionalDigits(column: string): CellReader<bigint | null> {
    return this.#cells(column, (value) => (value === null || Number.isNaN(value) ? null : toDigits(value)))
  }

  numbers(column: string): CellReader<number> {
    return this.#cells(column, (value) => {
      const number = typeof value === "bigint" ? Number(value) : value
      return typeof number === "number" && Number.isFinite(number) ? number : undefined
    })
  }

  texts(column: string): CellReader<string> {
    return this.#cells(column, (value) => (typeof value === "string" ? value : undefined))
  }

  /** Arrow makes milliseconds of times: the digits are in the memory of the column. */
  #nanoseconds(column: string, vector: Vector): CellReader<bigint> {
    const scale = nanoseconds[vector.type.unit as TimeUnit]
    const digits = vector.data.flatMap(({ length, offset, values }) =>
      Array.from({ length }, (_, row): unknown => values[offset + row]),
    )
    return this.#cells(column, (_, row) => {
      const value = digits[row]
      return typeof value === "bigint" && vector.get(row) !== null ? value * scale : undefined
    })
  }

  #value(vector: Vector, row: number, column: string): unknown {
    try {
      return vector.get(row)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new FormatError(this.#path, `row ${row} of the column ${column} is broken: ${reason}`, { cause })
    }
  }

  #cells<A>(column: string, read: (value: unknown, row: number) => A | undefined): CellReader<A> {
    const vector = this.#table.getChild(column)
    if (vector === null) throw new FormatError(this.#path, `has no column ${column}.`)
    // A damaged length makes a column longer than the table.
    if (vector.length !== this.rows)
      throw new FormatError(this.#path, `has ${vector.length} rows in the column ${column} alone.`)
    return (row) => {
      const value = this.#value(vector, row, column)
      const cell = read(value, row)
      if (cell === undefined)
        throw new FormatError(this.#path, `row ${row} has ${String(value)} in the column ${column}.`)
      return cell
    }
  }
}

const toDigits = (value: unknown): bigint | undefined =>
  typeof value === "bigint"
    ? value
    : (typeof value === "number" && Number.isSafeInteger(value)) ||
        (typeof value === "string" && /^\d{1,19}$/.test(value))
      ? BigInt(value)
      : undefined

const nanoseconds: { readonly [Unit in TimeUnit]: bigint } = {
  [TimeUnit.SECOND]: 1_000_000_000n,
  [TimeUnit.MILLISECOND]: 1_000_000n,
  [TimeUnit.MICROSECOND]: 1000n,
  [TimeUnit.NANOSECOND]: 1n,
}

/** The reason why bytes are no Feather file; undefined where they look like one. */
const findOtherFormat = (bytes: Uint8Array): string | undefined => {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 6))
  if (start === "ARROW1") return undefined
  if (start.startsWith("FEA1")) return "is a Feather file of version 1; version 2 can be read."
  if (start.startsWith("\xff\xff\xff\xff")) return "is a stream of Arrow, not a Feather file."
  return "is not a Feather file."
}

/** Batch by batch: reading all at once never ends when one of them is broken. */
const readTable = async (bytes: Uint8Array, limits: Limits, path: string): Promise<Table> => {
  const { codecs, maxRows } = checkLengths(bytes, limits)
  for (const codec of codecs)
    if (compressionRegistry.get(codec) === null) throw new Error(`The compression ${codec} is unknown.`)
  if (codecs.has(CompressionType.ZSTD)) await prepareZstd()
  const reader = RecordBatchReader.from(bytes)
  if (!reader.isFile()) throw new Error("It is not a whole file.")
  reader.open()
  const batches: Array<RecordBatch> = []
  let rows = 0
  // Nothing else is read before the table is there.
  bytesLeft = limits.bytes
  for (let index = 0; index < reader.numRecordBatches; index++) {
    const batch = reader.readRecordBatch(index)
    rows += batch?.numRows ?? Number.NaN
    if (batch === null || !(rows <= maxRows)) throw new Error(`The batch ${index} is broken.`)
    checkLimit(limits, "rows", rows, path, "the number of its rows")
    batches.push(batch)
  }
  const table = new ArrowTable(reader.schema, batches)
  if (table.numCols === 0) throw new Error("It has no columns.")
  return table
}

/** The pose in the columns of a row. */
export const poseColumns = ["qw", "qx", "qy", "qz", "tx_m", "ty_m", "tz_m"] as const

export const makePoseReader = (table: Feather, path: string): CellReader<Pose> => {
  const columns = poseColumns.map((name) => table.numbers(name))
  return (row) => {
    const [qw = 0, qx = 0, qy = 0, qz = 0, x = 0, y = 0, z = 0] = columns.map((read) => read(row))
    const rotation = normalizeQuaternion({ qw, qx, qy, qz })
    if (rotation === null) throw new FormatError(path, `row ${row} has a quaternion of zeros.`)
    return { position: { x, y, z }, rotation }
  }
}
