/**
 * Decodes every form of PNG: 1, 2, 4, 8 and 16 bits, gray, RGB, palettes, alpha, interlaced. fast-png removes the filters of the rows; it gets
 * no interlaced images of less than 8 bits, which it does not unpack, and inflates nothing whose size is not checked.
 */
import { deflateSync, inflateSync } from "node:zlib"
import { decode } from "fast-png"
import type { PaletteColor, Picture } from "./Picture.ts"
import { makePngChunk, type PngHeader, pngSignature, readPngChunks, readPngHeader } from "./pngChunks.ts"

const channelsOf = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const

/** The bytes of rows that fast-png gets at once, about: it copies them several times. */
const defaultStripBytes = 4 * 1024 * 1024

/** Fails above `maxPixels` before memory is taken for the pixels. */
export const decodePng = (bytes: Uint8Array, maxPixels: number, stripBytes = defaultStripBytes): Picture => {
  const [first, ...chunks] = readPngChunks(bytes)
  if (first === undefined) throw new Error("it has no header")
  const header = readPngHeader(first)
  const { colorType, depth, height, width } = header
  if (width * height > maxPixels)
    throw new Error(`its header states ${width} × ${height} pixels, above the limit of ${maxPixels}`)
  const rows = inflateRows(header, joinChunks(chunks, "IDAT"))
  const channels = channelsOf[colorType]
  return {
    width,
    height,
    channels,
    depth,
    values: header.isInterlaced
      ? joinPasses(header, rows, stripBytes)
      : readRows(header, rows, header, stripBytes),
    palette: colorType === 3 ? readPalette(joinChunks(chunks, "PLTE"), joinChunks(chunks, "tRNS")) : null,
  }
}

const joinChunks = (chunks: Iterable<{ readonly type: string; readonly data: Uint8Array }>, type: string) =>
  Buffer.concat([...chunks].filter((chunk) => chunk.type === type).map(({ data }) => data))

interface Pass {
  readonly left: number
  readonly top: number
  readonly stepX: number
  readonly stepY: number
}

/** The passes of Adam7. */
const adam7: ReadonlyArray<Pass> = [
  { left: 0, top: 0, stepX: 8, stepY: 8 },
  { left: 4, top: 0, stepX: 8, stepY: 8 },
  { left: 0, top: 4, stepX: 4, stepY: 8 },
  { left: 2, top: 0, stepX: 4, stepY: 4 },
  { left: 0, top: 2, stepX: 2, stepY: 4 },
  { left: 1, top: 0, stepX: 2, stepY: 2 },
  { left: 0, top: 1, stepX: 1, stepY: 2 },
]

/** The passes that have pixels, with their sizes. */
const listPasses = ({ height, isInterlaced, width }: PngHeader) =>
  (isInterlaced ? adam7 : [{ left: 0, top: 0, stepX: 1, stepY: 1 }])
    .map((pass) => ({
      ...pass,
      width: Math.ceil((width - pass.left) / pass.stepX),
      height: Math.ceil((height - pass.top) / pass.stepY),
    }))
    .filter((pass) => pass.width > 0 && pass.height > 0)

interface RowsSize {
  readonly width: number
  readonly height: number
}

/** Bytes of rows, each with the byte of its filter. */
const countRowBytes = ({ colorType, depth }: PngHeader, { height, width }: RowsSize): number =>
  height * (1 + Math.ceil((width * depth * channelsOf[colorType]) / 8))

/** Some encoders write a few bytes more than the pixels need. */
const slackBytes = 64 * 1024

const inflateRows = (header: PngHeader, data: Uint8Array): Uint8Array => {
  const byteCount = listPasses(header).reduce((sum, pass) => sum + countRowBytes(header, pass), 0)
  const rows = inflateWithin(data, byteCount + slackBytes)
  if (rows.length < byteCount) throw new Error("its pixels are incomplete")
  return rows
}

/** A byte of deflate becomes at most so many. */
const maxInflation = 1032

