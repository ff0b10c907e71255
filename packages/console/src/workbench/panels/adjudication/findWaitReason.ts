import { toNumber } from "../../editor/json/value.ts"
import { isSkipped } from "../../session/overlap.ts"
import type { Overlap } from "../../session/work.ts"
import type { AdjudicationSource } from "./useAdjudication.ts"

interface Waiting extends Pick<AdjudicationSource, "decision"> {
  readonly overlap: Overlap
}

/**
 * Finds why a reviewer decides where the dataset merges labels that agree. Undefined where every such sample waits for a reviewer, and where the panel
 * says it already: that the labels were not compared, or could not be merged.
 */
export const findWaitReason = ({
  decision,
  overlap,
}: Waiting): "disagree" | "refused" | "skipped" | undefined => {
  if (!decision.merges) return undefined
  if (overlap.labels.some(isSkipped)) return "skipped"
  // That of the server, which merges by it: the page compares other labels, and where none was stored.
  const agreement = toNumber(overlap.agreement?.agreement ?? undefined)
  if (Number.isNaN(agreement) || overlap.mergeRefusal !== undefined) return undefined
  return agreement < decision.threshold ? "disagree" : "refused"
}
