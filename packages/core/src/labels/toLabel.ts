/** The label of one person of several as a label of the ground truth, which their work is a proposal for. Pure. */
import type { LabelsetId } from "../domain/Ids.ts"
import type { Label } from "../domain/Label.ts"
import type { StartedOverlapLabel } from "../placement/OverlapStore.ts"

export const toLabel = (
  {
    comment: _,
    createdAt: updatedAt,
    inactiveTime: _inactive,
    labeler,
    startedAt,
    time: _time,
    ...label
  }: StartedOverlapLabel,
  labelsetId: LabelsetId,
): Label => ({
  ...label,
  labelsetId,
  createdAt: startedAt,
  createdBy: labeler,
  updatedAt,
  updatedBy: labeler,
  reviewedAt: null,
  reviewedBy: null,
  labeler,
  reviewer: null,
  rejecter: null,
})
