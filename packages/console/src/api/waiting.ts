/** Counts what waits in the queues of datasets, by the statuses of their labels. */
import { waitingStatuses } from "@annotary/core/check"
import type { Wire } from "./client.ts"
import type { DatasetPath } from "./dataset.ts"

type Stats = Wire<"LabelStats">

const countWaiting = (stats: Stats, queue: WaitingQueue["queue"]): number =>
  waitingStatuses[queue].reduce((sum, status) => sum + stats[status], 0)

/** The samples that wait for labelers. */
export const countToLabel = (stats: Stats): number => countWaiting(stats, "labeling")

/** The samples that wait for reviewers. */
export const countToReview = (stats: Stats): number => countWaiting(stats, "reviewing")

export interface WaitingQueue {
  readonly path: DatasetPath
  readonly queue: "labeling" | "reviewing"
  readonly count: number
}

/** The queues in which a person may work and something waits, but for one. Those of the same dataset come first, then the longest. */
export const listWaitingQueues = (
  datasets: ReadonlyArray<Wire<"Dataset">>,
  except: { readonly path: DatasetPath; readonly queue: WaitingQueue["queue"] },
): ReadonlyArray<WaitingQueue> => {
  const isSame = ({ dataset, owner }: DatasetPath): boolean =>
    owner === except.path.owner && dataset === except.path.dataset
  return datasets
    .filter(({ archived }) => !archived)
    .flatMap((dataset): ReadonlyArray<WaitingQueue> => {
      const { label_stats: stats, permissions } = dataset
      const path = { owner: dataset.owner.username, dataset: dataset.name }
      return [
        { path, queue: "labeling", count: permissions.includes("label") ? countToLabel(stats) : 0 },
        { path, queue: "reviewing", count: permissions.includes("review") ? countToReview(stats) : 0 },
      ]
    })
    .filter(({ count, path, queue }) => count > 0 && !(isSame(path) && queue === except.queue))
    .toSorted((a, b) => Number(isSame(b.path)) - Number(isSame(a.path)) || b.count - a.count)
}
