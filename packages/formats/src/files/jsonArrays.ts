/** Splits a large JSON document at its top level, so that no more than one element of a list is in memory. */
import { isUtf8 } from "node:buffer"
import { FormatError } from "../FormatError.ts"
import { checkLimit, type Limits } from "./limits.ts"
import type { Source } from "./Source.ts"

export interface JsonPart {
  /** The member of the document. */
  readonly key: string
  /** Its place in the list; null for a member that is no split list. */
  readonly index: number | null
  /** The offset of its first byte in the file. */
  readonly start: number
  readonly text: string
  /** The text in UTF-8. It may be a part of a larger buffer. */
  readonly bytes: Uint8Array
  /** The number of its bytes. */
  readonly length: number
}

export interface JsonMembers {
  /** Lists that are split into their elements. */
  readonly lists: ReadonlyArray<string>
  /** Members that come as a whole. All others are skipped. */
  readonly whole?: ReadonlyArray<string>
  /** The key of the elements of a document that is a list itself; without it such a document is refused. */
  readonly root?: string
  /** Refuses a document that is not a list. */
  readonly isList?: boolean
  /** Called with the key of each member that is skipped. */
  readonly skip?: (key: string) => void
}

/** Calls `take` with each part, in the order of the file. Fails when the document is not a JSON object or ends early. */
export const splitJson = async (
  source: Source,
  path: string,
  members: JsonMembers,
  take: (part: JsonPart) => void,
  onRead?: (bytes: number) => void,
): Promise<void> => {
  if (!source.has(path)) throw new FormatError(path, "is missing.")
  const splitter = new Splitter(path, members, take, source.limits)
  for await (const chunk of source.stream(path)) {
    splitter.push(chunk)
    onRead?.(chunk.length)
  }
  splitter.end()
}

/** Yields the elements of a document that is one list. */
export async function* splitJsonList(source: Source, path: string): AsyncGenerator<JsonPart> {
  if (!source.has(path)) throw new FormatError(path, "is missing.")
  const parts: Array<JsonPart> = []
  const splitter = new Splitter(path, wholeList, (part) => parts.push(part), source.limits)
  for await (const chunk of source.stream(path)) {
    splitter.push(chunk)
    yield* parts.splice(0)
  }
  splitter.end()
}

/** The elements of a document that is one list. */
export const wholeList: JsonMembers = { lists: [], root: "", isList: true }

/** Between the parts, or within a key or value. */
type At = "start" | "key" | "in key" | "colon" | "value" | "in value" | "after value" | "end"

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

class Splitter {
  readonly #path: string
  readonly #members: JsonMembers
  readonly #take: (part: JsonPart) => void
  readonly #limits: Limits
  #at: At = "start"
  /** The offset of the chunk in the file. */
  #offset = 0
  #key = ""
  /** The next place in the list that is split; null outside of such a list. */
  #index: number | null = null
  /** Whether the list or object may end here: not behind a comma. */
  #mayEnd = true
  /** Whether the split list is the document itself. */
  #isRoot = false
  #depth = 0
  /** Those of the part: lists, objects, and what follows a comma. */
  #values = 0
  #isText = false
  #isEscaped = false
  #start = 0
  #isKept = false
  /** The bytes of a part from earlier chunks. */
  #earlier: Array<Uint8Array> = []

  constructor(path: string, members: JsonMembers, take: (part: JsonPart) => void, limits: Limits) {
    this.#limits = limits
    this.#path = path
    this.#members = members
    this.#take = take
  }

