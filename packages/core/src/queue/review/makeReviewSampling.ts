import { Effect, Either } from "effect"
import type { Label } from "../../domain/Label.ts"
import { LabelStore } from "../../labels/LabelStore.ts"
import type { FollowUp, LabelWrite } from "../../labels/nextLabel.ts"
import type { Outcome } from "../../warnings/CheckResults.ts"
import { findReviewReason } from "./findReviewReason.ts"
import { makeReviewDraws } from "./makeReviewDraws.ts"

/** A label that is submitted, before it is written. */
type Submission = Pick<LabelWrite, "before" | "content" | "labelset" | "permitted" | "sample">

/** The acceptance of a submitted label without a reviewer. */
const acceptance: FollowUp = { action: "accept_by_sampling", status: "REVIEWED" }

/** Accepts submitted labels whose samples are not drawn for a review. */
export const makeReviewSampling = Effect.gen(function* () {
  const labels = yield* LabelStore
  const draws = yield* makeReviewDraws

  /**
   * The acceptance that follows a submission; undefined where the label waits for a reviewer. MUST run in the transaction of the
   * submission, which has locked the sample, so that nobody rejects the label meanwhile.
   */
  const findAcceptance = Effect.fnUntraced(function* (
    { before, content, labelset, permitted, sample }: Submission,
    outcome: Outcome | null,
  ) {
    const reason = findReviewReason(permitted.dataset.settings, {
      attributes: content.attributes,
      wasRejected: isRejected(before),
      hasWarnings: outcome === null || Either.isLeft(outcome) || outcome.right.warnings.length > 0,
      draw: yield* draws.computeDraw(sample),
    })
    if (reason !== null) return undefined
    // Direct writes clear the rejecter and the status; only the history names every rejection.
    return (yield* labels.hasRejection(sample.id, labelset.id)) ? undefined : acceptance
  })

  return { findAcceptance }
})

const isRejected = (label: Label | null): boolean =>
  label !== null && (label.status === "REJECTED" || label.rejecter !== null)
