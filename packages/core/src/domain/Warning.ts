/** A warning: one thing about a label that its dataset's configuration objects to. */
import { Schema } from "effect"
import type { WarningId } from "./Ids.ts"
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

/** How many of each rule; rules without any are left out. */
export type RuleCounts = { readonly [Rule in WarningRuleName]?: number }

/** A warning as it is kept. */
export interface StoredWarning extends Warning {
  readonly id: WarningId
  /** Digest of the parts of the label that it is about: a dismissal holds while it stays the same. */
  readonly content: string
}

/** A warning as people see it. */
export interface ShownWarning extends Warning {
  readonly id: WarningId
  readonly dismissed: Dismissal | null
}

/** The warnings of a labelset by rule, each label's as it was last checked. */
export type RuleTotals = { readonly [Rule in WarningRuleName]?: RuleTotal }
export type RuleTotal = {
  readonly warnings: number
  /** Those of them that are dismissed. */
  readonly dismissed: number
  /** Labels that have any. */
  readonly labels: number
}