  push(chunk: Uint8Array): void {
    let from = 0
    if (this.#offset === 0 && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) from = 3
    for (let i = from; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0
      if (this.#at === "in value" || this.#at === "in key") i = this.#inside(chunk, i)
      else if (!isSpace(byte)) this.#between(byte, i)
    }
    if (this.#isKept && (this.#at === "in value" || this.#at === "in key")) {
      this.#earlier.push(chunk.slice(Math.max(0, this.#start - this.#offset)))
      const bytes = this.#offset + chunk.length - this.#start
      checkLimit(this.#limits, "bytes", bytes, this.#path, `the size of ${this.#place}`)
    }
    this.#offset += chunk.length
  }

  end(): void {
    if (this.#at !== "end") throw new FormatError(this.#path, "is not JSON: it ends early.")
  }

  #refuse(at: number): never {
    const expected = this.#members.isList === true ? "list" : "object"
    throw new FormatError(this.#path, `is not a JSON ${expected}, or is broken at byte ${this.#offset + at}.`)
  }

  #between(byte: number, i: number): void {
    switch (this.#at) {
      case "start":
        if (byte === openList && this.#members.root !== undefined) this.#beginRoot(this.#members.root)
        else if (byte !== openObject || this.#members.isList === true) this.#refuse(i)
        else this.#at = "key"
        return
      case "key":
        if (byte === quote) this.#begin("in key", i, true)
        else if (byte === closeObject && this.#mayEnd) this.#at = "end"
        else this.#refuse(i)
        return
      case "colon":
        if (byte !== colon) this.#refuse(i)
        this.#at = "value"
        return
      case "value":
        this.#value(byte, i)
        return
      case "after value":
        if (byte === comma) {
          this.#mayEnd = false
          this.#at = this.#index === null ? "key" : "value"
        } else if (byte === (this.#index === null ? closeObject : closeList)) this.#close()
        else this.#refuse(i)
        return
      default:
        this.#refuse(i)
    }
  }

  #beginRoot(key: string): void {
    this.#isRoot = true
    this.#key = key
    this.#index = 0
    this.#at = "value"
  }

  #value(byte: number, i: number): void {
    if (this.#index === null && this.#members.lists.includes(this.#key)) {
      if (byte !== openList) throw new FormatError(this.#path, `/${this.#key} must be a list.`)
      this.#index = 0
      this.#mayEnd = true
      return
    }
    if (this.#index !== null && byte === closeList && this.#mayEnd) {
      this.#close()
      return
    }
    if (byte === comma || byte === closeList || byte === closeObject || byte === colon) this.#refuse(i)
    const isTaken = this.#index !== null || this.#members.whole?.includes(this.#key) === true
    if (!isTaken) this.#members.skip?.(this.#key)
    this.#begin("in value", i, isTaken)
    this.#depth = byte === openObject || byte === openList ? 1 : 0
    this.#values = 1
    this.#isText = byte === quote
  }

  #begin(at: "in key" | "in value", i: number, isKept: boolean): void {
    this.#at = at
    this.#start = this.#offset + i
    this.#isKept = isKept
    this.#isText = true
    this.#isEscaped = false
    this.#depth = 0
    this.#values = 0
    this.#earlier = []
  }

  /** For messages. */
  get #place(): string {
    if (this.#at === "in key") return `the key at byte ${this.#start}`
    if (this.#index === null) return `/${this.#key}`
    return this.#key === "" ? `/${this.#index}` : `/${this.#key}/${this.#index}`
  }

  /** A list or object begins. */
  #nest(): void {
    this.#depth += 1
    this.#values += 1
    checkLimit(this.#limits, "depth", this.#depth, this.#path, `the nesting of ${this.#place}`)
  }

  /** Goes on within a key or value. Returns the place of the last byte that belongs to it, or of the chunk. */
  #inside(chunk: Uint8Array, from: number): number {
    for (let i = from; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0
      if (this.#isText) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === backslash) this.#isEscaped = true
        else if (byte === quote) {
          this.#isText = false
          if (this.#depth === 0) return this.#finish(chunk, i + 1)
        }
      } else if (byte === quote) this.#isText = true
      else if (byte === openObject || byte === openList) this.#nest()
      else if (byte === comma && this.#depth > 0) this.#values += 1
      else if (byte === closeObject || byte === closeList) {
        if (this.#depth === 0) return this.#finish(chunk, i)
        this.#depth -= 1
        if (this.#depth === 0) return this.#finish(chunk, i + 1)
      } else if (this.#depth === 0 && (byte === comma || isSpace(byte))) return this.#finish(chunk, i)
    }
    return chunk.length
  }

  #finish(chunk: Uint8Array, end: number): number {
    if (this.#isKept)
      checkLimit(
        this.#limits,
        "values",
        this.#values,
        this.#path,
        `the number of JSON values in ${this.#place}`,
      )
    if (this.#isKept) this.#takeLast(chunk.subarray(Math.max(0, this.#start - this.#offset), end))
    this.#at = this.#at === "in key" ? "colon" : "after value"
    return end - 1
  }

  #takeLast(last: Uint8Array): void {
    const bytes = this.#earlier.length === 0 ? bufferOver(last) : Buffer.concat([...this.#earlier, last])
    this.#earlier = []
    if (!isUtf8(bytes)) throw new FormatError(this.#path, `is not UTF-8 text at byte ${this.#start}.`)
    const text = bytes.toString()
    if (this.#at === "in key") {
      this.#key = this.#parseKey(text)
      return
    }
    this.#take({
      key: this.#key,
      index: this.#index,
      start: this.#start,
      text,
      bytes,
      length: bytes.length,
    })
    if (this.#index !== null) this.#index += 1
  }

  #parseKey(text: string): string {
    try {
      return String(JSON.parse(text))
    } catch (cause) {
      throw new FormatError(this.#path, `is not JSON at byte ${this.#start}.`, { cause })
    }
  }

  /** Of the split list, or of the document. */
  #close(): void {
    this.#at = this.#index === null || this.#isRoot ? "end" : "after value"
    this.#index = null
  }
}

const bufferOver = ({ buffer, byteLength, byteOffset }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
