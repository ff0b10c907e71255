/** YAML files of datasets, read by the library `yaml`. Every scalar is the text that stands in the file: `yes` and `007` are names. */
import { parseDocument } from "yaml"
import { FormatError } from "../FormatError.ts"
import { defaultLimits, type Limits } from "./limits.ts"
import { indentFlows } from "./yamlFlows.ts"
import { checkNesting } from "./yamlNesting.ts"

/** A text, a list, or a mapping whose keys are texts. */
export type YamlValue = string | ReadonlyArray<YamlValue> | YamlMap

export interface YamlMap extends ReadonlyMap<string, YamlValue> {}

/** The mapping that the file consists of. Fails with the line and the reason of the library. */
export const parseYaml = (text: string, path: string, limits: Limits = defaultLimits): YamlMap => {
  const document = parseIndented(text, path, limits)
  const [error] = document.errors
  if (error !== undefined) throw new FormatError(path, `is not YAML: ${getFirstLine(error.message)}.`)
  const value = toValue(document, path)
  if (!(value instanceof Map)) throw new FormatError(path, "is not a mapping of YAML.")
  return value
}

const parse = (text: string) => parseDocument(text, { schema: "failsafe", merge: true })

/**
 * PyYAML takes a list in brackets whose lines are not indented, which the library refuses: all such lines are indented then. A bracket that
 * is never closed stays an error.
 */
const parseIndented = (text: string, path: string, limits: Limits) => {
  const parseChecked = (own: string) => {
    const error = checkNesting(own, path, limits)
    return error === undefined ? parse(own) : `is not YAML: ${error}.`
  }
  const document = parseChecked(text)
  if (typeof document !== "string" && !isBadlyIndented(document)) return document
  const indented = parseChecked(indentFlows(text))
  if (typeof indented !== "string" && indented.errors.length === 0) return indented
  if (typeof document === "string") throw new FormatError(path, document)
  return document
}

const isBadlyIndented = ({ errors: [error] }: ReturnType<typeof parse>): boolean =>
  error?.code === "BAD_INDENT" && error.linePos?.[0].col === 1

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
