/**
 * Parses the text of a search. NOT binds more tightly than AND, AND more tightly than OR; brackets group.
 *
 *     name:street AND (status = LABELED OR priority >= 5) AND NOT metadata.city in (Ghent, "New York")
 */
import { Either } from "effect"
import { isCleanText } from "../../domain/Names.ts"

/** The left side of a term. A name in quotes is a key of metadata. */
export interface SearchName {
  readonly kind: "bare" | "metadata" | "category"
  readonly text: string
}

export interface SearchValue {
  readonly text: string
  /** A value in quotes is a text, also where it reads as a number. */
  readonly isQuoted: boolean
}

export type SearchOperator = "=" | "!=" | "<" | "<=" | ">" | ">=" | ":" | "in" | "has"

/** One comparison. `has` has no value, `in` at least one, the others exactly one. */
export interface SearchTerm {
  readonly name: SearchName
  readonly operator: SearchOperator
  readonly values: ReadonlyArray<SearchValue>
}

export type SearchSyntax =
  | { readonly and: ReadonlyArray<SearchSyntax> }
  | { readonly or: ReadonlyArray<SearchSyntax> }
  | { readonly not: SearchSyntax }
  | SearchTerm

export const maxSearchLength = 1000
/** Each is a subquery of the database. */
export const maxSearchTerms = 30
const maxDepth = 20

/** The tree of a search; otherwise what is wrong, with the place as the number of a character from 1. */
export const parseSearch = (text: string): Either.Either<SearchSyntax, string> =>
  Either.try({
    try: () => new SearchParser(text).parse(),
    catch: (error) => {
      if (error instanceof SearchFault) return error.message
      throw error
    },
  })

/** The terms of a search in their order. */
export const listSearchTerms = (syntax: SearchSyntax): ReadonlyArray<SearchTerm> => {
  if ("and" in syntax) return syntax.and.flatMap(listSearchTerms)
  if ("or" in syntax) return syntax.or.flatMap(listSearchTerms)
  return "not" in syntax ? listSearchTerms(syntax.not) : [syntax]
}

class SearchFault extends Error {}

const operators = ["!=", "<=", ">=", "=", "<", ">", ":"] as const
const nameCharacters = /[^\s()",=<>!:]+/y
const valueCharacters = /[^\s()",]+/y
const keywords = new Set(["and", "or", "not", "has", "in"])
const prefixes = ["metadata", "category"] as const

class SearchParser {
  private readonly text: string
  private at = 0
  private terms = 0

  constructor(text: string) {
    this.text = text
  }

  parse(): SearchSyntax {
    if (this.text.length > maxSearchLength)
      throw new SearchFault(`must have at most ${maxSearchLength} characters`)
    if (!isCleanText(this.text)) throw new SearchFault("must be text without U+0000 and lone surrogates")
    const syntax = this.parseOr(0)
    this.skipSpace()
    if (this.at < this.text.length)
      throw this.fail(
        this.text.charAt(this.at) === ")" ? "a bracket is closed that is not open" : "AND or OR is missing",
      )
    return syntax
  }

  private parseOr(depth: number): SearchSyntax {
    const parts = [this.parseAnd(depth)]
    while (this.takeKeyword("or")) parts.push(this.parseAnd(depth))
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { or: parts }
  }

  private parseAnd(depth: number): SearchSyntax {
    const parts = [this.parseNot(depth)]
    while (this.takeKeyword("and")) parts.push(this.parseNot(depth))
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { and: parts }
  }

  private parseNot(depth: number): SearchSyntax {
    if (depth > maxDepth) throw this.fail(`NOT and brackets are nested more than ${maxDepth} times`)
    if (this.takeKeyword("not")) return { not: this.parseNot(depth + 1) }
    if (!this.take("(")) return this.parseTerm()
    const syntax = this.parseOr(depth + 1)
    if (!this.take(")")) throw this.fail("a closing bracket is missing")
    return syntax
  }

  private parseTerm(): SearchTerm {
    this.terms += 1
    if (this.terms > maxSearchTerms) throw this.fail(`there are more than ${maxSearchTerms} conditions`)
    if (this.takeKeyword("has")) return { name: this.parseName(), operator: "has", values: [] }
    const name = this.parseName()
    if (this.takeKeyword("in")) return { name, operator: "in", values: this.parseList() }
    const operator = operators.find((candidate) => this.take(candidate))
    if (operator === undefined)
      throw this.fail(`an operator is missing after ${name.text}: ${operators.join(" ")} or in`)
    return { name, operator, values: [this.parseValue()] }
  }

  private parseName(): SearchName {
    this.skipSpace()
    const start = this.at
    const quoted = this.takeQuoted()
    if (quoted !== null) return { kind: "metadata", text: quoted }
    const word = this.takePattern(nameCharacters)
    if (word === null) throw this.fail("a name is missing")
    for (const kind of prefixes) {
      if (!word.startsWith(`${kind}.`)) continue
      const text = word === `${kind}.` ? this.takeQuoted() : word.slice(kind.length + 1)
      if (text === null) throw this.fail(`a name is missing after ${kind}.`)
      return { kind, text }
    }
    if (keywords.has(word.toLowerCase())) {
      this.at = start
      throw this.fail(`a name is missing before ${word}: write "${word}" for a key of metadata`)
    }
    return { kind: "bare", text: word }
  }

  private parseList(): ReadonlyArray<SearchValue> {
    if (!this.take("(")) throw this.fail("a list in brackets is missing after in")
    const values = [this.parseValue()]
    while (this.take(",")) values.push(this.parseValue())
    if (!this.take(")")) throw this.fail("a comma or a closing bracket is missing in the list")
    return values
  }

  private parseValue(): SearchValue {
    this.skipSpace()
    const quoted = this.takeQuoted()
    if (quoted !== null) return { text: quoted, isQuoted: true }
    const word = this.takePattern(valueCharacters)
    if (word === null) throw this.fail("a value is missing")
    return { text: word, isQuoted: false }
  }

  /** Takes a text in quotes, in which a backslash stands before `"` and `\`. */
  private takeQuoted(): string | null {
    if (this.text.charAt(this.at) !== '"') return null
    let quoted = ""
    for (let at = this.at + 1; at < this.text.length; at++) {
      const character = this.text.charAt(at)
      if (character === '"') {
        this.at = at + 1
        return quoted
      }
      if (character === "\\" && /["\\]/.test(this.text.charAt(at + 1))) at += 1
      quoted += this.text.charAt(at)
    }
    throw this.fail("a closing quote is missing")
  }

  private takeKeyword(keyword: string): boolean {
    this.skipSpace()
    const start = this.at
    if (this.takePattern(nameCharacters)?.toLowerCase() === keyword) return true
    this.at = start
    return false
  }

  private take(expected: string): boolean {
    this.skipSpace()
    if (!this.text.startsWith(expected, this.at)) return false
    this.at += expected.length
    return true
  }

  private takePattern(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text)
    if (match === null) return null
    this.at = pattern.lastIndex
    return match[0]
  }

  private skipSpace(): void {
    this.takePattern(/\s*/y)
  }

  private fail(problem: string): SearchFault {
    return new SearchFault(`cannot be read at character ${this.at + 1}: ${problem}`)
  }
}
