/** The words of the overview and the settings of a dataset. */
export default {
  labels: "Labels",
  samples_one: "{{number}} sample",
  samples_other: "{{number}} samples",
  noSamples: "The dataset has no samples yet.",
  start: {
    title: "Next steps",
    configuration: {
      name: "Configure the label editor",
      text: "Categories, their colors and attributes, and rules that warn of mistakes.",
    },
    import: {
      name: "Import samples",
      text: "Files or folders from this computer, or a format such as COCO.",
    },
    people: { name: "Invite people", text: "Labelers and reviewers, by name or by a link." },
    api: "Or add a sample by the API:",
  },
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
