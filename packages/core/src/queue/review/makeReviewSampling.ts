import { Effect, Either } from "effect"
import type { Label } from "../../domain/Label.ts"
import { LabelStore } from "../../labels/LabelStore.ts"
import { type LabelWrite, LabelWriter } from "../../labels/LabelWriter.ts"
import type { Outcome } from "../../warnings/CheckResults.ts"
import { findReviewReason } from "./findReviewReason.ts"
import { makeReviewDraws } from "./makeReviewDraws.ts"

/** Accepts submitted labels whose samples are not drawn for a review. */
export const makeReviewSampling = Effect.gen(function* () {
  const labels = yield* LabelStore
  const writer = yield* LabelWriter
  const draws = yield* makeReviewDraws

  /**
   * Returns the label that was just written, or its next version, accepted without a reviewer. `before`: the label before it was submitted. MUST
   * run in the transaction of the submission.
   */
  const acceptUndrawn = Effect.fnUntraced(function* (
    { before, labelset, permitted, sample }: Pick<LabelWrite, "before" | "labelset" | "permitted" | "sample">,
    label: Label,
    outcome: Outcome | null,
  ) {
    const reason = findReviewReason(permitted.dataset.settings, {
      attributes: label.attributes,
      wasRejected: before?.status === "REJECTED" || label.rejecter !== null,
      hasWarnings: outcome === null || Either.isLeft(outcome) || outcome.right.warnings.length > 0,
      draw: yield* draws.computeDraw(sample),
    })
    if (reason !== null) return label
    // Direct writes clear the rejecter and the status; only the history names every rejection.
    if (yield* labels.hasRejection(sample.id, labelset.id)) return label
    const { attributes, rating, score } = label
    const content = { status: "REVIEWED", attributes, rating, score } as const
    return yield* writer.write(
      { permitted, sample, labelset, before: label, content, action: "accept_by_sampling", people: {} },
      Effect.succeed,
    )
  })

  return { acceptUndrawn }
})
