/** The words of the area "datasets". */
import { roles } from "./parts/roles.ts"

export default {
  title: "Datasets",
  new: "New dataset",
  noMatch: "No datasets match these filters.",
  filters: {
    label: "Filters",
    q: "Name contains",
    owner: "Owner",
    anyRole: "Any",
    clear: "Clear filters",
  },
  empty: "You have no datasets yet, and none are shared with you.",
  emptyText: "A dataset contains samples, such as images, and their labels.",
  emptyApi: "Or create one with the API:",
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
