/** The event of a sample whose last missing label is in. Pure. */
import type { DatasetSettings } from "../../domain/DatasetSettings.ts"
import type { OverlapResult } from "../../domain/wire/overlapEvent.ts"
import type { Change } from "../../events/Events.ts"

/**
 * `sample.agreed` where the labels were merged or agree at least as the dataset requires, `sample.disputed` where the sample waits for a decision
 * otherwise. None for a sample whose ground truth a manager has finished, so that it waits for nobody.
 */
export const listOverlapEvents = (
  { overlapThreshold: threshold }: Pick<DatasetSettings, "overlapThreshold">,
  result: Omit<OverlapResult, "threshold">,
  isWaiting: boolean,
): ReadonlyArray<Change> => {
  const { agreement, state } = result
  if (state === "adjudicating" && !isWaiting) return []
  const isAgreed = state === "decided" || (agreement !== null && agreement >= threshold)
  return [{ type: isAgreed ? "sample.agreed" : "sample.disputed", overlap: { ...result, threshold } }]
}
