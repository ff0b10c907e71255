/** YAML files of datasets, read by the library `yaml`. Every scalar is the text that stands in the file: `yes` and `007` are names. */
import { parseDocument } from "yaml"
import { FormatError } from "../FormatError.ts"

/** A text, a list, or a mapping whose keys are texts. */
export type YamlValue = string | ReadonlyArray<YamlValue> | YamlMap

export interface YamlMap extends ReadonlyMap<string, YamlValue> {}

/** Lines that are indented before a file is refused. */
const maxIndented = 2000

/** The mapping that the file consists of. Fails with the line and the reason of the library. */
export const parseYaml = (text: string, path: string): YamlMap => {
  const document = parseIndented(text, maxIndented)
  const [error] = document.errors
  if (error !== undefined) throw new FormatError(path, `is not YAML: ${firstLine(error.message)}.`)
  const value = toValue(document, path)
  if (!(value instanceof Map)) throw new FormatError(path, "is not a mapping of YAML.")
  return value
}

/**
 * PyYAML takes a list in brackets whose lines are not indented, which the library refuses: such lines are indented one by one. A bracket
 * that is never closed stays an error.
 */
const parseIndented = (text: string, remaining: number) => {
  let lines = text.split("\n")
  for (let left = remaining; ; left--) {
    const document = parseDocument(lines.join("\n"), { schema: "failsafe", merge: true })
    const [error] = document.errors
    const start = error?.linePos?.[0]
    if (error?.code !== "BAD_INDENT" || start?.col !== 1 || left === 0) return document
    lines = lines.map((line, index) => (index === start.line - 1 ? ` ${line}` : line))
  }
}

const toValue = (document: ReturnType<typeof parseIndented>, path: string): unknown => {
  try {
    return document.toJS({ mapAsMap: true })
  } catch (cause) {
    throw new FormatError(path, `is not YAML: ${firstLine(String(cause))}.`, { cause })
  }
}

const firstLine = (message: string): string => (message.split("\n")[0] ?? "").replace(/[.:]$/, "")

/** The text of a value; undefined for a list, a mapping, and where there is nothing. */
export const toText = (value: YamlValue | undefined): string | undefined =>
  typeof value === "string" && !/^(null|~|)$/i.test(value) ? value : undefined

/** The texts of a text or of a list of texts; undefined for anything else. */
export const toTexts = (value: YamlValue | undefined): ReadonlyArray<string> | undefined => {
  const items = Array.isArray(value) ? value : [value]
  const texts = items.map(toText)
  return texts.every((text) => text !== undefined) ? texts : undefined
}
