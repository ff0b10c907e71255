/**
 * Validates the text of a label editor configuration against its structure and its rules. All violations are listed, those of
 * the structure first. The rules check everything that can be read, so that they are reported before the structure is fixed.
 */
import { Either, Schema } from "effect"
import { Configuration } from "../domain/Configuration.ts"
import type { TaskType } from "../domain/Dataset.ts"
import type { Violation } from "../domain/errors.ts"
import type { JsonText } from "../domain/JsonText.ts"
import { listViolations } from "../domain/violations.ts"
import { advise } from "./advice.ts"
import { isJson, type Json, readLoosely } from "./loose.ts"
import { checkRules } from "./rules.ts"

/** The result of validating a configuration. */
export interface ConfigurationCheck {
  /** The violations. A configuration without any can be stored. */
  readonly errors: ReadonlyArray<Violation>
  /** Advice about valid but unusual content. */
  readonly advice: ReadonlyArray<Violation>
}

const decode = Schema.decodeUnknownEither(Configuration, { errors: "all" })

/** The maximum number of categories. */
const maxCategories = 10_000

/** Validates a configuration. `taskType`: the kind of dataset, if known; it affects advice only. */
export const checkConfiguration = (
  text: JsonText,
  maxBytes: number,
  taskType?: TaskType,
): ConfigurationCheck => {
  if (new TextEncoder().encode(text).length > maxBytes)
    return refuseConfiguration(`must be at most ${maxBytes} bytes`)
  const parsed = parse(text)
  if (parsed === undefined) return refuseConfiguration("must be an object")
  if (Array.isArray(parsed.categories) && parsed.categories.length > maxCategories) {
    return {
      errors: [{ pointer: "/categories", message: `must hold at most ${maxCategories} categories` }],
      advice: [],
    }
  }
  const decoded = decode(withPlainNames(parsed))
  const structure = Either.isLeft(decoded)
    ? listViolations(decoded.left).map((violation) => toListPointer(parsed, violation))
    : []
  const loose = readLoosely(parsed)
  const reported = new Set(structure.map(({ pointer }) => pointer))
  const errors = [...structure, ...checkRules(loose).filter(({ pointer }) => !reported.has(pointer))]
  return { errors, advice: errors.length === 0 ? advise(loose, taskType) : [] }
}

/**
 * Replaces rule names that may not be convertible to text (`{"toString": 0}`, also in a list), because the Schema selects a rule by
 * the text of its name.
 */
const withPlainNames = (configuration: Json): Json => {
  const toPlain = (list: unknown): unknown =>
    Array.isArray(list)
      ? list.map((rule: unknown) =>
          isJson(rule) && typeof rule.name === "object" && rule.name !== null ? { ...rule, name: [] } : rule,
        )
      : list
  const lists = ruleLists.filter((key) => Array.isArray(configuration[key]))
  return lists.length === 0
    ? configuration
    : { ...configuration, ...Object.fromEntries(lists.map((key) => [key, toPlain(configuration[key])])) }
}

const ruleLists = ["warning_rules", "quality_rules"]

/**
 * Whether the violation is a missing name of a rule that is an array. The Schema reports it as if the rule were an
 * object.
 */
const toListPointer = (configuration: Json, violation: Violation): Violation => {
  const [, key = "", index] = /^\/(warning_rules|quality_rules)\/(\d+)\/name$/.exec(violation.pointer) ?? []
  const rules = configuration[key]
  if (index === undefined || !Array.isArray(rules) || isJson(rules[Number(index)])) return violation
  return { pointer: `/${key}/${index}`, message: "must be an object" }
}

const refuseConfiguration = (message: string): ConfigurationCheck => ({
  errors: [{ pointer: "", message }],
  advice: [],
})

const parse = (text: JsonText): Json | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}
