import { Effect, Either } from "effect"
import { LabelStore } from "../../labels/LabelStore.ts"
import type { FollowUp, LabelWrite } from "../../labels/nextLabel.ts"
import { SigningKeys } from "../../releases/SigningKeys.ts"
import type { Outcome } from "../../warnings/CheckResults.ts"
import { findReviewReason } from "./findReviewReason.ts"
import { makeReviewDraws } from "./makeReviewDraws.ts"

/** A label that is submitted, before it is written. */
type Submission = Pick<LabelWrite, "content" | "labelset" | "permitted" | "sample">

/** The acceptance of a submitted label without a reviewer. */
const acceptance: FollowUp = { action: "accept_by_sampling", status: "REVIEWED" }

/** Whether a label has warnings, or could not be checked. */
export const canHaveWarnings = (outcome: Outcome | null): boolean =>
  outcome === null || Either.isLeft(outcome) || outcome.right.warnings.length > 0

/** Accepts submitted labels whose samples are not drawn for a review. */
export const makeReviewSampling = Effect.gen(function* () {
  const labels = yield* LabelStore
  const draws = yield* makeReviewDraws
  const keys = yield* SigningKeys

  /**
   * Loads the key of the draws, once, before the transaction of a submission: inside of it, a generated key would be read each time,
   * because its rollback would remove the key. A failure concerns only datasets that sample, which report it.
   */
  const prepare = Effect.catchAllDefect(Effect.asVoid(keys.keys), () => Effect.void)

  /**
   * The acceptance that follows a submission; undefined where the label waits for a reviewer. MUST run in the transaction of the
   * submission, which has locked the sample, so that nobody rejects the label meanwhile.
   */
  const findAcceptance = Effect.fnUntraced(function* (
    { content, labelset, permitted, sample }: Submission,
    outcome: Outcome | null,
  ) {
    const reason = findReviewReason(permitted.dataset.settings, {
      attributes: content.attributes,
      labeler: permitted.actor,
      hasWarnings: canHaveWarnings(outcome),
      draw: yield* draws.computeDraw(sample),
    })
    if (reason !== null) return undefined
    // Direct writes clear the rejecter and the status; only the history names every rejection.
    return (yield* labels.hadStatus(sample.id, labelset.id, ["REJECTED"])) ? undefined : acceptance
  })

  return { findAcceptance, prepare, isPrepared: keys.isLoaded }
})
