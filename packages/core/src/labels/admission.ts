/** Decides whether the check of a label refuses its write. Pure. */
import { Either } from "effect"
import type { Dataset } from "../domain/Dataset.ts"
import type { DatasetSettings } from "../domain/DatasetSettings.ts"
import { InvalidInput, LabelTooLarge, type Violation } from "../domain/errors.ts"
import { type JsonText, parseJson } from "../domain/JsonText.ts"
import { checkStructure } from "../domain/structure/checkStructure.ts"
import type { ShownWarning, WarningRuleName } from "../domain/Warning.ts"
import { warningRuleNames } from "../domain/warningRuleNames.ts"
import type { Outcome } from "../warnings/CheckResults.ts"

/** The maximum number of warnings in a refusal. All are counted. */
const mostWarnings = 1000

/** The structural violations of sent attributes. Pointers begin with `/attributes`. */
export const findStructureViolations = (
  { taskType }: Pick<Dataset, "taskType">,
  attributes: JsonText,
  outcome: Outcome,
): ReadonlyArray<Violation> => {
  if (Either.isRight(outcome)) return outcome.right.structure.map(prefixPointer)
  const { left } = outcome
  if (left instanceof LabelTooLarge) {
    // Too large for the rules: its structure was checked before, unless memory was short.
    return left.what === "memory" ? [{ pointer: "/attributes", message: left.message }] : []
  }
  return checkTextStructure(attributes, taskType).map(prefixPointer)
}

/** For a check that failed by our own fault. */
const checkTextStructure = (
  attributes: JsonText,
  taskType: Dataset["taskType"],
): ReadonlyArray<Violation> => {
  try {
    return checkStructure(parseJson(attributes), taskType)
  } catch {
    return [{ pointer: "", message: "must be JSON" }]
  }
}

const prefixPointer = ({ message, pointer }: Violation): Violation => ({
  pointer: `/attributes${pointer}`,
  message,
})

/** The kinds of warnings with which a label is refused, and the name of the setting that says so. */
export type RefusedRules = ReadonlyMap<WarningRuleName, string>

const missingValue: WarningRuleName = "mandatory-attribute"

/** The kinds of warnings with which a dataset refuses labels: any, or those that are submitted or accepted. */
export const listRefusedRules = (
  { onMissingValues, onWarnings, rejectOnWarnings }: DatasetSettings,
  isFinal: boolean,
): RefusedRules => {
  const rules = new Map<WarningRuleName, string>()
  if (isFinal && onWarnings === "refuse")
    for (const rule of warningRuleNames) if (rule !== missingValue) rules.set(rule, "on_warnings")
  if (isFinal && onMissingValues === "refuse") rules.set(missingValue, "on_missing_values")
  for (const rule of rejectOnWarnings) rules.set(rule, "reject_on_warnings")
  return rules
}

/** Whether the dataset may refuse a label that is submitted or accepted for what it contains, or for the issues of its sample. */
export const canRefuseFinal = (settings: DatasetSettings): boolean =>
  settings.onEmptyLabel === "refuse" ||
  settings.onOpenIssues === "refuse" ||
  listRefusedRules(settings, true).size > 0

/**
 * The refusal of a label with warnings that its dataset rejects; null without any. Dismissed warnings do not count: a person
 * explained why they may stay.
 */
export const makeWarningsError = (
  refused: RefusedRules,
  outcome: Outcome,
  shown: ReadonlyArray<ShownWarning>,
): InvalidInput | null => {
  const [setting] = refused.values()
  if (setting === undefined) return null
  if (Either.isLeft(outcome)) return makeUncheckedError(setting)
  const { complete, counts } = outcome.right
  const ofKinds = shown.filter(({ rule }) => refused.has(rule))
  const kinds = [...refused].flatMap(([rule, setting]) => {
    const dismissed = ofKinds.filter((one) => one.rule === rule && one.dismissed !== null).length
    const count = (counts[rule] ?? 0) - dismissed
    return count > 0 ? [{ rule, count, setting }] : []
  })
  if (kinds.length === 0) return complete ? null : makeUncheckedError(setting)
  return new InvalidInput({
    errors: kinds.map(({ count, rule, setting }) => ({
      pointer: "/attributes",
      message: `has ${count} ${count === 1 ? "warning" : "warnings"} of the kind ${rule}, with which this dataset refuses labels (${setting})`,
    })),
    warnings: ofKinds.filter(({ dismissed }) => dismissed === null).slice(0, mostWarnings),
  })
}

const makeUncheckedError = (setting: string): InvalidInput =>
  InvalidInput.at(
    "/attributes",
    `could not be checked to the end, and this dataset refuses labels with certain warnings (${setting})`,
  )
