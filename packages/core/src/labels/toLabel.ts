/** The label of one person of several as a label of the ground truth, which their work is a proposal for. Pure. */
import type { LabelsetId } from "../domain/Ids.ts"
import type { Label } from "../domain/Label.ts"
import type { OverlapLabel } from "../domain/Overlap.ts"

export const toLabel = (
  { comment: _, createdAt, labeler, ...label }: OverlapLabel,
  labelsetId: LabelsetId,
): Label => ({
  ...label,
  labelsetId,
  createdAt,
  createdBy: labeler,
  updatedAt: createdAt,
  updatedBy: labeler,
  reviewedAt: null,
  reviewedBy: null,
  labeler,
  reviewer: null,
  rejecter: null,
})
