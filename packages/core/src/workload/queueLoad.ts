/** The load of a dataset's queues from its counts. Pure. */
import type { DatasetCounts } from "../domain/Dataset.ts"
import type { LabelStatus } from "../domain/Label.ts"
import { findWaitingState, labelStatuses, listWaitingStatuses } from "../domain/labelStates.ts"
import type { QueueLoad } from "./WorkloadStore.ts"

/** Statuses of labels that the queue of labeling has no more work for. */
export const labeledStatuses: ReadonlyArray<LabelStatus> = labelStatuses.filter(
  (status) => findWaitingState(status)?.queue !== "labeling",
)

/** Statuses of labels in the queue of reviewing. */
export const reviewableStatuses: ReadonlyArray<LabelStatus> = listWaitingStatuses("reviewing")

/** A sample without a label waits for labeling. */
export const queueLoad = ({ byStatus, samples }: DatasetCounts): QueueLoad => {
  const sum = (statuses: ReadonlyArray<LabelStatus>) =>
    statuses.reduce((total, status) => total + (byStatus[status] ?? 0), 0)
  return { labeling: samples - sum(labeledStatuses), reviewing: sum(reviewableStatuses) }
}
