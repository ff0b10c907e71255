/** Warnings as the API shows them. */
import { type JsonTree, jsonText, Raw } from "../JsonText.ts"
import type { ShownWarning } from "../Warning.ts"

export const warningJson = (warning: ShownWarning): { readonly [key: string]: JsonTree } => ({
  id: warning.id,
  rule: warning.rule,
  rule_index: warning.ruleIndex,
  message: warning.message,
  frame: warning.frame,
  sensor: warning.sensor,
  annotation_ids: warning.annotationIds,
  track_ids: warning.trackIds,
  attribute: warning.attribute,
  measured: warning.measured,
  limit: warning.limit,
  dismissed:
    warning.dismissed === null
      ? null
      : { reason: warning.dismissed.reason, by: warning.dismissed.by, at: warning.dismissed.at },
})

/** Many of them, by JavaScript's own writer, which takes a tenth of the time of ours: nothing in them is spliced in. */
export const warningsJson = (warnings: ReadonlyArray<ShownWarning>): Raw =>
  new Raw(jsonText(warnings.map(warningJson)))
