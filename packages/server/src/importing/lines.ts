/** The lines of a file of any size, as bytes. Empty lines are counted and skipped. */
import { createReadStream } from "node:fs"

export interface Line {
  /** From 1. */
  readonly number: number
  /** Null when the line is too long. */
  readonly bytes: Uint8Array | null
}

/** Labels of long sequences have tens of megabytes; a file without line breaks must not fill the memory. */
const maxLineBytes = 128 * 1024 * 1024

export async function* readLines(path: string): AsyncGenerator<Line> {
  let number = 0
  let parts: Array<Buffer> = []
  let length = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    if (!Buffer.isBuffer(chunk)) continue
    let start = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      parts.push(chunk.subarray(start, end))
      length += end - start
      start = end + 1
      number += 1
      if (length > maxLineBytes) yield { number, bytes: null }
      else if (!isBlank(parts)) yield { number, bytes: Buffer.concat(parts) }
      parts = []
      length = 0
    }
    length += chunk.length - start
    if (length <= maxLineBytes) parts.push(chunk.subarray(start))
    else parts = []
  }
  number += 1
  if (length > maxLineBytes) yield { number, bytes: null }
  else if (!isBlank(parts)) yield { number, bytes: Buffer.concat(parts) }
}

const newline = 0x0a

const isBlank = (parts: ReadonlyArray<Buffer>): boolean =>
  parts.every((part) => part.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d))
