import { Context, Effect } from "effect"
import type { Checked, TextCheckResult } from "../domain/CheckResult.ts"
import { LabelTooLarge } from "../domain/errors.ts"
import { type CheckRequest, checkText } from "./checkText.ts"
import { parseLabel } from "./read/recentLabels.ts"
import { findRecentWarning, keepRecentWarning } from "./read/recentWarnings.ts"

/** The methods of the label checker. */
export interface LabelChecking {
  /** An interruption cancels a check on another thread. */
  readonly check: (question: CheckRequest) => Effect.Effect<TextCheckResult, LabelTooLarge>
}

/** The result of a check, or the error of a label that exceeds a limit. */
export const unwrapResult = (
  checked: Checked<TextCheckResult>,
): Effect.Effect<TextCheckResult, LabelTooLarge> =>
  checked._tag === "Checked"
    ? Effect.succeed(checked.result)
    : new LabelTooLarge({ what: checked.what, limit: checked.limit })

const memory = {
  parse: parseLabel,
  find: findRecentWarning,
  keep: keepRecentWarning,
  soundItems: new WeakMap(),
}

/** Checks on the calling thread. */
export const checkInline: LabelChecking = {
  check: (question) => Effect.suspend(() => unwrapResult(checkText(question, undefined, memory))),
}

/**
 * The port for label checks. By default they run on the calling thread and block it. A host with other threads provides a
 * label checker that uses them for large labels.
 */
export class LabelChecker extends Context.Reference<LabelChecker>()("@annotary/core/LabelChecker", {
  defaultValue: () => checkInline,
}) {}
