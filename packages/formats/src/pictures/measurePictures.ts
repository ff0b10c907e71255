/** Measures pictures at URLs. */
import type { MeasuredSize, PictureMeasuring } from "@annotary/core"
import { measureStream } from "../files/imageSize.ts"

/** Pictures that are open at once: a server in between may be far. */
const concurrency = 4

/** The sizes in the order of the URLs. A file that cannot be read has none, and does not end the others. */
export const measurePictures = async ({
  open,
  signal,
  urls,
}: Omit<PictureMeasuring, "executor">): Promise<ReadonlyArray<MeasuredSize | null>> => {
  const sizes = new Array<MeasuredSize | null>(urls.length).fill(null)
  const pending = urls.entries()
  const work = async () => {
    for (const [index, url] of pending) {
      signal.throwIfAborted()
      sizes[index] = await measureUrl(url, open)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return sizes
}

const measureUrl = async (url: string, open: PictureMeasuring["open"]): Promise<MeasuredSize | null> => {
  try {
    const content = await open(url)
    const picture = content === null ? null : await measureStream(content)
    if (picture === null) return null
    const { orientation, size } = picture
    return { width: size.width, height: size.height, orientation }
  } catch {
    return null
  }
}
