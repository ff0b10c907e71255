/** The size of an image from its header: the first bytes suffice for most. */
import type { Size } from "../model/Scene.ts"
import { type MeasuredPicture, measurePicture, type ReadRange } from "../pictures/measurePicture.ts"
import type { Source } from "./Source.ts"

/** Measures an image among the files; null when it is not among them or is not an image. */
export const measureFile = async (source: Source, path: string): Promise<MeasuredPicture | null> =>
  source.has(path) ? await measurePicture((start, end) => source.range(path, start, end)) : null

export const measureBytes = (bytes: Uint8Array): Promise<MeasuredPicture | null> =>
  measurePicture(async (start, end) => bytes.subarray(start, end))

/** Headers of files that are read as a stream: a TIFF file may have its own at the end. */
const maxStreamedBytes = 64 * 1024 * 1024

/** Measures the file of a stream, which is read as far as the header goes and closed then. */
export const measureStream = async (stream: AsyncIterable<Uint8Array>): Promise<MeasuredPicture | null> => {
  const parts = stream[Symbol.asyncIterator]()
  try {
    return await measurePicture(makeRangeReader(parts))
  } finally {
    await parts.return?.()
  }
}

const makeRangeReader = (parts: AsyncIterator<Uint8Array>): ReadRange => {
  const pending: Array<Uint8Array> = []
  let length = 0
  let read: Uint8Array = new Uint8Array()
  let isOver = false
  return async (start, end) => {
    while (!isOver && length < Math.min(end, maxStreamedBytes)) {
      const { done, value } = await parts.next()
      if (done === true) isOver = true
      else {
        pending.push(value)
        length += value.length
      }
    }
    if (pending.length > 0) read = Buffer.concat([read, ...pending.splice(0)])
    return read.subarray(start, end)
  }
}

/** As people see the picture: an EXIF orientation is applied. */
export const sizeOfBytes = async (bytes: Uint8Array): Promise<Size | null> =>
  (await measureBytes(bytes))?.size ?? null

/** The first bytes of a stream, which is closed then. */
export const readBeginning = async (
  stream: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<Uint8Array> => {
  const parts: Array<Uint8Array> = []
  let length = 0
  for await (const part of stream) {
    parts.push(part)
    length += part.length
    if (length >= bytes) break
  }
  return Buffer.concat(parts)
}
