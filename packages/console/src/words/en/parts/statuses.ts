/** The states of a label. */
export const statuses = {
  UNLABELED: "Unlabeled",
  PRELABELED: "Prelabeled",
  LABELING_IN_PROGRESS: "Labeling",
  LABELED: "Labeled",
  REVIEWING_IN_PROGRESS: "Reviewing",
  REVIEWED: "Reviewed",
  REJECTED: "Rejected",
  SKIPPED: "Skipped",
  VERIFIED: "Verified",
} as const
