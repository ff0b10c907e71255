/** Warnings as JSON. */
import { Schema } from "effect"
import { Raw, trustedJson } from "../JsonText.ts"
import { type ShownWarning, WarningRuleName } from "../Warning.ts"
import { At, type FieldsOf, NumberOrNull, TextOrNull, Uuid } from "./shared.ts"

/** A warning as JSON. */
export const WarningJson = Schema.Struct({
  id: Uuid,
  rule: WarningRuleName,
  rule_index: Schema.NullOr(Schema.Int).annotations({
    description: "Which of the configuration's warning rules; null for a rule that always holds",
  }),
  message: Schema.String,
  frame: Schema.NullOr(Schema.Int),
  sensor: TextOrNull,
  annotation_ids: Schema.Array(Schema.Number),
  track_ids: Schema.Array(Schema.Number),
  attribute: TextOrNull,
  measured: NumberOrNull,
  limit: NumberOrNull,
  dismissed: Schema.NullOr(Schema.Struct({ reason: Schema.String, by: Schema.String, at: At })),
}).annotations({
  identifier: "Warning",
  description: "One thing about a label that its dataset's configuration objects to",
})

/** The JSON of a warning. */
export const warningJson = (warning: ShownWarning): FieldsOf<typeof WarningJson> => ({
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
  new Raw(trustedJson(JSON.stringify(warnings.map(warningJson))))
