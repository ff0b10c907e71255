/**
 * The text of a metadata filter: `key:value,key:value`. `\\,`, `\\:` and `\\\\` stand for the character itself; any other backslash is
 * kept. A pair of several colons matches in each way in which it can be read, because clients cannot escape what they do not know.
 */
import { Either } from "effect"

interface Pair {
  readonly key: string
  readonly value: string
}

/** A pair, and the other readings of its text. */
export interface FilterPair extends Pair {
  readonly alternatives?: ReadonlyArray<Pair>
}

/** The most readings of a pair: texts of more colons have to be escaped. */
const maxReadings = 8

export const filterSyntax =
  "must be key:value,key:value; write \\, for a comma within a value, and \\: for a colon within a key"

/** Parses the pairs of a filter; fails with what is wrong. */
export const parseFilters = (text: string): Either.Either<ReadonlyArray<FilterPair>, string> => {
  const pairs: Array<FilterPair> = []
  for (const part of splitParts(text)) {
    if (part.colons.length > maxReadings)
      return Either.left("has a pair of too many colons; write \\: for each")
    const [first, ...alternatives] = part.colons
      .filter((colon) => colon > 0)
      .map((colon) => ({ key: part.text.slice(0, colon), value: part.text.slice(colon + 1) }))
    if (first === undefined) return Either.left(filterSyntax)
    pairs.push(alternatives.length === 0 ? first : { ...first, alternatives })
  }
  return Either.right(pairs)
}

interface Part {
  readonly text: string
  /** The places of the colons that are not escaped. */
  readonly colons: ReadonlyArray<number>
}

const splitParts = (text: string): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let part = ""
  let colons: Array<number> = []
  const end = (): void => {
    parts.push({ text: part, colons })
    part = ""
    colons = []
  }
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === "\\" && /[,:\\]/.test(text.charAt(at + 1))) part += text.charAt(++at)
    else if (character === ",") end()
    else {
      if (character === ":") colons.push(part.length)
      part += character
    }
  }
  end()
  return parts
}
