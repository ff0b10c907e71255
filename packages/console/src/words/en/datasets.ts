/** The words of the area "datasets". */
import { roles } from "./parts/roles.ts"

export default {
  title: "Datasets",
  new: "New dataset",
  noMatch: "No dataset matches these filters.",
  filters: {
    label: "Filters",
    q: "Name contains",
    owner: "Owner",
    anyRole: "Any",
    clear: "Clear filters",
  },
  empty: "You have no datasets yet, and nobody shares one with you.",
  emptyText: "A dataset holds samples, such as images, and the labels that people give them.",
  emptyApi: "Or create one by the API:",
  name: "Name",
  taskType: "Task type",
  samples: "Samples",
  role: "Your role",
  created: "Created",
  queues: "Queues",
  label: "Label",
  labelIn: "Label in {{name}}",
  review: "Review",
  reviewIn: "Review in {{name}}",
  previous: "Previous",
  next: "Next",
  roles: { public: "Public", ...roles, owner: "Owner" },
} as const
