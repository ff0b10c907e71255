import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import {
  maxSearchLength,
  maxSearchTerms,
  parseSearch,
  type SearchSyntax,
} from "../../../src/reading/search/parseSearch.ts"

/** The search with each bracket that its tree implies. */
const format = (syntax: SearchSyntax): string => {
  if ("and" in syntax) return `(${syntax.and.map(format).join(" AND ")})`
  if ("or" in syntax) return `(${syntax.or.map(format).join(" OR ")})`
  if ("not" in syntax) return `NOT ${format(syntax.not)}`
  const name =
    syntax.name.kind === "bare" ? syntax.name.text : `${syntax.name.kind}.${quote(syntax.name.text)}`
  const values = syntax.values.map(({ isQuoted, text }) => (isQuoted ? quote(text) : text))
  if (syntax.operator === "has") return `has ${name}`
  return syntax.operator === "in"
    ? `${name} in (${values.join(", ")})`
    : `${name} ${syntax.operator} ${values.join()}`
}

const quote = (text: string): string => `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`

const read = (text: string): string =>
  Either.match(parseSearch(text), { onLeft: (wrong) => wrong, onRight: format })

describe("the text of a search", () => {
  it.each([
    ["a = 1", "a = 1"],
    ["a=1", "a = 1"],
    ["a>=1 and b<2", "(a >= 1 AND b < 2)"],
    ["a:x OR b:y AND NOT c!=z", "(a : x OR (b : y AND NOT c != z))"],
    ["(a:x or b:y) and c:z", "((a : x OR b : y) AND c : z)"],
    ["not not has a", "NOT NOT has a"],
    ['a in (x, "y z",3)', 'a in (x, "y z", 3)'],
    ['metadata.city = "New \\"York\\" \\\\"', 'metadata."city" = "New \\"York\\" \\\\"'],
    ['metadata."two words" = a', 'metadata."two words" = a'],
    ['"status" = a', 'metadata."status" = a'],
    ["metadata.a.b = 1", 'metadata."a.b" = 1'],
    ["category.car >= 5", 'category."car" >= 5'],
    ["created_at >= 2026-11-01T10:00:00Z", "created_at >= 2026-11-01T10:00:00Z"],
    ["a:b:c=d", "a : b:c=d"],
    ["(a:x)", "a : x"],
    ["a:and", "a : and"],
    ["  a\n=\t1  ", "a = 1"],
    ["ünïcode = 🚗", "ünïcode = 🚗"],
  ])("%s is read as %s", (text, expected) => {
    assert.strictEqual(read(text), expected)
  })

  it.each([
    ["car", "cannot be read at character 4: an operator is missing after car: != <= >= = < > : or in"],
    ["a = 1 b = 2", "cannot be read at character 7: AND or OR is missing"],
    ["a = ", "cannot be read at character 5: a value is missing"],
    ["(a = 1", "cannot be read at character 7: a closing bracket is missing"],
    ["a = 1)", "cannot be read at character 6: a bracket is closed that is not open"],
    ['a = "1', "cannot be read at character 5: a closing quote is missing"],
    ["a in 1", "cannot be read at character 6: a list in brackets is missing after in"],
    ["a in (1 2)", "cannot be read at character 9: a comma or a closing bracket is missing in the list"],
    [
      "and a = 1",
      'cannot be read at character 1: a name is missing before and: write "and" for a key of metadata',
    ],
    ["metadata. = 1", "cannot be read at character 10: a name is missing after metadata."],
    ["= 1", "cannot be read at character 1: a name is missing"],
    ["", "cannot be read at character 1: a name is missing"],
    ["a = \u0000", "must be text without U+0000 and lone surrogates"],
    ["x".repeat(maxSearchLength + 1), "must have at most 1000 characters"],
    [
      `${"(".repeat(22)}a = 1${")".repeat(22)}`,
      "cannot be read at character 22: NOT and brackets are nested more than 20 times",
    ],
  ])("%s is refused: %s", (text, expected) => {
    assert.strictEqual(read(text), expected)
  })

  it("has a limit of conditions", () => {
    const repeat = (times: number) => Array.from({ length: times }, () => "a = 1").join(" OR ")
    assert.isTrue(Either.isRight(parseSearch(repeat(maxSearchTerms))))
    assert.include(read(repeat(maxSearchTerms + 1)), "there are more than 30 conditions")
  })

  it("is a tree or a problem, never an exception, and keeps its meaning when written out", () => {
    const word = FastCheck.constantFrom(
      "a",
      "and",
      "OR",
      "not",
      "has",
      "in",
      "(",
      ")",
      ",",
      "=",
      ">=",
      ":",
      '"',
      "\\",
      " ",
      "metadata.",
      "1",
    )
    FastCheck.assert(
      FastCheck.property(FastCheck.array(word, { maxLength: 30 }), (words) => {
        const syntax = parseSearch(words.join(""))
        if (Either.isRight(syntax)) assert.strictEqual(read(format(syntax.right)), format(syntax.right))
      }),
      { numRuns: 2000 },
    )
  })
})
