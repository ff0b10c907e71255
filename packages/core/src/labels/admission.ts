/** Decides whether the check of a label refuses its write. Pure. */
import { Either } from "effect"
import type { Dataset } from "../domain/Dataset.ts"
import { InvalidInput, LabelTooLarge, type Violation } from "../domain/errors.ts"
import { type JsonText, parseJson } from "../domain/JsonText.ts"
import { checkStructure } from "../domain/structure/checkStructure.ts"
import type { ShownWarning } from "../domain/Warning.ts"
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

/**
 * The refusal of a label with warnings that its dataset rejects; null without any. Dismissed warnings do not count: a person
 * explained why they may stay.
 */
export const makeWarningsError = (
  { settings: { rejectOnWarnings } }: Pick<Dataset, "settings">,
  outcome: Outcome,
  shown: ReadonlyArray<ShownWarning>,
): InvalidInput | null => {
  if (rejectOnWarnings.length === 0) return null
  if (Either.isLeft(outcome)) return unchecked
  const { complete, counts } = outcome.right
  const ofKinds = shown.filter(({ rule }) => rejectOnWarnings.includes(rule))
  const kinds = [...new Set(rejectOnWarnings)].flatMap((rule) => {
    const dismissed = ofKinds.filter((one) => one.rule === rule && one.dismissed !== null).length
    const count = (counts[rule] ?? 0) - dismissed
    return count > 0 ? [{ rule, count }] : []
  })
  if (kinds.length === 0) return complete ? null : unchecked
  return new InvalidInput({
    errors: kinds.map(({ count, rule }) => ({
      pointer: "/attributes",
      message: `has ${count} ${count === 1 ? "warning" : "warnings"} of the kind ${rule}, with which this dataset refuses labels (reject_on_warnings)`,
    })),
    warnings: ofKinds.filter(({ dismissed }) => dismissed === null).slice(0, mostWarnings),
  })
}

const unchecked = new InvalidInput({
  errors: [
    {
      pointer: "/attributes",
      message:
        "could not be checked to the end, and this dataset refuses labels with certain warnings (reject_on_warnings)",
    },
  ],
})
