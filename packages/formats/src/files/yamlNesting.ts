/** The nesting and the number of values of YAML, counted before the library builds the document, which recurses. */
import { Lexer, Parser } from "yaml"
import { checkLimit, type Limits } from "./limits.ts"

/**
 * Returns the first error with its place, without looking further: the library would build what follows it. The parser beneath does not recurse:
 * its stack has the document, its collections, and maybe a value.
 */
export const checkNesting = (text: string, path: string, limits: Limits): string | undefined => {
  const [parser, counter] = [new Parser(), new ValueCounter()]
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme))
      if (token.type === "error") return `${token.message}${formatPlace(text, token.offset)}`
    const isInCollection = /collection|map|seq/.test(parser.stack.at(-1)?.type ?? "")
    const depth = parser.stack.length - (isInCollection ? 1 : 2)
    checkLimit(limits, "depth", depth, path, "the nesting of its lists and mappings")
    counter.add(lexeme)
    checkLimit(limits, "values", counter.values, path, "the number of its values")
  }
  return undefined
}

const formatPlace = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split("\n")
  return ` at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

/** The lexer announces a scalar without quotes, and the first line of a block, by this character. */
const plainScalar = "\u001f"

/** It stands before the first lexeme of a document. */
const documentStart = "\u0002"

/** Counts scalars, aliases, empty lists and mappings, and items without a value. */
class ValueCounter {
  values = 0
  #previous = ""

  add(lexeme: string): void {
    const isContent = this.#previous === plainScalar
    if (!isContent && isSpace(lexeme)) return
    if (!isContent) this.values += countValues(this.#previous, lexeme)
    this.#previous = isContent ? "" : lexeme
  }
}

const countValues = (previous: string, lexeme: string): number => {
  if (lexeme === plainScalar || /^["'*]/.test(lexeme)) return 1
  const isEmptyItem = lexeme === "," && /^[,[{]$/.test(previous)
  const isEmptyCollection = /^[\]}]$/.test(lexeme) && /^[[{]$/.test(previous)
  const isSecondMark = /^[-?]$/.test(lexeme) && /^[-?]$/.test(previous)
  return isEmptyItem || isEmptyCollection || isSecondMark ? 1 : 0
}

const isSpace = (lexeme: string): boolean => lexeme === documentStart || /^(?:[\s\uFEFF]|#|$)/.test(lexeme)
