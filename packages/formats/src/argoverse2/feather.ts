/** Feather files: tables of Arrow, version 2, compressed by LZ4. */
import {
  Table as ArrowTable,
  type Codec,
  CompressionType,
  compressionRegistry,
  makeVector,
  type RecordBatch,
  RecordBatchFileWriter,
  RecordBatchReader,
  type Table,
  Utf8,
  type Vector,
  vectorFromArray,
} from "apache-arrow"
// @ts-expect-error: the package has no types.
import { compress } from "lz4js"
import { FormatError } from "../FormatError.ts"
import type { Source } from "../files/Source.ts"
import { normalized } from "../model/poses.ts"
import type { Pose } from "../model/Scene.ts"
import { checkLengths } from "./arrowLengths.ts"
import { decodeLz4 } from "./lz4.ts"

/** In the frame format of LZ4. */
const codec: Required<Codec> = { encode: compress, decode: decodeLz4 }

// Arrow finds codecs in a registry that is empty at first.
compressionRegistry.set(CompressionType.LZ4_FRAME, codec)

export type Column =
  | { readonly type: "int64"; readonly values: ReadonlyArray<bigint> }
  | { readonly type: "float64"; readonly values: ReadonlyArray<number> }
  | { readonly type: "utf8"; readonly values: ReadonlyArray<string> }

export const printFeather = (columns: Readonly<Record<string, Column>>): Uint8Array => {
  const vectors = Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, vectorOf(column)]),
  )
  const writer = new FeatherWriter({ compressionType: CompressionType.LZ4_FRAME })
  writer.write(new ArrowTable(vectors))
  writer.finish()
  return writer.toUint8Array(true)
}

/** Arrow 21 writes the compressed length where the format wants that of the whole buffer, and other readers refuse the file. */
class FeatherWriter extends RecordBatchFileWriter {
  protected override _compressBodyBuffers(buffers: Array<ArrayBufferView>) {
    const found = super._compressBodyBuffers(buffers)
    // Each buffer is a length of 8 bytes, −1 where it is not compressed, and its content.
    buffers.forEach(({ byteLength }, index) => {
      const prefix = found.buffers[2 * index]
      if (prefix === undefined || prefix.byteLength !== 8) return
      const view = new DataView(prefix.buffer, prefix.byteOffset, 8)
      if (view.getBigInt64(0, true) >= 0n) view.setBigInt64(0, BigInt(byteLength), true)
    })
    return found
  }
}

/** Texts as plain texts: by default Arrow makes dictionaries of them, which the readers of Argoverse do not expect. */
const vectorOf = (column: Column): Vector => {
  switch (column.type) {
    case "int64":
      return makeVector(BigInt64Array.from(column.values))
    case "float64":
      return makeVector(Float64Array.from(column.values))
    case "utf8":
      return vectorFromArray(column.values, new Utf8())
  }
}

/** A table by the names of its columns. What is missing or of another type is refused. */
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
    try {
      const table = tableOf(bytes)
      if (table !== undefined) return new Feather(table, path)
    } catch (cause) {
      throw new FormatError(path, "is no Feather file, or it is broken.", { cause })
    }
    throw new FormatError(path, "is no Feather file, or it is broken.")
  }

  get rows(): number {
    return this.#table.numRows
  }

  has(column: string): boolean {
    return this.#table.getChild(column) !== null
  }

  /** Whole numbers of 64 bits. */
  digits(column: string): ReadonlyArray<bigint> {
    return this.#values(column, (value) =>
      typeof value === "bigint"
        ? value
        : typeof value === "number" && Number.isSafeInteger(value)
          ? BigInt(value)
          : undefined,
    )
  }

  numbers(column: string): ReadonlyArray<number> {
    return this.#values(column, (value) => {
      const number = typeof value === "bigint" ? Number(value) : value
      return typeof number === "number" && Number.isFinite(number) ? number : undefined
    })
  }

  texts(column: string): ReadonlyArray<string> {
    return this.#values(column, (value) => (typeof value === "string" ? value : undefined))
  }

  #values<A>(column: string, read: (value: unknown) => A | undefined): ReadonlyArray<A> {
    const vector = this.#table.getChild(column)
    if (vector === null) throw new FormatError(this.#path, `has no column ${column}.`)
    // A damaged length makes a column longer than the table.
    if (vector.length !== this.rows)
      throw new FormatError(this.#path, `has ${vector.length} rows in the column ${column} alone.`)
    const found: Array<A> = []
    for (let row = 0; row < vector.length; row++) {
      const value: unknown = vector.get(row)
      const right = read(value)
      if (right === undefined)
        throw new FormatError(this.#path, `row ${row} has ${String(value)} in the column ${column}.`)
      found.push(right)
    }
    return found
  }
}

/** Batch by batch: reading all at once never ends when one of them is broken. Undefined for anything but a whole file. */
const tableOf = (bytes: Uint8Array): Table | undefined => {
  checkLengths(bytes)
  const reader = RecordBatchReader.from(bytes)
  if (!reader.isFile()) return undefined
  reader.open()
  // LZ4 makes no more than 255 bytes of one.
  const most = bytes.length * 255
  const batches: Array<RecordBatch> = []
  let rows = 0
  for (let index = 0; index < reader.numRecordBatches; index++) {
    const batch = reader.readRecordBatch(index)
    rows += batch?.numRows ?? Number.NaN
    if (batch === null || !(rows <= most)) return undefined
    batches.push(batch)
  }
  const table = new ArrowTable(reader.schema, batches)
  return table.numCols > 0 ? table : undefined
}

/** The columns `qw`, `qx`, `qy`, `qz`, `tx_m`, `ty_m`, `tz_m` of each row. */
export const readPoses = (table: Feather, path: string): ReadonlyArray<Pose> => {
  const columns = ["qw", "qx", "qy", "qz", "tx_m", "ty_m", "tz_m"].map((name) => table.numbers(name))
  return Array.from({ length: table.rows }, (_, row) => {
    const [qw = 0, qx = 0, qy = 0, qz = 0, x = 0, y = 0, z = 0] = columns.map((column) => column[row] ?? 0)
    const rotation = normalized({ qw, qx, qy, qz })
    if (rotation === null) throw new FormatError(path, `row ${row} has a quaternion of zeros.`)
    return { position: { x, y, z }, rotation }
  })
}
