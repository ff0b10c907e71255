/** The words of the overview and the settings of a dataset. */
import { statuses } from "./parts/statuses.ts"

export default {
  labels: "Labels",
  samples_one: "{{number}} sample",
  samples_other: "{{number}} samples",
  noSamples: "The dataset has no samples yet.",
  readme: { title: "Readme", none: "No readme yet.", write: "Write a readme", edit: "Edit" },
  releases: {
    title: "Releases",
    all: "All releases",
    none: "No releases yet.",
    states: { PENDING: "In progress", FAILED: "Failed" },
  },
  people: {
    title: "People, last 30 days",
    person: "Person",
    labeled: "Labeled",
    reviewed: "Reviewed",
    time: "Time",
    skipped: "Skipped",
    none: "Nobody has worked in this period.",
  },
  health: {
    title: "Queues",
    open: "Go to the queues",
    toLabel: "Waiting for labeling",
    toReview: "Waiting for review",
    rejected: "of which rejected",
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
      name: "Configure categories",
      text: "Define categories with colors and attributes, and rules that warn about mistakes.",
    },
    import: {
      name: "Import samples",
      text: "Upload files or folders from this computer, in a format such as COCO.",
    },
    people: { name: "Invite people", text: "Add labelers and reviewers by username, or send them a link." },
    api: "Or add a sample with the API:",
  },
  wayOn: {
    title: "Next",
    categoriesFirst: "The samples are here. Labelers need categories before they can start.",
    ready: "The samples are here and ready to be labeled.",
    configure: "Configure categories",
    label: "Start labeling",
    invite: "Invite people",
  },
  states: statuses,
} as const
