/** JSON as text: a member of an object as it was written, and the same text in lines. Digits are never touched. Pure. */

/** The text of a member of the outermost object. */
export const memberText = (text: string, key: string): string | null => {
  let depth = 0
  let found: number | null = null
  let name: string | null = null
  for (const { at, end, kind } of tokens(text)) {
    if (kind === "open") depth += 1
    if (kind === "close") depth -= 1
    const ends = (kind === "comma" && depth === 1) || (kind === "close" && depth === 0)
    if (ends && found !== null) return text.slice(found, at).trim()
    if (depth === 1 && kind === "string" && found === null) name = text.slice(at, end)
    if (depth === 1 && kind === "colon" && found === null && name === JSON.stringify(key)) found = end
  }
  return null
}

/** The text with one member or element in a line. */
export const indented = (text: string): string => {
  let depth = 0
  let result = ""
  let opened = false
  const line = () => `\n${"  ".repeat(depth)}`
  for (const { at, end, kind } of tokens(text)) {
    const word = text.slice(at, end)
    if (kind === "close") {
      depth -= 1
      result += opened ? word : line() + word
    } else if (kind === "comma") result += word + line()
    else if (kind === "colon") result += ": "
    else result += opened ? line() + word : word
    if (kind === "open") depth += 1
    opened = kind === "open"
  }
  return result
}

type Kind = "open" | "close" | "comma" | "colon" | "string" | "word"

interface Token {
  readonly at: number
  readonly end: number
  readonly kind: Kind
}

const kinds: Readonly<Record<string, Kind>> = {
  "{": "open",
  "[": "open",
  "}": "close",
  "]": "close",
  ",": "comma",
  ":": "colon",
  '"': "string",
}

function* tokens(text: string): Generator<Token> {
  for (const { 0: word, index: at } of text.matchAll(/[{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/gs))
    yield { at, end: at + word.length, kind: kinds[word.charAt(0)] ?? "word" }
}
