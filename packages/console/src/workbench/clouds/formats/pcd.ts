/** Parses PCD files: ascii, binary and binary_compressed. */
import { readAsciiRows } from "./asciiRows.ts"
import { type Cloud, CloudBuilder } from "./Cloud.ts"
import { CloudError } from "./CloudError.ts"
import { type PcdField, type PcdHeader, readPcdHeader } from "./pcdHeader.ts"
import { readScalar, type Scalar, sizeOf } from "./scalars.ts"

/** The offsets of the values of a point. */
interface Column {
  readonly type: Scalar
  /** In a row of text: the number of values before it. */
  readonly index: number
  /** In a binary record: the number of bytes before it. */
  readonly offset: number
}

interface Columns {
  readonly x: Column
  readonly y: Column
  readonly z: Column
  readonly intensity: Column | undefined
  readonly rgb: Column | undefined
  /** Values and bytes of a point. */
  readonly width: number
  readonly stride: number
}

export const parsePcd = (bytes: Uint8Array): Cloud => {
  const header = readPcdHeader(bytes)
  const columns = findColumns(header.fields)
  switch (header.data) {
    case "ascii":
      return readAscii(bytes, header, columns)
    case "binary":
      return readBinary(bytes.subarray(header.end), header, columns)
    case "binary_compressed":
      return readCompressed(bytes.subarray(header.end), header, columns)
  }
}

const findColumns = (fields: ReadonlyArray<PcdField>): Columns => {
  const columns = new Map<string, Column>()
  let index = 0
  let offset = 0
  for (const { count, name, type } of fields) {
    if (!columns.has(name.toLowerCase())) columns.set(name.toLowerCase(), { type, index, offset })
    index += count
    offset += count * sizeOf[type]
  }
  const [x, y, z] = ["x", "y", "z"].map((name) => columns.get(name))
  if (x === undefined || y === undefined || z === undefined)
    throw new CloudError("position", { fields: fields.map(({ name }) => name).join(", ") })
  const findField = (...names: ReadonlyArray<string>) =>
    names.map((name) => columns.get(name)).find((column) => column !== undefined)
  return {
    x,
    y,
    z,
    intensity: findField("intensity", "i", "reflectivity", "reflectance"),
    rgb: findField("rgb", "rgba"),
    width: index,
    stride: offset,
  }
}

const makeBuilder = (points: number, { intensity, rgb }: Columns): CloudBuilder =>
  new CloudBuilder(points, { intensity: intensity !== undefined, colors: rgb !== undefined })

/** Memory is never taken for more points than the bytes can contain. */
const checkBytes = (expected: number, found: number): void => {
  if (found < expected) throw new CloudError("truncated", { expected, found })
}

const bits = new DataView(new ArrayBuffer(4))

/** Colors are packed into four bytes, which most files declare as a float. */
const readPackedColor = (value: number, type: Scalar): number => {
  if (type !== "float32") return value
  bits.setFloat32(0, value)
  return bits.getUint32(0)
}

const readAscii = (bytes: Uint8Array, { end, lines, points }: PcdHeader, columns: Columns): Cloud => {
  const { intensity, rgb, width, x, y, z } = columns
  // A value and the space behind it take two bytes.
  checkBytes(points * width * 2 - 1, bytes.length - end)
  const builder = makeBuilder(points, columns)
  const read = readAsciiRows({ bytes, start: end, line: lines + 1, width, rows: points }, (values) => {
    const color = rgb === undefined ? 0 : readPackedColor(values[rgb.index] ?? 0, rgb.type)
    builder.add(
      values[x.index] ?? 0,
      values[y.index] ?? 0,
      values[z.index] ?? 0,
      intensity === undefined ? 0 : (values[intensity.index] ?? 0),
      color,
    )
  })
  if (read < points) throw new CloudError("missing", { name: `POINT ${read + 1} / ${points}` })
  return builder.build()
}

const makeView = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Adds all points, whose values are where `place` says. */
const addAll = (
  view: DataView,
  points: number,
  columns: Columns,
  place: (column: Column, point: number) => number,
): Cloud => {
  const { intensity, rgb, x, y, z } = columns
  const builder = makeBuilder(points, columns)
  const read = (column: Column, point: number) => readScalar(view, place(column, point), column.type, true)
  for (let point = 0; point < points; point++)
    builder.add(
      read(x, point),
      read(y, point),
      read(z, point),
      intensity === undefined ? 0 : read(intensity, point),
      rgb === undefined ? 0 : view.getUint32(place(rgb, point), true),
    )
  return builder.build()
}

const readBinary = (data: Uint8Array, { points }: PcdHeader, columns: Columns): Cloud => {
  checkBytes(points * columns.stride, data.length)
  return addAll(makeView(data), points, columns, ({ offset }, point) => point * columns.stride + offset)
}

/** Compressed data contains all values of a field, then all of the next. */
const readCompressed = (data: Uint8Array, { fields, points }: PcdHeader, columns: Columns): Cloud => {
  checkBytes(8, data.length)
  const sizes = makeView(data)
  const [packed, size] = [sizes.getUint32(0, true), sizes.getUint32(4, true)]
  checkBytes(packed + 8, data.length)
  if (size !== points * columns.stride) throw new CloudError("damaged")
  const unpacked = decompressLzf(data.subarray(8, 8 + packed), size)
  const strides = new Map<number, number>()
  let offset = 0
  for (const { count, type } of fields) {
    strides.set(offset, count * sizeOf[type])
    offset += count * sizeOf[type]
  }
  return addAll(
    makeView(unpacked),
    points,
    columns,
    (column, point) => column.offset * points + point * (strides.get(column.offset) ?? 0),
  )
}

/** Decompresses to a known size. Throws for data that is not LZF of that size. */
export const decompressLzf = (input: Uint8Array, size: number): Uint8Array<ArrayBuffer> => {
  const output = new Uint8Array(size)
  let from = 0
  let to = 0
  while (from < input.length) {
    const control = input[from++] ?? 0
    if (control < 32) {
      const length = control + 1
      if (from + length > input.length || to + length > size) throw new CloudError("damaged")
      output.set(input.subarray(from, from + length), to)
      from += length
      to += length
      continue
    }
    let length = control >> 5
    if (length === 7) length += input[from++] ?? 0
    const back = to - ((control & 0x1f) << 8) - (input[from++] ?? 0) - 1
    length += 2
    if (back < 0 || to + length > size || from > input.length) throw new CloudError("damaged")
    // Byte by byte: a repeat may reach into what it writes.
    for (let index = 0; index < length; index++) output[to + index] = output[back + index] ?? 0
    to += length
  }
  if (to !== size) throw new CloudError("damaged")
  return output
}
