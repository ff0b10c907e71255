/** Reads the bytes of a file; null for one that is larger, and when nobody waits for them any more. */
export const readWhole = async (
  file: AsyncIterable<Uint8Array>,
  maxBytes: number,
  aborted: AbortSignal,
): Promise<Uint8Array | null> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  const iterator = file[Symbol.asyncIterator]()
  // The next bytes of a slow server may be minutes away.
  const close = () => void iterator.return?.()
  aborted.addEventListener("abort", close, { once: true })
  try {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      chunks.push(next.value)
      length += next.value.length
      if (length <= maxBytes && !aborted.aborted) continue
      await iterator.return?.()
      return null
    }
  } finally {
    aborted.removeEventListener("abort", close)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
