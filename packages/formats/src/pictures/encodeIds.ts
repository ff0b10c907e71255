/** Writes bitmaps of ids as PNG, row by row: a picture of a hundred million pixels needs no second copy of itself in memory. */
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
  for (let top = 0; top < height; top += rows) {
    const strip = Buffer.alloc(Math.min(rows, height - top) * rowBytes)
    let pixel = top * width
    for (let row = 0; row < strip.length; row += rowBytes)
      for (let at = row + 1; at < row + rowBytes; at += bytesOfPixel)
        strip.writeUInt32LE((0xff_00_00_00 | checkId(ids[pixel++] ?? 0)) >>> 0, at)
    if (!deflate.write(strip)) await new Promise((resolve) => deflate.once("drain", resolve))
  }
  deflate.end()
}

const checkId = (id: number): number => {
  if (id > largestId) throw new Error(`An id of a pixel is at most ${largestId}, not ${id}.`)
  return id
}

/** Eight bits a channel, with alpha, not interlaced. */
const makeHeader = (width: number, height: number): Uint8Array => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return header
}
