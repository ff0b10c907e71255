/** Puts the samples of a snapshot together, member by member: a release has millions, and copies of objects would take most of the time. */
import type { SnapshotLabel, SnapshotSample } from "@annotary/core/effect"

type Body = Pick<SnapshotSample, "attributes" | "metadata" | "readme">

export const makeSnapshotSample = (
  sample: Omit<SnapshotSample, keyof Body | "labels">,
  body: Body,
  labels: ReadonlyArray<SnapshotLabel>,
): SnapshotSample => ({
  id: sample.id,
  name: sample.name,
  priority: sample.priority,
  assignedLabeler: sample.assignedLabeler,
  assignedReviewer: sample.assignedReviewer,
  createdAt: sample.createdAt,
  createdBy: sample.createdBy,
  attributes: body.attributes,
  metadata: body.metadata,
  readme: body.readme,
  labels,
})

export const makeSnapshotLabel = (
  labelset: SnapshotLabel["labelset"],
  label: Omit<SnapshotLabel, "labelset" | "attributes">,
  attributes: SnapshotLabel["attributes"],
): SnapshotLabel => ({
  labelset,
  status: label.status,
  score: label.score,
  rating: label.rating,
  createdAt: label.createdAt,
  createdBy: label.createdBy,
  updatedAt: label.updatedAt,
  updatedBy: label.updatedBy,
  reviewedAt: label.reviewedAt,
  reviewedBy: label.reviewedBy,
  attributes,
})
