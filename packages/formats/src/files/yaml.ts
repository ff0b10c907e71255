/** YAML files of datasets, read by the library `yaml`. Every scalar is the text that stands in the file: `yes` and `007` are names. */
import { Lexer, Parser, parseDocument } from "yaml"
import { FormatError } from "../FormatError.ts"
import { checkLimit, defaultLimits, type Limits } from "./limits.ts"
import { indentFlows } from "./yamlFlows.ts"

/** A text, a list, or a mapping whose keys are texts. */
export type YamlValue = string | ReadonlyArray<YamlValue> | YamlMap

export interface YamlMap extends ReadonlyMap<string, YamlValue> {}

/** The mapping that the file consists of. Fails with the line and the reason of the library. */
export const parseYaml = (text: string, path: string, limits: Limits = defaultLimits): YamlMap => {
  checkNesting(text, path, limits)
  const document = parseIndented(text)
  const [error] = document.errors
  if (error !== undefined) throw new FormatError(path, `is not YAML: ${getFirstLine(error.message)}.`)
  const value = toValue(document, path)
  if (!(value instanceof Map)) throw new FormatError(path, "is not a mapping of YAML.")
  return value
}

/**
 * Checks the nesting and the number of values before the library builds the document, which recurses. The parser beneath does not: its
 * stack has the document, its collections, and maybe a value.
 */
const checkNesting = (text: string, path: string, limits: Limits): void => {
  const parser = new Parser()
  let values = 0
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) if (token.type === "error") return
    const isInCollection = /collection|map|seq/.test(parser.stack.at(-1)?.type ?? "")
    const depth = parser.stack.length - (isInCollection ? 1 : 2)
    checkLimit(limits, "depth", depth, path, "the nesting of its lists and mappings")
    if (lexeme === plainScalar || /^["']/.test(lexeme)) values += 1
    checkLimit(limits, "values", values, path, "the number of its values")
  }
}

/** The lexer announces a scalar without quotes, and the first line of a block, by this character. */
const plainScalar = "\u001f"

const parse = (text: string) => parseDocument(text, { schema: "failsafe", merge: true })

/**
 * PyYAML takes a list in brackets whose lines are not indented, which the library refuses: all such lines are indented then. A bracket that
 * is never closed stays an error.
 */
const parseIndented = (text: string) => {
  const document = parse(text)
  const [error] = document.errors
  if (error?.code !== "BAD_INDENT" || error.linePos?.[0].col !== 1) return document
  const indented = parse(indentFlows(text))
  return indented.errors.length === 0 ? indented : document
}

const toValue = (document: ReturnType<typeof parseIndented>, path: string): unknown => {
  try {
    return document.toJS({ mapAsMap: true })
  } catch (cause) {
    if (String(cause).includes("Excessive alias count"))
      throw new FormatError(path, "has aliases that stand for too many values.", { cause })
    throw new FormatError(path, `is not YAML: ${getFirstLine(String(cause))}.`, { cause })
  }
}

const getFirstLine = (message: string): string => (message.split("\n")[0] ?? "").replace(/[.:]$/, "")

/** The text of a value; undefined for a list, a mapping, and where there is nothing. */
export const toText = (value: YamlValue | undefined): string | undefined =>
  typeof value === "string" && !/^(null|~|)$/i.test(value) ? value : undefined

/** The texts of a text or of a list of texts; undefined for anything else. */
export const toTexts = (value: YamlValue | undefined): ReadonlyArray<string> | undefined => {
  const items = Array.isArray(value) ? value : [value]
  const texts = items.map(toText)
  return texts.every((text) => text !== undefined) ? texts : undefined
}
