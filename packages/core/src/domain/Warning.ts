import { Schema } from "effect"
import type { WarningId } from "./Ids.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"
import { warningRuleNames } from "./warningRuleNames.ts"

/** The name of a rule. */
export const WarningRuleName = Schema.Literal(...warningRuleNames).annotations({
  identifier: "WarningRuleName",
})
export type WarningRuleName = typeof WarningRuleName.Type

/** A warning: one violation of its dataset's configuration by a label. */
export const Warning = Schema.Struct({
  rule: WarningRuleName,
  /** The index of the rule in its list of the configuration; null for a rule that always applies. */
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
  /** The measured number and the limit that it is compared with, where there are any. */
  measured: Schema.NullOr(Schema.Number),
  limit: Schema.NullOr(Schema.Number),
}).annotations({ identifier: "Warning" })
export interface Warning extends Schema.Schema.Type<typeof Warning> {}

/**
 * A dismissal: a person's reason why a warning may stay. It becomes invalid when the annotations of the warning
 * change.
 */
export const Dismissal = Schema.Struct({
  reason: Schema.String,
  by: Username,
  at: Timestamp,
}).annotations({ identifier: "Dismissal" })
export interface Dismissal extends Schema.Schema.Type<typeof Dismissal> {}

/** The number of warnings by rule, without rules that have none. */
export type RuleCounts = { readonly [Rule in WarningRuleName]?: number }

/** A warning in its stored form. */
export interface StoredWarning extends Warning {
  readonly id: WarningId
  /** Digest of the parts of the label that the warning is about. A dismissal is valid while it is unchanged. */
  readonly content: string
}

/** A warning with its dismissal. */
export interface ShownWarning extends Warning {
  readonly id: WarningId
  readonly dismissed: Dismissal | null
}

/** The warnings of a labelset by rule, from the last check of each label. */
export type RuleTotals = { readonly [Rule in WarningRuleName]?: RuleTotal }
/** The counts of one rule in a labelset. */
export type RuleTotal = {
  readonly warnings: number
  /** The number of dismissed warnings among them. */
  readonly dismissed: number
  /** The number of labels with warnings. */
  readonly labels: number
}
