/** The chunks of a PNG file: its header, its palette, and the bytes of its pixels. */
import { crc32 } from "node:zlib"

export interface PngHeader {
  readonly width: number
  readonly height: number
  /** Bits of a value: 1, 2, 4, 8 or 16. */
  readonly depth: number
  readonly colorType: ColorType
  readonly isInterlaced: boolean
}

/** Gray, RGB, palette, gray with alpha, RGB with alpha. */
export type ColorType = 0 | 2 | 3 | 4 | 6

export interface PngChunk {
  readonly type: string
  readonly data: Uint8Array
}

export const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

export const isPng = (bytes: Uint8Array): boolean => pngSignature.every((byte, at) => bytes[at] === byte)

/** Walks over the chunks, up to IEND or to the end of the bytes, where the last chunk may be incomplete. */
export function* readPngChunks(bytes: Uint8Array): Generator<PngChunk> {
  const view = makeView(bytes)
  let at = pngSignature.length
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    yield { type, data: bytes.subarray(at + 8, at + 8 + length) }
    if (type === "IEND") return
    at += 12 + length
  }
}

/** Makes a chunk with its checksum. */
export const makePngChunk = (type: string, data: Uint8Array): Uint8Array => {
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, "latin1")
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8)
  return chunk
}

const makeView = ({ buffer, byteLength, byteOffset }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

const depthsOf: { readonly [Type in ColorType]: ReadonlyArray<number> } = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

const isColorType = (value: number): value is ColorType => value in depthsOf

/** Fails when the header is not that of a PNG image. */
export const readPngHeader = ({ data, type }: PngChunk): PngHeader => {
  if (type !== "IHDR" || data.length !== 13) throw new Error("its header is missing")
  const view = makeView(data)
  const colorType = view.getUint8(9)
  const header = { width: view.getUint32(0), height: view.getUint32(4), depth: view.getUint8(8) }
  if (header.width === 0 || header.height === 0) throw new Error("it has no pixels")
  if (!isColorType(colorType) || !depthsOf[colorType].includes(header.depth))
    throw new Error(`its color type is ${colorType} with ${header.depth} bits`)
  if (view.getUint8(10) !== 0 || view.getUint8(11) !== 0 || view.getUint8(12) > 1)
    throw new Error("its compression, filter or interlace method is unknown")
  return { ...header, colorType, isInterlaced: view.getUint8(12) === 1 }
}
