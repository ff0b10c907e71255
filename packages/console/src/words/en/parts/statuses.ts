/** The states of a label. */
export const statuses = {
  UNLABELED: "Unlabeled",
  PRELABELED: "Prelabeled",
  LABELING_IN_PROGRESS: "Labeling in progress",
  LABELED: "Labeled",
  REVIEWING_IN_PROGRESS: "Review in progress",
  REVIEWED: "Reviewed",
  REJECTED: "Rejected",
  SKIPPED: "Skipped",
  VERIFIED: "Verified",
} as const
