/** Reads a JSON file that is one long list, with one element in memory at a time. */
import { FormatError } from "../FormatError.ts"
import { parseJson } from "./json.ts"
import { checkLimit, type Limits } from "./limits.ts"
import { Node } from "./Node.ts"
import type { Source } from "./Source.ts"

/** The elements in their order. Fails when the file is no list, or ends early. */
export async function* jsonList(source: Source, path: string): AsyncGenerator<Node> {
  if (!source.has(path)) throw new FormatError(path, "is missing.")
  const splitter = new Splitter(path, source.limits)
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const decoded = (bytes?: Uint8Array) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch (cause) {
      throw new FormatError(path, "is no text in UTF-8.", { cause })
    }
  }
  let index = 0
  for await (const bytes of source.stream(path))
    for (const text of splitter.push(decoded(bytes))) {
      yield new Node(parseJson(text, `${path} /${index}`), path, `/${index}`)
      index += 1
    }
  splitter.push(decoded())
  splitter.end()
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

class Splitter {
  readonly #path: string
  readonly #limits: Limits
  #state: "start" | "element" | "end" = "start"
  #depth = 0
  #isText = false
  #isEscaped = false
  #count = 0
  /** Those of the element: lists, objects, and what follows a comma. */
  #values = 0
  /** The element so far. */
  #pending = ""

  constructor(path: string, limits: Limits) {
    this.#path = path
    this.#limits = limits
  }

  /** The elements that are complete with the text. */
  push(text: string): ReadonlyArray<string> {
    const found: Array<string> = []
    let from = 0
    const take = (end: number) => {
      const element = (this.#pending + text.slice(from, end)).trim()
      this.#check("values", this.#values, "the number of its JSON values")
      this.#pending = ""
      this.#values = 0
      return element
    }
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (this.#state !== "element") {
        if (isSpace(code)) continue
        if (this.#state === "end" || code !== openList) this.#refuse("is no JSON list.")
        this.#state = "element"
        from = i + 1
      } else if (this.#isText) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (code === backslash) this.#isEscaped = true
        else if (code === quote) this.#isText = false
      } else if (code === quote) this.#isText = true
      else if (code === openObject || code === openList) {
        this.#depth += 1
        this.#values += 1
        this.#check("depth", this.#depth, "the nesting of its lists and objects")
      } else if (this.#depth > 0) {
        if (code === closeObject || code === closeList) this.#depth -= 1
        else if (code === comma) this.#values += 1
      } else if (code === comma || code === closeList) {
        const element = take(i)
        if (element !== "") found.push(element)
        else if (code === comma || this.#count > 0) this.#refuse("has an empty place in its list.")
        this.#count += 1
        from = i + 1
        if (code === closeList) this.#state = "end"
      }
    }
    if (this.#state === "element") this.#pending += text.slice(from)
    this.#check("bytes", this.#pending.length, "its size")
    return found
  }

  /** Of the element that is read. */
  #check(name: keyof Limits, value: number, what: string): void {
    checkLimit(
      this.#limits,
      name,
      value,
      { fail: (reason) => this.#refuse(`/${this.#count}: ${reason}`) },
      what,
    )
  }

  end(): void {
    if (this.#state !== "end") this.#refuse("is no whole JSON list: it ends early.")
  }

  #refuse(reason: string): never {
    throw new FormatError(this.#path, reason)
  }
}
