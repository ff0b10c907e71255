/** The size of an image from its header: the first bytes suffice. */
import { imageSize } from "image-size"
import type { Size } from "../model/Scene.ts"

/** Enough for a header with an embedded preview. */
export const headerBytes = 512 * 1024

/** As stored, before any rotation that the metadata of the image asks of viewers; null when the bytes are no known image. */
export const sizeOfHeader = (header: Uint8Array): Size | null => {
  try {
    const { height, width } = imageSize(header)
    return { width, height }
  } catch {
    return null
  }
}

/** The first bytes of a stream, which is closed then. */
export const beginningOf = async (stream: AsyncIterable<Uint8Array>, bytes: number): Promise<Uint8Array> => {
  const parts: Array<Uint8Array> = []
  let length = 0
  for await (const part of stream) {
    parts.push(part)
    length += part.length
    if (length >= bytes) break
  }
  return Buffer.concat(parts)
}
