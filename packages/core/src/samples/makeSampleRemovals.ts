import { Effect } from "effect"
import { Access, type Permitted } from "../access/Access.ts"
import { Counts, computeStatusDifferences } from "../access/Counts.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { Conflict } from "../domain/errors.ts"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import type { LabelStatus } from "../domain/Label.ts"
import { now } from "../domain/Timestamp.ts"
import { Events } from "../events/Events.ts"
import { LabelWriter } from "../labels/LabelWriter.ts"
import { Placement } from "../placement/Placement.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { SampleStore } from "../reading/SampleStore.ts"
import { CheckResults } from "../warnings/CheckResults.ts"

/** Samples in memory at once, when events are written. */
const chunk = 100

/**
 * Deletes samples with their claims, labels, events and counts. The caller runs a transaction, locks the samples' rows, and checks
 * permissions after that: the dataset may get its first overlap before the lock is granted.
 */
export const makeSampleRemovals = Effect.gen(function* () {
  const access = yield* Access
  const store = yield* SampleStore
  const reader = yield* SampleReader
  const labels = yield* LabelWriter
  const placement = yield* Placement
  const events = yield* Events
  const counts = yield* Counts
  const quota = yield* QuotaCounter
  const checkResults = yield* CheckResults

  /** Locks the samples of a dataset that the caller may change, and returns the dataset as it is then. */
  const lockAll = Effect.fnUntraced(function* (dataset: DatasetId, ids: ReadonlyArray<SampleId>) {
    yield* placement.lock(dataset, ids)
    const permitted = yield* access.findUncounted({ _tag: "Id", id: dataset })
    if (permitted.dataset.archived) return yield* new Conflict({ code: "dataset_archived" })
    return permitted
  })

  /** Deletes the samples that belong to the dataset, and returns their number. */
  const removeAll = Effect.fnUntraced(function* (permitted: Permitted, ids: ReadonlyArray<SampleId>) {
    const { id } = permitted.dataset
    yield* placement.release(id, ids)
    const left: Array<LabelStatus | null> = []
    for (let i = 0; i < ids.length; ) {
      const { read, statuses } = yield* removeSome(permitted, ids.slice(i, i + chunk))
      left.push(...statuses)
      i += read
    }
    const moves = left.map((from) => ({ from, to: null }))
    if (permitted.ownerQuota !== null) yield* quota.take(permitted, { samples: -left.length })
    yield* counts.add(id, { samples: -left.length, byStatus: computeStatusDifferences(moves) })
    return left.length
  })

  /** The statuses of the deleted samples. Events contain the complete sample, so fewer are deleted at once. */
  const removeSome = Effect.fnUntraced(function* (permitted: Permitted, some: ReadonlyArray<SampleId>) {
    const { id } = permitted.dataset
    const { rows, read } = events.wanted(permitted)
      ? yield* reader.portion(some, null)
      : { rows: [], read: some.length }
    const ids = some.slice(0, read)
    const statuses = yield* labels.readStatuses(id, ids)
    const gone = new Set(yield* store.markDeleted(id, ids, yield* now))
    if (permitted.dataset.settings.usesOverlap) yield* placement.removeOverlaps(id, [...gone])
    yield* checkResults.forget(id, [...gone], null)
    const removed = rows.map(({ sample }) => sample).filter((sample) => gone.has(sample.id))
    yield* events.record(
      permitted,
      removed.map((sample) => ({ type: "sample.deleted", sample }) as const),
    )
    return { read, statuses: [...gone].map((sample) => statuses.get(sample) ?? null) }
  })

  return { lockAll, removeAll }
})
