/** Counts the statuses of the ground-truth labels of a release. */
import type { LabelStatus } from "../domain/Label.ts"
import { labelStatuses } from "../domain/labelStates.ts"
import { groundTruth } from "../domain/Names.ts"
import type { CountedLabel } from "./authorCounts.ts"

export interface GroundTruthCounts {
  /** The labels of each status that occurs, in the order of {@link labelStatuses}. */
  readonly statuses: { readonly [Status in LabelStatus]?: number }
  /** Labels that are REVIEWED or VERIFIED without a reviewer, as merged ones and those that sampling accepted. */
  readonly acceptedWithoutReviewer: number
}

/** Counts labels one by one; those of other labelsets count for nothing. */
export const makeGroundTruthCounter = () => {
  const counts = new Map<LabelStatus, number>()
  let acceptedWithoutReviewer = 0
  return {
    add: ({ isReviewed, labelset, status }: CountedLabel): void => {
      if (labelset !== groundTruth) return
      counts.set(status, (counts.get(status) ?? 0) + 1)
      if (!isReviewed && (status === "REVIEWED" || status === "VERIFIED")) acceptedWithoutReviewer += 1
    },
    list: (): GroundTruthCounts => ({
      statuses: Object.fromEntries(
        labelStatuses.flatMap((status) => {
          const count = counts.get(status)
          return count === undefined ? [] : [[status, count]]
        }),
      ),
      acceptedWithoutReviewer,
    }),
  }
}
