import { isSkipped } from "../../session/overlap.ts"
import type { Overlap } from "../../session/work.ts"
import type { AdjudicationSource } from "./useAdjudication.ts"

interface Waiting extends Pick<AdjudicationSource, "decision"> {
  readonly overlap: Overlap
  readonly agreement: number | undefined
}

/**
 * Finds why a reviewer decides where the dataset merges labels that agree. Undefined where every such sample waits for a reviewer, and where the panel
 * says it already: that the labels were not compared, or could not be merged.
 */
export const findWaitReason = ({
  agreement,
  decision,
  overlap,
}: Waiting): "disagree" | "refused" | "skipped" | undefined => {
  if (!decision.merges) return undefined
  if (overlap.labels.some(isSkipped)) return "skipped"
  if (agreement === undefined || overlap.mergeRefusal !== undefined) return undefined
  return agreement < decision.threshold ? "disagree" : "refused"
}
