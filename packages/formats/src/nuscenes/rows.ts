/** The rows of a table with their places in the file, so that an index can find them again. */
import { FormatError } from "../FormatError.ts"
import { checkJson, parseJson } from "../files/json.ts"
import { checkLimit, type Limits } from "../files/limits.ts"
import { Node } from "../files/Node.ts"
import type { Source } from "../files/Source.ts"

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Calls `take` with each item of the list, and where its bytes are in the file; one that is neither an object nor a list has none. */
export const eachRow = async (
  source: Source,
  path: string,
  take: (element: Node, start: number, length: number) => void,
): Promise<void> => {
  if (!source.has(path)) throw new FormatError(path, "is missing.")
  let offset = 0
  /** 0 before the list, 1 in it, 2 and more in an object of it. */
  let depth = 0
  let isText = false
  let isEscaped = false
  let isClosed = false
  let start = 0
  let earlier: Array<Uint8Array> = []
  let index = 0
  /** In a text, number or word of the list. */
  let isOdd = false
  const endOdd = (): void => {
    if (!isOdd) return
    isOdd = false
    take(new Node(null, path, `/${index}`), start, 0)
    index += 1
  }
  const refuse = (): never => {
    throw new FormatError(path, "is no JSON list of objects, or ends early.")
  }
  for await (const chunk of source.stream(path)) {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isText = false
      } else if (depth >= 2) {
        if (byte === quote) isText = true
        else if (byte === openObject || byte === openList) depth += 1
        else if (byte === closeObject || byte === closeList) {
          depth -= 1
          if (depth > 1) continue
          const bytes = Buffer.concat([...earlier, chunk.subarray(from, at + 1)])
          earlier = []
          take(elementOf(bytes, path, index, source.limits), start, bytes.length)
          index += 1
        }
      } else if (depth === 1 && !isOdd && (byte === openObject || byte === openList)) {
        depth = 2
        start = offset + at
        from = at
      } else if (depth === 1 && byte === closeList) {
        endOdd()
        depth = 0
        isClosed = true
      } else if (depth === 0 && byte === openList && !isClosed) depth = 1
      else if (depth === 1 && byte === comma) endOdd()
      else if (depth === 1 && (isOdd || isScalar(byte))) {
        isOdd = true
        isText = byte === quote
      } else if (!(byte <= 0x20 || (offset + at < 3 && byte >= 0xbb))) refuse()
    }
    if (depth >= 2) {
      earlier.push(chunk.slice(from))
      checkLimit(source.limits, "bytes", offset + chunk.length - start, path, `the size of /${index}`)
    }
    offset += chunk.length
  }
  if (!isClosed) refuse()
}

/** Whether a text, a number, or `null`, `true` or `false` begins so. */
const isScalar = (byte: number): boolean =>
  byte === quote || byte === 0x2d || (byte >= 0x30 && byte <= 0x39) || [0x66, 0x6e, 0x74].includes(byte)

const elementOf = (bytes: Uint8Array, path: string, index: number, limits: Limits): Node => {
  const text = decode(bytes, path)
  checkJson(text, limits, path)
  return new Node(parseJson(text, path), path, `/${index}`)
}

const decode = (bytes: Uint8Array, path: string): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new FormatError(path, "is no text in UTF-8.", { cause })
  }
}

/** One row again, by its bytes. */
export const rowOf = (bytes: Uint8Array, path: string, limits: Limits): Node =>
  elementOf(bytes, path, 0, limits)
