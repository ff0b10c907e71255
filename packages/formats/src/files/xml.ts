/** XML for readers, element by element with places, and for writers. */
import { SaxesParser } from "saxes"
import { FormatError } from "../FormatError.ts"
import { checkLimit, type Limits } from "./limits.ts"
import type { Source } from "./Source.ts"

/** An element with all that is in it. What is missing or of a wrong type is refused with its line. */
export class XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<XmlElement> = []
  /** The text directly in the element. */
  text = ""
  readonly #path: string
  readonly #line: number

  constructor(name: string, attributes: Readonly<Record<string, string>>, path: string, line: number) {
    this.name = name
    this.attributes = attributes
    this.#path = path
    this.#line = line
  }

  /** For messages: the file and the line. */
  get place(): string {
    return `${this.#path} line ${this.#line}`
  }

  fail(reason: string): never {
    throw new FormatError(this.#path, `line ${this.#line}: ${reason}`)
  }

  /** The first child of the name. */
  child(name: string): XmlElement | undefined {
    return this.children.find((child) => child.name === name)
  }

  all(name: string): ReadonlyArray<XmlElement> {
    return this.children.filter((child) => child.name === name)
  }

  /** The text of a child without spaces around it; empty without the child. */
  requireText(name: string): string {
    return this.child(name)?.text.trim() ?? ""
  }

  optional(attribute: string): string | undefined {
    return Object.hasOwn(this.attributes, attribute) ? this.attributes[attribute] : undefined
  }

  attribute(attribute: string): string {
    return this.optional(attribute) ?? this.fail(`<${this.name}> has no ${attribute}.`)
  }

  number(attribute: string): number {
    return this.parseNumber(this.attribute(attribute), attribute)
  }

  whole(attribute: string): number {
    const value = this.number(attribute)
    return Number.isSafeInteger(value) ? value : this.fail(`${attribute} must be a whole number.`)
  }

  /** A finite number of a text in the element. */
  parseNumber(text: string, what: string): number {
    const value = text.trim() === "" ? Number.NaN : Number(text)
    return Number.isFinite(value)
      ? value
      : this.fail(`${what} must be a finite number, not ${JSON.stringify(text)}.`)
  }
}

/** The children of the root, each when it is complete. Fails when the root has another name, or the file is not XML in UTF-8. */
export async function* xmlChildren(source: Source, path: string, root: string): AsyncGenerator<XmlElement> {
  if (!source.has(path)) throw new FormatError(path, "is missing.")
  const { done, open, parser } = makeXmlParser(path, root, source.limits)
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const decodeXml = (bytes?: Uint8Array) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch (cause) {
      throw new FormatError(path, "is not UTF-8 text.", { cause })
    }
  }
  for await (const bytes of source.stream(path)) {
    parser.write(decodeXml(bytes))
    yield* done.splice(0)
  }
  parser.write(decodeXml()).close()
  yield* done.splice(0)
  if (open.length > 0) throw new FormatError(path, "is not a complete XML file.")
}

const makeXmlParser = (path: string, root: string, limits: Limits) => {
  const parser = new SaxesParser()
  const open: Array<XmlElement> = []
  const done: Array<XmlElement> = []
  /** The elements in the child of the root that is read. */
  let count = 0
  parser.on("error", (cause) => {
    throw new FormatError(path, `is not XML: ${cause.message}`, { cause })
  })
  parser.on("opentag", ({ attributes, name }) => {
    const element = new XmlElement(name, attributes, path, parser.line)
    if (open.length === 0 && name !== root) element.fail(`must be <${root}>, not <${name}>.`)
    // A file whose elements are nested without end must not fill the memory.
    checkLimit(limits, "depth", open.length + 1, element, "the nesting of its elements")
    if (open.length > 1) open.at(-1)?.children.push(element)
    count = open.length > 1 ? count + 1 : 0
    checkLimit(limits, "values", count, element, `the number of elements in <${open[1]?.name ?? name}>`)
    open.push(element)
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element !== undefined && open.length > 1) element.text += text
  }
  parser.on("text", addText)
  parser.on("cdata", addText)
  parser.on("closetag", () => {
    const element = open.pop()
    if (element !== undefined && open.length === 1) done.push(element)
  })
  return { parser, open, done }
}

const escapes: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
}

/** Text for content and for attributes. Characters that XML cannot have become U+FFFD. */
export const escapeXmlText = (text: string): string =>
  /["&<>\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(text)
    ? text
        .replace(/[&<>"\t\n\r]/g, (character) => escapes[character] ?? character)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML excludes.
        .replace(/[\0-\x08\x0B\x0C\x0E-\x1F\p{Cs}\uFFFE\uFFFF]/gu, "\uFFFD")
    : text

/** An element on one line; `content` is XML already. Attributes that are undefined are left out. */
export const formatXmlElement = (
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content = "",
): string => {
  let text = `<${name}`
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) text += ` ${key}="${escapeXmlText(String(value))}"`
  return content === "" ? `${text}/>` : `${text}>${content}</${name}>`
}