const inflateWithin = (data: Uint8Array, maxOutputLength: number): Uint8Array => {
  try {
    // In one piece, because smaller ones would be copied at the end; of no more than the data can become.
    const chunkSize = Math.min(maxOutputLength, maxInflation * data.length + 64) + 1
    return inflateSync(data, { maxOutputLength, chunkSize })
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : ""
    throw new Error(
      code === "ERR_BUFFER_TOO_LARGE"
        ? "its pixels are more than its header states"
        : "its pixels are broken or incomplete",
      { cause },
    )
  }
}

/** The values of rows, one element each. */
const readRows = (
  header: PngHeader,
  rows: Uint8Array,
  size: RowsSize,
  stripBytes: number,
): Uint8Array | Uint16Array => {
  const { height, width } = size
  const rowBytes = countRowBytes(header, { width, height: 1 })
  const rowValues = header.depth === 16 ? (rowBytes - 1) / 2 : rowBytes - 1
  const values =
    header.depth === 16 ? new Uint16Array(height * rowValues) : new Uint8Array(height * rowValues)
  const stripHeight = Math.max(1, Math.floor(stripBytes / rowBytes))
  for (let top = 0; top < height; top += stripHeight) {
    const own = rows.subarray(top * rowBytes, Math.min(height, top + stripHeight) * rowBytes)
    // The filters of a row refer to the row above it, which comes first here, without a filter.
    const above = top === 0 ? [] : [toRow(values.subarray((top - 1) * rowValues, top * rowValues))]
    const strip = Buffer.concat([...above, own])
    const { data } = decode(makePlainPng(header, strip, { width, height: strip.length / rowBytes }))
    // fast-png returns other arrays for no PNG.
    values.set((data as Uint8Array | Uint16Array).subarray(above.length * rowValues), top * rowValues)
  }
  return header.depth < 8 ? unpackBits(values, header.depth, size) : values
}

/** A row without a filter. Values of 16 bits begin with their higher byte. */
const toRow = (values: Uint8Array | Uint16Array): Uint8Array => {
  if (values instanceof Uint8Array) return Buffer.concat([Buffer.of(0), values])
  const row = Buffer.alloc(1 + 2 * values.length)
  for (const [index, value] of values.entries()) row.writeUInt16BE(value, 1 + 2 * index)
  return row
}

/** The rows as a PNG without interlacing, palette and compression. */
const makePlainPng = (
  { colorType, depth }: PngHeader,
  rows: Uint8Array,
  { height, width }: RowsSize,
): Uint8Array => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colorType], 8)
  return Buffer.concat([
    pngSignature,
    makePngChunk("IHDR", header),
    makePngChunk("IDAT", deflateSync(rows, { level: 0 })),
    makePngChunk("IEND", new Uint8Array()),
  ])
}

/** Values of less than a byte are packed from the highest bits on; each row begins with a new byte. */
const unpackBits = (packed: Uint8Array | Uint16Array, depth: number, { height, width }: RowsSize) => {
  const values = new Uint8Array(width * height)
  const rowBytes = Math.ceil((width * depth) / 8)
  const mask = (1 << depth) - 1
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const bit = x * depth
      values[at] = ((packed[y * rowBytes + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & mask
    }
  return values
}

const joinPasses = (header: PngHeader, rows: Uint8Array, stripBytes: number): Uint8Array | Uint16Array => {
  const channels = channelsOf[header.colorType]
  const length = header.width * header.height * channels
  const joined = header.depth === 16 ? new Uint16Array(length) : new Uint8Array(length)
  let from = 0
  for (const pass of listPasses(header)) {
    const values = readRows(header, rows.subarray(from), pass, stripBytes)
    from += countRowBytes(header, pass)
    for (let y = 0, at = 0; y < pass.height; y++)
      for (let x = 0; x < pass.width; x++)
        for (let channel = 0; channel < channels; channel++, at++) {
          const pixel = (pass.top + y * pass.stepY) * header.width + pass.left + x * pass.stepX
          joined[pixel * channels + channel] = values[at] ?? 0
        }
  }
  return joined
}

const readPalette = (colors: Uint8Array, alphas: Uint8Array): ReadonlyArray<PaletteColor> => {
  if (colors.length === 0 || colors.length % 3 !== 0) throw new Error("its palette is missing or incomplete")
  return Array.from({ length: colors.length / 3 }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = colors.subarray(3 * index, 3 * index + 3)
    return [red, green, blue, alphas[index] ?? 255]
  })
}
