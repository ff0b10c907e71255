/** The words of the overview and the settings of a dataset. */
export default {
  labels: "Labels",
  samples_one: "{{number}} sample",
  samples_other: "{{number}} samples",
  noSamples: "The dataset has no samples yet.",
  states: {
    UNLABELED: "Not labeled",
    PRELABELED: "Prelabeled",
    LABELING_IN_PROGRESS: "Labeling in progress",
    LABELED: "Labeled",
    REVIEWING_IN_PROGRESS: "Reviewing in progress",
    REVIEWED: "Reviewed",
    REJECTED: "Rejected",
    SKIPPED: "Skipped",
    VERIFIED: "Verified",
  },
} as const
