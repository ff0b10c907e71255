/** Reads a text file line by line. */
import { FormatError } from "../FormatError.ts"
import { checkLimit } from "./limits.ts"
import type { Source } from "./Source.ts"

export interface Line {
  /** From 1. */
  readonly number: number
  readonly text: string
}

/** Without their ends, and without empty lines. Fails when the file is not UTF-8. */
export async function* readLines(source: Source, path: string): AsyncGenerator<Line> {
  if (!source.has(path)) throw new FormatError(path, "is missing.")
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let pending = ""
  let number = 0
  for await (const chunk of source.stream(path)) {
    const lines = (pending + decode(decoder, chunk, path)).split("\n")
    pending = lines.pop() ?? ""
    checkLimit(source.limits, "line", pending.length, path, `the length of line ${number + lines.length + 1}`)
    for (const text of lines) {
      number += 1
      if (text.trim() !== "") yield { number, text: text.replace(/\r$/, "") }
    }
  }
  pending += decode(decoder, undefined, path)
  if (pending.trim() !== "") yield { number: number + 1, text: pending }
}

const decode = (
  decoder: InstanceType<typeof TextDecoder>,
  chunk: Uint8Array | undefined,
  path: string,
): string => {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch (cause) {
    throw new FormatError(path, "is not UTF-8 text.", { cause })
  }
}
