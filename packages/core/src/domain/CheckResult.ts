/** The result of checking one label. */
import type { Violation } from "./errors.ts"
import type { RuleCounts, StoredWarning, Warning } from "./Warning.ts"

/** The check result of one label. */
export interface CheckResult {
  /** In the order of frame, sensor, rule, ids. */
  readonly warnings: ReadonlyArray<Warning>
  /** Whether there are more warnings than are reported. */
  readonly truncated: boolean
  /** The number of warnings by rule, including those that are not reported. */
  readonly counts: RuleCounts
}

/** The limit that a label exceeds, which is therefore not checked. */
export interface ExceededLimit {
  /** `memory`: of the checking thread; the limit is in megabytes. */
  readonly what: "frames" | "cuboids" | "memory"
  readonly limit: number
}

/**
 * The outcome of a check as plain data, which every thread can send to another one. Services of `effect` raise `TooLarge` as the
 * error `LabelTooLarge`.
 */
export type Checked<Result> =
  | { readonly _tag: "Checked"; readonly result: Result }
  | ({ readonly _tag: "TooLarge" } & ExceededLimit)

/** The reason of a missing check result: the label is too large, or the check failed. */
export interface CheckNotDone {
  readonly code: string
  readonly message: string
}

/** The check result of one label in its stored form. */
export interface TextCheckResult {
  readonly warnings: ReadonlyArray<StoredWarning>
  readonly truncated: boolean
  readonly counts: RuleCounts
  /** Whether every rule examined everything. If not, there may be more warnings than are counted. */
  readonly complete: boolean
  /** Structural violations, which clients cannot read. Pointers lead into the attributes. */
  readonly structure: ReadonlyArray<Violation>
}
