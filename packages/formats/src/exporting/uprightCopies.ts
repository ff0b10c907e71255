/** Copies pictures upright. */
import type { Losses } from "../carry/Losses.ts"
import { measureBytes, readBeginning } from "../files/imageSize.ts"
import type { Limits } from "../files/limits.ts"
import { isJpeg } from "../pictures/decodeJpeg.ts"
import { encodeUpright } from "../pictures/encodeUpright.ts"
import type { Orientation } from "../pictures/exif.ts"
import { isPng } from "../pictures/pngChunks.ts"
import type { OpenUrl } from "./places.ts"

/**
 * Opens files as `open` does; PNG and JPEG pictures with an orientation other than 1 have upright pixels. Pictures that keep their orientation
 * are counted, as are those above the limits, which are copied as they are.
 */
export const openUpright =
  (open: OpenUrl, losses: Losses, limits: Limits): OpenUrl =>
  async (url) => {
    const content = await open(url)
    if (content === null) return null
    const parts = endOnce(content[Symbol.asyncIterator]())
    const head = await readAtLeast(parts, headBytes)
    if (!isPicture(head)) return joinRest([head], parts)
    const bytes = Buffer.concat([head, await readAtLeast(parts, limits.bytes)])
    const picture = await measureBytes(bytes)
    if (picture === null || picture.orientation === 1) return joinRest([bytes], parts)
    const upright = bytes.length < limits.bytes ? tryUpright(bytes, picture.orientation, limits.pixels) : null
    if (upright === null) losses.add("orientation-kept", url)
    return joinRest([upright ?? bytes], parts)
  }

const headBytes = 12

/** The beginning of a file with an orientation. */
const isPicture = (head: Uint8Array): boolean => {
  const text = Buffer.from(head).toString("latin1")
  return isPng(head) || isJpeg(head) || /^(RIFF....WEBP|II\*\0|MM\0\*|....ftyp)/s.test(text)
}

/** A picture that cannot be decoded stays as it is. */
const tryUpright = (bytes: Uint8Array, orientation: Orientation, maxPixels: number) => {
  try {
    return encodeUpright(bytes, orientation, maxPixels)
  } catch {
    return null
  }
}

/** Streams of Effect never answer a request after their end. */
const endOnce = (parts: AsyncIterator<Uint8Array>): AsyncIterator<Uint8Array> => {
  let isOver = false
  const end = { done: true as const, value: undefined }
  return {
    next: async () => {
      if (isOver) return end
      const part = await parts.next()
      isOver = part.done === true
      return part
    },
    return: async () => {
      if (!isOver) await parts.return?.()
      isOver = true
      return end
    },
  }
}

const readAtLeast = (parts: AsyncIterator<Uint8Array>, bytes: number): Promise<Uint8Array> =>
  readBeginning({ [Symbol.asyncIterator]: () => ({ next: () => parts.next() }) }, bytes)

async function* joinRest(
  read: ReadonlyArray<Uint8Array>,
  parts: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* read
  try {
    for (;;) {
      const { done, value } = await parts.next()
      if (done === true) return
      yield value
    }
  } finally {
    await parts.return?.()
  }
}
