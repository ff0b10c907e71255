import { Effect } from "effect"
import type { DatasetId } from "../domain/Ids.ts"
import type { LabelStatus } from "../domain/Label.ts"
import { type CountsChange, DatasetStore } from "./DatasetStore.ts"

/** The number of samples that entered a status, or left it (negative). */
export type StatusDifferences = Partial<Record<LabelStatus, number>>

/** Changes the counts of a dataset by differences, as the last statement in the transaction of the change. */
export class Counts extends Effect.Service<Counts>()("@annotary/core/Counts", {
  effect: Effect.gen(function* () {
    const datasets = yield* DatasetStore

    /** Adds the differences. Writes nothing when there are none. */
    const add = Effect.fnUntraced(function* (id: DatasetId, change: CountsChange) {
      if (change.samples !== 0 || Object.values(change.byStatus).some((difference) => difference !== 0)) {
        yield* datasets.addCounts(id, change)
      }
    })

    /** The number of samples in the dataset, without deleted ones. */
    const countSamples = Effect.fnUntraced(function* (id: DatasetId) {
      return (yield* datasets.details([id])).get(id)?.counts.samples ?? 0
    })

    return { add, samples: countSamples }
  }),
}) {}

/** The differences of status changes. Null is a sample without a label. */
export const computeStatusDifferences = (
  changes: Iterable<{ readonly from: LabelStatus | null; readonly to: LabelStatus | null }>,
): StatusDifferences => {
  const byStatus: StatusDifferences = {}
  for (const { from, to } of changes) {
    if (from === to) continue
    if (from !== null) byStatus[from] = (byStatus[from] ?? 0) - 1
    if (to !== null) byStatus[to] = (byStatus[to] ?? 0) + 1
  }
  return byStatus
}
