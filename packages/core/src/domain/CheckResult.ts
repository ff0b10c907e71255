/** What the check of one label finds. */
import type { Violation } from "./errors.ts"
import type { JudgedWarning, RuleCounts, Warning } from "./Warning.ts"

/** The verdict on one label. */
export interface Verdict {
  /** In the order of frame, sensor, rule, ids. */
  readonly warnings: ReadonlyArray<Warning>
  /** Whether there are more than are told. */
  readonly truncated: boolean
  /** How many of each rule, those that are not told among them. */
  readonly counts: RuleCounts
}

/** Why there are no warnings of a label: it is too large, or the check failed. */
export interface NoVerdict {
  readonly code: string
  readonly message: string
}

/** What a judge says of one label, to be kept. */
export interface Judged {
  readonly warnings: ReadonlyArray<JudgedWarning>
  readonly truncated: boolean
  readonly counts: RuleCounts
  /** Whether every rule looked at everything: else there may be more warnings than are counted. */
  readonly complete: boolean
  /** What is wrong with the label's structure, as pointers into its attributes: clients could not read it. */
  readonly structure: ReadonlyArray<Violation>
}
