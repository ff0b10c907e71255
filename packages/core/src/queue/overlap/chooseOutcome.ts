/** The next step of a sample whose last missing label came in, by the settings of its dataset. Pure. */
import type { DatasetSettings } from "../../domain/DatasetSettings.ts"
import { maxOverlap, type OverlapDecision, type OverlapLabel } from "../../domain/Overlap.ts"

/**
 * `review` where somebody skipped the sample or the labels were not compared, whatever the settings: there is no agreement to decide by.
 */
export const chooseOutcome = (
  {
    overlapDecision,
    overlapMaximum,
    overlapThreshold,
  }: Pick<DatasetSettings, "overlapDecision" | "overlapMaximum" | "overlapThreshold">,
  labels: ReadonlyArray<Pick<OverlapLabel, "status">>,
  agreement: number | null,
): OverlapDecision => {
  if (overlapDecision === "review" || agreement === null) return "review"
  if (labels.some(({ status }) => status === "SKIPPED")) return "review"
  if (agreement >= overlapThreshold) return "merge"
  return overlapDecision === "one_more" && labels.length < Math.min(overlapMaximum, maxOverlap)
    ? "one_more"
    : "review"
}
