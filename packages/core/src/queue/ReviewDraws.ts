import { Effect } from "effect"
import { Access } from "../access/Access.ts"
import type { SampleId } from "../domain/Ids.ts"
import { traced } from "../kernel/traced.ts"
import { SigningKeys } from "../releases/SigningKeys.ts"
import { makeReviewDraws } from "./review/makeReviewDraws.ts"

/** Whether a sample is drawn for a review. */
export interface ReviewDraw {
  readonly sampleId: SampleId
  /** The share of samples that are drawn: the setting of the dataset. */
  readonly rate: number
  /** The draw of the sample, from 0 to below 1. */
  readonly draw: number
  /** Whether the draw is below the rate, so that every submitted label of the sample waits for a reviewer. */
  readonly isDrawn: boolean
}

/** The draws of samples for a review, as managers see them. */
export class ReviewDraws extends Effect.Service<ReviewDraws>()("@annotary/core/ReviewDraws", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const draws = yield* makeReviewDraws

    /** Returns the draw of a sample, for managers. It never changes, so that it explains what was accepted and what was not. */
    const get = traced("ReviewDraws.get")(function* (sampleId: SampleId) {
      const { dataset } = yield* access.require({ _tag: "Sample", id: sampleId }, "view_work")
      const draw = yield* draws.computeDraw({ datasetId: dataset.id, id: sampleId })
      const rate = dataset.settings.reviewRate
      return { sampleId, rate, draw, isDrawn: draw < rate } satisfies ReviewDraw
    })

    return { get }
  }),
}) {
  static readonly dependencies = [Access, SigningKeys] as const
}
