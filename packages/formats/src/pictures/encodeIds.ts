/** Writes bitmaps of ids as PNG, row by row: a picture of a hundred million pixels needs no second copy of itself in memory. */
import { endianness } from "node:os"
import { createDeflate } from "node:zlib"
import type { Bitmap } from "../model/Scene.ts"
import { makePngChunk, pngSignature } from "./pngChunks.ts"

/** The bytes of rows that are compressed at once, about. */
const stripBytes = 4 * 1024 * 1024
const bytesOfPixel = 4
const largestId = 0xff_ff_ff

/** Yields the parts of a PNG file with red + 256 green + 65536 blue = id and full alpha. Fails for an id above 16 777 215. */
export async function* encodeIds({ height, ids, width }: Bitmap): AsyncGenerator<Uint8Array> {
  yield pngSignature
  yield makePngChunk("IHDR", makeHeader(width, height))
  const deflate = createDeflate({ level: 3 })
  const written = writeRows(deflate, { width, height, ids })
  // The loop below fails first: with the same error, since a failure destroys the stream.
  written.catch((cause: Error) => deflate.destroy(cause))
  for await (const part of deflate) yield makePngChunk("IDAT", part as Uint8Array)
  await written
  yield makePngChunk("IEND", new Uint8Array())
}

const writeRows = async (deflate: ReturnType<typeof createDeflate>, { height, ids, width }: Bitmap) => {
  // Each row begins with the number of its filter: none.
  const rowBytes = 1 + width * bytesOfPixel
  const rows = Math.max(1, Math.floor(stripBytes / rowBytes))
  const pixels = new Uint32Array(width)
  const strip = Buffer.alloc(rows * rowBytes)
  for (let top = 0; top < height; top += rows) {
    const part = strip.subarray(0, Math.min(rows, height - top) * rowBytes)
    let from = top * width
    for (let at = 1; at < part.length; at += rowBytes, from += width) {
      setOpaque(pixels, ids.subarray(from, from + width))
      part.set(toLittleEndian(pixels), at)
    }
    // The strip is used again when it is compressed.
    await new Promise<void>((resolve, reject) =>
      deflate.write(part, (cause) => (cause ? reject(cause) : resolve())),
    )
  }
  deflate.end()
}

/** Copies a row of ids, with full alpha. Fails for an id that is too large. */
const setOpaque = (pixels: Uint32Array, ids: Uint32Array): void => {
  let all = 0
  for (let x = 0; x < ids.length; x++) {
    const id = ids[x] ?? 0
    all |= id
    pixels[x] = 0xff_00_00_00 | id
  }
  if (all >>> 0 > largestId)
    throw new Error(`An id of a pixel is at most ${largestId}, not ${ids.find((id) => id > largestId)}.`)
}

const toLittleEndian = ({ buffer, byteLength }: Uint32Array<ArrayBuffer>): Uint8Array => {
  const bytes = Buffer.from(buffer, 0, byteLength)
  return endianness() === "LE" ? bytes : Buffer.from(bytes).swap32()
}

/** Eight bits a channel, with alpha, not interlaced. */
const makeHeader = (width: number, height: number): Uint8Array => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return header
}
