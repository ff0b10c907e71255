/** The answer of the worker: what the server says of the same label. */
import { applyDismissals, checkText, toWarningJson } from "@annotary/core/check"
import { parse } from "../editor/json/parse.ts"
import { readFindings } from "./Finding.ts"
import type { CheckAnswer, LabelToCheck } from "./messages.ts"

/** As many as servers report by default. */
const maxWarnings = 10_000

export const answerCheck = ({ configuration, dismissals, label, taskType }: LabelToCheck): CheckAnswer => {
  // Casts: the texts are JSON, which the page has printed.
  const checked = checkText({
    label: label as never,
    configuration: configuration as never,
    taskType,
    maxWarnings,
  })
  if (checked._tag === "TooLarge") return { kind: "tooLarge" }
  const shown = applyDismissals(checked.result.warnings, dismissals)
  // As text and back: so are the numbers of the server's answer read.
  const text = JSON.stringify({ warnings: shown.map(toWarningJson) })
  return { kind: "findings", findings: readFindings(parse(text)) }
}
