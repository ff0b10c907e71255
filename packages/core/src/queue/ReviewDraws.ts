import { Effect } from "effect"
import { Access } from "../access/Access.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import type { SampleId } from "../domain/Ids.ts"
import { traced } from "../kernel/traced.ts"
import { LabelStore } from "../labels/LabelStore.ts"
import { SigningKeys } from "../releases/SigningKeys.ts"
import { makeReviewDraws } from "./review/makeReviewDraws.ts"

/** Whether a sample is drawn for a review. */
export interface ReviewDraw {
  readonly sampleId: SampleId
  /** The share of samples that are drawn: the setting of the dataset. */
  readonly rate: number
  /** The draw of the sample, from 0 to below 1; null until its label was submitted, so that nobody foresees it. */
  readonly draw: number | null
  /** Whether the draw is below the rate, so that every submitted label of the sample waits for a reviewer. Null like the draw. */
  readonly isDrawn: boolean | null
}

/** The statuses of labels that were submitted. */
const submitted = ["LABELED", "REVIEWING_IN_PROGRESS", "REVIEWED", "REJECTED", "VERIFIED"] as const

/** The draws of samples for a review, as managers see them. */
export class ReviewDraws extends Effect.Service<ReviewDraws>()("@annotary/core/ReviewDraws", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const draws = yield* makeReviewDraws
    const labels = yield* LabelStore
    const labelsets = yield* LabelsetFinder

    /**
     * Returns the draw of a sample whose label was submitted, for managers. It never changes, so that it explains what was accepted and
     * what was not.
     */
    const get = traced("ReviewDraws.get")(function* (sampleId: SampleId) {
      const { dataset } = yield* access.require({ _tag: "Sample", id: sampleId }, "view_work")
      const rate = dataset.settings.reviewRate
      const labelset = yield* labelsets.getGroundTruth(dataset.id)
      if (!(yield* labels.hadStatus(sampleId, labelset.id, submitted)))
        return { sampleId, rate, draw: null, isDrawn: null } satisfies ReviewDraw
      const draw = yield* draws.computeDraw({ datasetId: dataset.id, id: sampleId })
      return { sampleId, rate, draw, isDrawn: draw < rate } satisfies ReviewDraw
    })

    return { get }
  }),
}) {
  static readonly dependencies = [Access, LabelsetFinder, SigningKeys] as const
}
