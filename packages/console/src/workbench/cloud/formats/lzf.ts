/** Decompresses LZF, in which PCD files are compressed. */
import { CloudError } from "./CloudError.ts"

/** Decompresses to a known size. Throws for data that is not LZF of that size. */
export const decompressLzf = (input: Uint8Array, size: number): Uint8Array<ArrayBuffer> => {
  const output = new Uint8Array(size)
  let from = 0
  let to = 0
  while (from < input.length) {
    const control = input[from++] ?? 0
    if (control < 32) {
      const length = control + 1
      if (from + length > input.length || to + length > size) throw new CloudError("damaged")
      output.set(input.subarray(from, from + length), to)
      from += length
      to += length
      continue
    }
    let length = control >> 5
    if (length === 7) length += input[from++] ?? 0
    const back = to - ((control & 0x1f) << 8) - (input[from++] ?? 0) - 1
    length += 2
    if (back < 0 || to + length > size || from > input.length) throw new CloudError("damaged")
    // Byte by byte: a repeat may reach into what it writes.
    for (let index = 0; index < length; index++) output[to + index] = output[back + index] ?? 0
    to += length
  }
  if (to !== size) throw new CloudError("damaged")
  return output
}
