/** Prints a record as JSON texts, and says whether the engine may store them without reading them again. */
import { readJson } from "@annotary/core/effect"
import { printJson } from "../files/json.ts"
import type { WireRecord } from "../model/toWire.ts"

export interface PrintedRecord {
  readonly attributes: string
  readonly metadata: string
  /** Null where the files have no label. */
  readonly label: string | null
  /** Whether all texts are minified JSON that the engine accepts. False: it may find a violation in one of them. */
  readonly isValidated: boolean
}

export const printRecord = ({ attributes, label, metadata }: WireRecord): PrintedRecord => {
  const [sample, more] = [printJson(attributes), printJson(metadata)]
  const clean = label === null ? null : printClean(label)
  const isValidated = clean !== undefined && isValid(sample) && isValid(more)
  return {
    attributes: sample,
    metadata: more,
    label: clean === undefined ? printJson(label) : clean,
    isValidated,
  }
}

/**
 * Prints a label, whose nesting is that of the contract. `JSON.stringify` writes every key once and no space, so that only texts that the
 * engine refuses could be wrong: U+0000 and lone surrogates, which it writes as escapes. Undefined for those, for a text that looks like one, and for a
 * `bigint`, which may be of any length.
 */
const printClean = (label: object): string | undefined => {
  try {
    const text = JSON.stringify(label)
    return text.includes("\\u") ? undefined : text
  } catch (cause) {
    if (cause instanceof TypeError) return undefined
    throw cause
  }
}

const isValid = (text: string): boolean => {
  const read = readJson(text)
  return read._tag === "Right" && read.right === text
}
