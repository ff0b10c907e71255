/** The checks that saving a sample and its label runs, before anything is saved. */
import { castToJsonText, checkStructure, parseJson, SampleName, type TaskType } from "@annotary/core/effect"
import { FormatError, printJson, type WireRecord } from "@annotary/formats"
import { Schema } from "effect"

const isSampleName = Schema.is(SampleName)

/** The first violations are enough to find the fault. */
const maxShown = 3

/** Fails with the sample and the place in its label. */
export const checkRecord = ({ label, name }: WireRecord, taskType: TaskType | undefined): void => {
  if (!isSampleName(name))
    throw new FormatError(
      name.slice(0, 100),
      "is the name of a sample, which must have 1 to 500 characters without U+0000 and lone surrogates.",
    )
  if (label === null || taskType === undefined) return
  // As it is saved: timestamps of nanoseconds are no numbers of JavaScript before.
  const violations = checkStructure(parseJson(castToJsonText(printJson(label))), taskType)
  if (violations.length === 0) return
  const shown = violations.slice(0, maxShown).map(({ message, pointer }) => `${pointer} ${message}`)
  const more = violations.length > maxShown ? `; and ${violations.length - maxShown} more` : ""
  throw new FormatError(name, `has a label that cannot be saved: ${shown.join("; ")}${more}.`)
}
