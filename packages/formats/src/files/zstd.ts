/** Decodes Zstandard, which Node has only from version 22.15 on. */
import { ZSTDDecoder } from "zstddec"

const decoder = new ZSTDDecoder()

/** Resolves when `decodeZstd` may be called. */
export const prepareZstd = (): Promise<void> => decoder.init()

/** Fails when the frame does not have the length. The memory of that length is taken first, so the caller checks it against a limit. */
export const decodeZstd = (frame: Uint8Array, length: number): Uint8Array => {
  if (length === 0) return new Uint8Array()
  const bytes = decoder.decode(frame, length)
  if (bytes.length !== length) throw new Error(`A frame of Zstandard does not have ${length} bytes.`)
  return bytes
}
