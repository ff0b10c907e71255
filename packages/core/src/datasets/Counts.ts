/** The counts of a dataset as other modules change them: differences, added last in the transaction of the change. */
import { Effect } from "effect"
import type { DatasetId } from "../domain/Ids.ts"
import type { LabelStatus } from "../domain/Label.ts"
import { type CountsChange, DatasetStore } from "./DatasetStore.ts"

/** How many samples moved into a status (or, negative, out of it). */
export type StatusDifferences = Partial<Record<LabelStatus, number>>

export class Counts extends Effect.Service<Counts>()("@annotary/core/Counts", {
  effect: Effect.gen(function* () {
    const datasets = yield* DatasetStore

    /** Adds the differences; nothing is written when there are none. */
    const add = Effect.fn("Counts.add")(function* (id: DatasetId, change: CountsChange) {
      if (change.samples !== 0 || Object.values(change.byStatus).some((difference) => difference !== 0)) {
        yield* datasets.addCounts(id, change)
      }
    })

    /** Samples of the dataset, deleted ones not counted. */
    const samples = Effect.fn("Counts.samples")(function* (id: DatasetId) {
      return (yield* datasets.counts([id])).get(id)?.samples ?? 0
    })

    return { add, samples }
  }),
}) {}

/** The differences of changes of status; null is a sample without a label. */
export const statusDifferences = (
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
