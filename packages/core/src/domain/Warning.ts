/** A warning: one thing about a label that its dataset's configuration objects to. Warnings never block. */
import { Schema } from "effect"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** The two rules that a configuration lists, then those that always hold. */
export const WarningRuleName = Schema.Literal(
  "intersecting-cuboids",
  "cuboid-dimension-limits",
  "degenerate-cuboid",
  "mandatory-attribute",
  "attribute-value",
  "attribute-range",
  "unknown-category",
  "track-attribute",
  "sensor-attribute",
  "duplicate-annotation-id",
  "missing-link-end",
  "malformed-label",
).annotations({ identifier: "WarningRuleName" })
export type WarningRuleName = typeof WarningRuleName.Type

export const Warning = Schema.Struct({
  rule: WarningRuleName,
  /** Which of the configuration's warning rules; null for a rule that always holds. */
  ruleIndex: Schema.NullOr(Schema.Int),
  /** One sentence. */
  message: Schema.String,
  /** Index of the frame in a sequence. */
  frame: Schema.NullOr(Schema.Int),
  /** Name of the sensor in a multi-sensor label. */
  sensor: Schema.NullOr(Schema.String),
  annotationIds: Schema.Array(Schema.Number),
  trackIds: Schema.Array(Schema.Number),
  /** Name of the attribute; for dimensions `x`, `y` or `z`. */
  attribute: Schema.NullOr(Schema.String),
  /** What was found, and what it is held against, where these are numbers. */
  measured: Schema.NullOr(Schema.Number),
  limit: Schema.NullOr(Schema.Number),
}).annotations({ identifier: "Warning" })
export interface Warning extends Schema.Schema.Type<typeof Warning> {}

/** Somebody has looked at the warning and says why it may stay. It comes back when what it is about changes. */
export const Dismissal = Schema.Struct({
  reason: Schema.String,
  by: Username,
  at: Timestamp,
}).annotations({ identifier: "Dismissal" })
export interface Dismissal extends Schema.Schema.Type<typeof Dismissal> {}

/** The verdict on one label. */
export interface Verdict {
  /** In the order of frame, sensor, rule, ids. */
  readonly warnings: ReadonlyArray<Warning>
  /** Whether there are more than are told. */
  readonly truncated: boolean
  /** How many of each rule; at least as many when truncated. */
  readonly counts: { readonly [Rule in WarningRuleName]?: number }
}
