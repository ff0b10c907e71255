/** Locates a fault in its text: line, column and, for a number, its JSON Pointer. */
import { type FaultReason, type JsonFault, sentences } from "./fault.ts"
import { readKey } from "./keys.ts"
import { findClosingQuote } from "./text.ts"

const numbers: ReadonlySet<FaultReason> = new Set(["token", "digits", "range"])

/** Locates a fault. Computed only for faults, so that valid texts do not pay for counting columns. */
export const locateFault = (bytes: Uint8Array, reason: FaultReason, offset: number): JsonFault => {
  const at = Math.min(offset, bytes.length)
  let line = 1
  let lineStart = 0
  for (let i = bytes.indexOf(newline); i >= 0 && i < at; i = bytes.indexOf(newline, i + 1)) {
    line += 1
    lineStart = i + 1
  }
  let column = 1
  for (let i = lineStart; i < at; i++) if (((bytes[i] ?? 0) & 0xc0) !== 0x80) column += 1
  const fault = { reason, message: sentences[reason], line, column, offset: at }
  return numbers.has(reason) ? { ...fault, pointer: findPointer(bytes, at) } : fault
}

const newline = 0x0a

/** The JSON Pointer of the value at an offset. Everything before it must be well-formed. */
const findPointer = (bytes: Uint8Array, offset: number): string => {
  /** The key or the index of each open container. */
  const path: Array<string | number> = []
  let keyStart = 0
  let keyEnd = 0
  for (let i = 0; i < offset; i++) {
    const byte = bytes[i]
    const last = path.length - 1
    if (byte === 0x22) {
      keyStart = i + 1
      keyEnd = findClosingQuote(bytes, keyStart)
      i = keyEnd
    } else if (byte === 0x7b) path.push("")
    else if (byte === 0x5b) path.push(0)
    else if (byte === 0x7d || byte === 0x5d) path.pop()
    else if (byte === 0x3a) path[last] = readKey(bytes, keyStart, keyEnd)
    else if (byte === 0x2c) {
      const index = path[last]
      if (typeof index === "number") path[last] = index + 1
    }
  }
  return path.map((key) => `/${typeof key === "number" || word.test(key) ? key : "*"}`).join("")
}

/** Only keys of one word are shown. Others could contain the phrases by which the SDK selects its exceptions. */
const word = /^\w{1,64}$/
