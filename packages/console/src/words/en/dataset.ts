/** The words of the overview and the settings of a dataset. */
import { statuses } from "./parts/statuses.ts"

export default {
  labels: "Labels",
  samples_one: "{{number}} sample",
  samples_other: "{{number}} samples",
  noSamples: "The dataset has no samples yet.",
  readme: { title: "Readme", none: "There is no readme.", write: "Write a readme", edit: "Edit" },
  releases: {
    title: "Releases",
    all: "All releases",
    none: "There are no releases yet.",
    states: { PENDING: "Being written", FAILED: "Failed" },
  },
  people: {
    title: "People, last 30 days",
    person: "Person",
    labeled: "Labeled",
    reviewed: "Reviewed",
    time: "Time",
    skipped: "Skipped",
    none: "Nobody has worked in this time.",
  },
  health: {
    title: "Queues",
    open: "Open queues",
    toLabel: "Wait for labeling",
    toReview: "Wait for review",
    rejected: "Of them rejected",
    claims: "Open claims",
    ownClaims: "Your open claims",
    oldest: "Oldest claim",
    pace: "At the pace of the last 7 days",
    days_one: "{{number}} day",
    days_other: "{{number}} days",
  },
  throughput: {
    title: "Finished work",
    span: "Last 30 days",
    none: "Nothing was labeled or reviewed in the last 30 days.",
    day: "Day",
    labeled: "Labeled",
    reviewed: "Reviewed",
  },
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
  states: statuses,
} as const
