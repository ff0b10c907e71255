/** What the check of one label finds. */
import type { Violation } from "./errors.ts"
import type { RuleCounts, StoredWarning, Warning } from "./Warning.ts"

/** The check result of one label. */
export interface CheckResult {
  /** In the order of frame, sensor, rule, ids. */
  readonly warnings: ReadonlyArray<Warning>
  /** Whether there are more than are told. */
  readonly truncated: boolean
  /** How many of each rule, those that are not told among them. */
  readonly counts: RuleCounts
}

/** Why there are no warnings of a label: it is too large, or the check failed. */
export interface CheckNotDone {
  readonly code: string
  readonly message: string
}

/** What a label checker says of one label, to be kept. */
export interface TextCheckResult {
  readonly warnings: ReadonlyArray<StoredWarning>
  readonly truncated: boolean
  readonly counts: RuleCounts
  /** Whether every rule looked at everything: else there may be more warnings than are counted. */
  readonly complete: boolean
  /** What is wrong with the label's structure, as pointers into its attributes: clients could not read it. */
  readonly structure: ReadonlyArray<Violation>
}
