/** Warnings as JSON. */
import { Schema } from "effect"
import { WarningRuleName } from "../Warning.ts"
import { At, NumberOrNull, TextOrNull, Uuid } from "./shared.ts"

/** A warning as JSON. */
export const WarningJson = Schema.Struct({
  id: Uuid,
  rule: WarningRuleName,
  rule_index: Schema.NullOr(Schema.Int).annotations({
    description: "The index of the warning rule in the configuration; null for a built-in rule",
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
  description: "A problem that the configuration of the dataset finds in the label",
})
