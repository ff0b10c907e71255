import type { Label } from "../domain/Label.ts"
import { findWaitingState } from "../domain/labelStates.ts"

/**
 * The label from which a person starts who labels a sample: null where there is none. The ground truth of a finished sample, of which more
 * labels are requested, is the work of somebody else, which people who label it do not see. Pure.
 */
export const pickStart = (truth: Label | null): Label | null =>
  findWaitingState(truth?.status ?? null)?.queue === "labeling" ? truth : null
