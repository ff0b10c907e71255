/** Warnings as JSON, without their schema: checks in a browser load this alone. */
import type { ShownWarning } from "../Warning.ts"
import type { FieldsOf } from "./shared.ts"
import type { WarningJson } from "./warning.ts"

/** The JSON of a warning. */
export const toWarningJson = (warning: ShownWarning): FieldsOf<typeof WarningJson> => ({
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
