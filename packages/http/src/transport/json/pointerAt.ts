/** The JSON Pointer of the value that begins at an offset. What stands before it must be well-formed. */
import { keyText } from "./keys.ts"
import { closingQuote } from "./text.ts"

export const pointerAt = (bytes: Uint8Array, offset: number): string => {
  /** The key or the index of each open container. */
  const path: Array<string | number> = []
  let keyStart = 0
  let keyEnd = 0
  for (let i = 0; i < offset; i++) {
    const byte = bytes[i]
    const last = path.length - 1
    if (byte === 0x22) {
      keyStart = i + 1
      keyEnd = closingQuote(bytes, keyStart)
      i = keyEnd
    } else if (byte === 0x7b) path.push("")
    else if (byte === 0x5b) path.push(0)
    else if (byte === 0x7d || byte === 0x5d) path.pop()
    else if (byte === 0x3a) path[last] = keyText(bytes, keyStart, keyEnd)
    else if (byte === 0x2c) {
      const index = path[last]
      if (typeof index === "number") path[last] = index + 1
    }
  }
  return path.map((key) => `/${typeof key === "number" || word.test(key) ? key : "*"}`).join("")
}

/** Keys of one word are told. Others could hold the phrases by which the SDK chooses its exceptions. */
const word = /^\w{1,64}$/
