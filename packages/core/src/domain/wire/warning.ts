/** Warnings as JSON. */
import { type JsonTree, jsonText, Raw } from "../JsonText.ts"
import type { ShownWarning } from "../Warning.ts"

/** The JSON of a warning. */
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

/**
 * The JSON of many warnings. `JSON.stringify` takes a tenth of the time of `writeJson`, and suffices because nothing
 * is inserted as text.
 */
export const warningsJson = (warnings: ReadonlyArray<ShownWarning>): Raw =>
  new Raw(jsonText(warnings.map(warningJson)))
