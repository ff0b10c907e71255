/**
 * Checks the text of a label against the text of a configuration, for storage: each warning gets an id and a digest
 * of its parts of the label. Synchronous and self-contained, so that another thread can run it.
 */

import type { Checked, TextCheckResult } from "../domain/CheckResult.ts"
import type { Configuration } from "../domain/Configuration.ts"
import type { TaskType } from "../domain/Dataset.ts"
import { computeSha256Hex } from "../domain/digest.ts"
import type { WarningId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"
import { checkStructure } from "../domain/structure/checkStructure.ts"
import type { SoundItems } from "../domain/structure/Inspection.ts"
import type { StoredWarning, Warning } from "../domain/Warning.ts"
import { compile } from "./compile.ts"
import { canExceedMemory } from "./parsedMemory.ts"
import type { RecentWarning } from "./read/recentWarnings.ts"
import type { CompiledConfiguration } from "./rules/Compiled.ts"
import { toText } from "./rules/values.ts"
import { checkCompiled } from "./tryCheckLabel.ts"

/** A label to check, with its configuration. */
export interface CheckRequest {
  /** The attributes of the label; null without any. */
  readonly label: JsonText | null
  /** A valid configuration. */
  readonly configuration: JsonText
  /** The task type whose structure the label must have. */
  readonly taskType: TaskType
  readonly maxWarnings: number
  /** Checks the structure only. */
  readonly structureOnly?: true
  /** Ends the rules after little work. A result that is not complete then says nothing about the rest of the label. */
  readonly quick?: true
  /** The version that the label is to follow. A quick check may parse only the differences. */
  readonly previous?: JsonText | null
}

const nothing: TextCheckResult = { warnings: [], truncated: false, counts: {}, complete: true, structure: [] }

/** Megabytes of a heap that fits every label below the other limits of checks. */
const largeHeap = 512

/** The part of a heap that a parsed label may take: the checks need some too. */
const labelShare = 0.8

/** The memory of a thread for the labels that it has checked. */
export interface CheckMemory {
  /** Parses the text of a label as JSON. `previous`: the version that it is to follow. */
  readonly parse: (text: string, previous: string | null) => unknown
  readonly find: (warning: Warning, about: ReadonlyArray<unknown>) => RecentWarning | undefined
  readonly keep: (warning: RecentWarning) => void
  readonly soundItems: SoundItems
}

/**
 * Checks the label in a heap of some megabytes. Throws a `SyntaxError` for a configuration that is not JSON, and nothing else.
 * Quick checks use the memory.
 */
export const checkText = (
  question: CheckRequest,
  heapMegabytes = largeHeap,
  memory?: CheckMemory,
): Checked<TextCheckResult> => {
  const { configuration, label, maxWarnings, taskType } = question
  if (label === null) return { _tag: "Checked", result: nothing }
  if (canExceedMemory(label, heapMegabytes * labelShare * 1024 * 1024))
    return { _tag: "TooLarge", what: "memory", limit: heapMegabytes }
  const used = question.quick === true ? memory : undefined
  const value = parseText(label, question.previous ?? null, used)
  if (question.structureOnly)
    return { _tag: "Checked", result: { ...nothing, structure: checkStructure(value, taskType) } }
  const limits = { maxWarnings, taskType, quick: question.quick === true, soundItems: used?.soundItems }
  const checked = checkCompiled(value, getCompiled(configuration), limits)
  if (checked._tag === "TooLarge") return checked
  const { about, complete, counts, structure, truncated, warnings } = checked.result
  const seen = new Map<string, number>()
  const stored = warnings.map((warning, index) => makeStoredWarning(warning, about[index] ?? [], seen, used))
  return { _tag: "Checked", result: { counts, truncated, complete, structure, warnings: stored } }
}

/** The parsed text, or undefined when it is not JSON, which is reported as malformed. */
const parseText = (text: JsonText, previous: JsonText | null, memory: CheckMemory | undefined): unknown => {
  try {
    return memory === undefined ? JSON.parse(text) : memory.parse(text, previous)
  } catch {
    return undefined
  }
}

const makeStoredWarning = (
  warning: Warning,
  about: ReadonlyArray<unknown>,
  seen: Map<string, number>,
  memory: CheckMemory | undefined,
): StoredWarning => {
  const recent = memory?.find(warning, about)
  const identity = recent?.identity ?? formatIdentity(warning)
  const repetition = seen.get(identity) ?? 0
  seen.set(identity, repetition + 1)
  if (recent?.repetition === repetition) return recent.stored
  const content = computeDigest(toText(about))
  const stored = toStoredWarning(warning, makeWarningId(identity, repetition), content)
  memory?.keep({ about, identity, repetition, stored })
  return stored
}

/** Written out: spreading makes each a separate table, which takes more memory and ten times as long to compare and to print. */
const toStoredWarning = (warning: Warning, id: WarningId, content: string): StoredWarning => ({
  rule: warning.rule,
  ruleIndex: warning.ruleIndex,
  message: warning.message,
  frame: warning.frame,
  sensor: warning.sensor,
  annotationIds: warning.annotationIds,
  trackIds: warning.trackIds,
  attribute: warning.attribute,
  measured: warning.measured,
  limit: warning.limit,
  id,
  content,
})

const formatIdentity = ({ annotationIds, attribute, frame, rule, sensor }: Warning): string =>
  JSON.stringify([rule, frame, sensor, annotationIds, attribute])

/** The id of a warning. Several rules may report the same about the same place; their order distinguishes them. */
const makeWarningId = (identity: string, repetition: number): WarningId =>
  formatUuid(computeDigest(repetition === 0 ? identity : `${identity} ${repetition}`))

/** A UUID of version 8 (RFC 9562) with 122 bits of the digest. */
const formatUuid = (hex: string): WarningId =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}` as WarningId

const computeDigest = (text: string): string => computeSha256Hex(text).slice(0, 32)

/** Compiles a configuration, and caches it, because many labels in a row share one. */
const getCompiled = (text: JsonText): CompiledConfiguration => {
  const cachedConfiguration = compiled.get(text)
  if (cachedConfiguration !== undefined) return cachedConfiguration
  // A dataset that was inserted through the ports alone may have an empty object as its configuration.
  const fresh = compile({ categories: [], ...(JSON.parse(text) as Partial<Configuration>) })
  if (compiled.size >= 8) compiled.clear()
  compiled.set(text, fresh)
  return fresh
}

const compiled = new Map<JsonText, CompiledConfiguration>()
