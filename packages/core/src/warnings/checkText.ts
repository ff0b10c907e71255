/**
 * Checks the text of a label by the text of a configuration, for keeping: each warning gets its id, and a digest of what it is
 * about. It runs to its end in one go and needs nothing but its question, so a thread of its own may do it.
 */

import type { TextCheckResult } from "../domain/CheckResult.ts"
import type { Configuration } from "../domain/Configuration.ts"
import type { TaskType } from "../domain/Dataset.ts"
import { sha256Hex } from "../domain/digest.ts"
import type { WarningId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"
import { checkStructure } from "../domain/structure/checkStructure.ts"
import type { Warning } from "../domain/Warning.ts"
import { checkCompiled } from "./checkLabel.ts"
import { compile } from "./compile.ts"
import type { CompiledConfiguration } from "./rules/Compiled.ts"
import { textOf } from "./rules/textOf.ts"

export interface CheckRequest {
  /** The attributes of a label; null: there are none. */
  readonly label: JsonText | null
  /** A configuration that was found valid. */
  readonly configuration: JsonText
  /** What the label's structure is checked by. */
  readonly taskType: TaskType
  readonly maxWarnings: number
  /** Check the structure alone. */
  readonly structureOnly?: true
}

const nothing: TextCheckResult = { warnings: [], truncated: false, counts: {}, complete: true, structure: [] }

/** Throws `LabelTooLarge`, and nothing else. */
export const checkText = (question: CheckRequest): TextCheckResult => {
  const { configuration, label, maxWarnings, taskType } = question
  if (label === null) return nothing
  const value = parsed(label)
  if (question.structureOnly) return { ...nothing, structure: checkStructure(value, taskType) }
  const checkResult = checkCompiled(value, compiledOf(configuration), { maxWarnings, taskType })
  const { about, complete, counts, structure, truncated, warnings } = checkResult
  const seen = new Map<string, number>()
  return {
    counts,
    truncated,
    complete,
    structure,
    warnings: warnings.map((warning, index) => ({
      ...warning,
      id: idOf(warning, seen),
      content: digest(textOf(about[index])),
    })),
  }
}

/** What is no JSON is no label either. */
const parsed = (text: JsonText): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Several rules may say the same of the same: then their order tells them apart. */
const idOf = (warning: Warning, seen: Map<string, number>): WarningId => {
  const { annotationIds, attribute, frame, rule, sensor } = warning
  const identity = JSON.stringify([rule, frame, sensor, annotationIds, attribute])
  const before = seen.get(identity) ?? 0
  seen.set(identity, before + 1)
  return uuidOf(digest(before === 0 ? identity : `${identity} ${before}`))
}

/** RFC 9562, version 8: 122 bits of the digest. */
const uuidOf = (hex: string): WarningId =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}` as WarningId

const digest = (text: string): string => sha256Hex(text).slice(0, 32)

/** Many labels in a row are checked by the same few configurations. */
const compiledOf = (text: JsonText): CompiledConfiguration => {
  const known = compiled.get(text)
  if (known !== undefined) return known
  // The empty object is the configuration of a dataset that somebody made through the ports alone.
  const fresh = compile({ categories: [], ...(JSON.parse(text) as Partial<Configuration>) })
  if (compiled.size >= 8) compiled.clear()
  compiled.set(text, fresh)
  return fresh
}

const compiled = new Map<JsonText, CompiledConfiguration>()
