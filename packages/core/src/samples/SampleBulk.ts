import { Effect } from "effect"
import { Access, type DatasetRef, type Permitted } from "../access/Access.ts"
import { Counts } from "../access/Counts.ts"
import { DatasetRecords } from "../access/DatasetRecords.ts"
import { KnownUsers } from "../access/KnownUsers.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { refusePaused } from "../access/refusePaused.ts"
import { InvalidInput } from "../domain/errors.ts"
import type { DatasetId, SampleId, VersionId } from "../domain/Ids.ts"
import type { LabelStatus } from "../domain/Label.ts"
import { Events } from "../events/Events.ts"
import { betweenBatches } from "../jobs/betweenBatches.ts"
import { traced } from "../kernel/traced.ts"
import { isAllowed, validateStatus } from "../labels/directWrites.ts"
import { LabelWriter } from "../labels/LabelWriter.ts"
import { Placement } from "../placement/Placement.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { CheckResults } from "../warnings/CheckResults.ts"
import { BulkRewrites } from "./BulkRewrites.ts"
import {
  type BulkMatches,
  type BulkResult,
  type BulkSet,
  type BulkShare,
  type BulkTarget,
  findBulkViolations,
  isInShare,
} from "./bulkChange.ts"
import { makeBulkRuns } from "./makeBulkRuns.ts"
import { makeSampleRemovals } from "./makeSampleRemovals.ts"
import { SampleLists } from "./SampleLists.ts"
import { type UsersByKey as Known, listUsers } from "./sampleInput.ts"

export type { BulkMatches, BulkResult, BulkSet, BulkShare, BulkTarget } from "./bulkChange.ts"

/** Samples in one batch of checks. */
const batch = 500

/** Changes priority, assignees and status of up to 10 000 samples in a call, or deletes those that match a filter. */
export class SampleBulk extends Effect.Service<SampleBulk>()("@annotary/core/SampleBulk", {
  effect: Effect.gen(function* () {
    const reader = yield* SampleReader
    const access = yield* Access
    const users = yield* KnownUsers
    const labelsets = yield* LabelsetFinder
    const rewrites = yield* BulkRewrites
    const removals = yield* makeSampleRemovals
    const placement = yield* Placement
    const runs = yield* makeBulkRuns

    /**
     * Updates up to 10 000 samples and returns how many changed. When more match the filter, the result has the cursor
     * of the next call. All checks of a call precede its first write. Then the samples are changed in batches, each in
     * one transaction, in the order of their ids. An interrupted call can be repeated. `part`: only a part of them.
     */
    const updateMany = traced("Samples.updateMany")(function* (
      ref: DatasetRef,
      target: BulkTarget,
      set: BulkSet,
      part?: BulkShare,
    ) {
      const { dataset, ids, known, next } = yield* checkTarget(ref, target, set, part)
      const done = yield* runs.runInBatches(ids, (some) => updateSome(dataset, some, set, known))
      return { changed: countChanged(done), next } satisfies BulkResult
    })

    /**
     * Sets the status of labels of the ground truth that still have the expected versions, in batches, each in one transaction that compares them
     * under its lock. Returns how many it set. An interrupted call can be repeated.
     */
    const setUnchanged = Effect.fnUntraced(function* (
      ref: DatasetRef,
      expected: ReadonlyMap<SampleId, VersionId>,
      labelStatus: LabelStatus,
    ) {
      const { dataset } = yield* access.requireWritable(ref, "write_any_label")
      const ids = [...expected.keys()].sort()
      return countChanged(
        yield* runs.runInBatches(ids, (some) =>
          updateSome(dataset.id, some, { labelStatus }, new Map(), expected),
        ),
      )
    })

    /**
     * Deletes up to 10 000 samples that match a filter, and returns how many. When more match, the result has the cursor
     * of the next call. The samples are deleted in batches, each in one transaction. An interrupted call can be repeated.
     */
    const removeMatching = traced("Samples.removeMatching")(function* (ref: DatasetRef, target: BulkMatches) {
      const permitted = yield* access.requireWritable(ref, "edit_samples")
      const { ids, next } = yield* runs.findMatches(permitted, target)
      const dataset = { _tag: "Id", id: permitted.dataset.id } as const
      const done = yield* runs.runInBatches(ids, (some) =>
        Effect.gen(function* () {
          yield* placement.lock(permitted.dataset.id, some)
          const writable = yield* access.requireWritable(dataset, "edit_samples")
          return { read: some.length, changed: yield* removals.removeAll(writable, some) }
        }),
      )
      return { changed: countChanged(done), next } satisfies BulkResult
    })

    /**
     * Checks permissions and whether the change applies to all samples. It runs outside of a transaction, so that reading
     * thousands of samples blocks no writer; each batch checks again in its own.
     */
    const checkTarget = Effect.fnUntraced(function* (
      ref: DatasetRef,
      target: BulkTarget,
      set: BulkSet,
      part: BulkShare | undefined,
    ) {
      const permitted = yield* access.requireWritable(ref, toBulkOperation(set))
      if (set.labelStatus !== undefined) yield* refusePaused(permitted)
      const usernames = yield* users.findAmong(listUsers(set))
      const errors = findBulkViolations(set, usernames)
      if (errors.length > 0) return yield* new InvalidInput({ errors })
      if (part !== undefined && !(part.share > 0 && part.share <= 1))
        return yield* InvalidInput.at("/share", "must be more than 0 and at most 1")
      const { ids: all, next } = yield* runs.findIds(permitted, target)
      const ids = part === undefined ? all : all.filter((id) => isInShare(part, id))
      yield* checkStatus(permitted, ids, set)
      return { dataset: permitted.dataset.id, ids, known: usernames, next }
    })

    /** Refuses a status for all samples when one of them cannot have it. */
    const checkStatus = Effect.fnUntraced(function* (
      { dataset }: Permitted,
      ids: ReadonlyArray<SampleId>,
      { labelStatus }: BulkSet,
    ) {
      if (labelStatus === undefined || isAllowed(labelStatus, dataset.settings)) return
      const labelset = yield* labelsets.getGroundTruth(dataset.id)
      for (let i = 0; i < ids.length; i += batch) {
        const batchIds = ids.slice(i, i + batch)
        for (const { label, sample } of yield* reader.listHeads(batchIds, labelset.id))
          if (sample.datasetId === dataset.id)
            yield* validateStatus(label?.status ?? null, labelStatus, dataset.settings)
        yield* betweenBatches
      }
    })

    const updateSome = Effect.fnUntraced(function* (
      dataset: DatasetId,
      ids: ReadonlyArray<SampleId>,
      set: BulkSet,
      known: Known,
      expected?: ReadonlyMap<SampleId, VersionId>,
    ) {
      // The dataset is read after the lock, because its configuration may change while a writer waits.
      const openClaims = yield* placement.lock(dataset, ids)
      const permitted = yield* access.requireWritable({ _tag: "Id", id: dataset }, toBulkOperation(set))
      return yield* rewrites.perform(permitted, openClaims, ids, set, known, expected)
    })

    return { updateMany, setUnchanged, removeMatching }
  }),
}) {
  static readonly dependencies = [
    Access,
    BulkRewrites,
    CheckResults,
    Counts,
    DatasetRecords,
    Events,
    KnownUsers,
    LabelWriter,
    LabelsetFinder,
    Placement,
    QuotaCounter,
    SampleLists,
    SampleReader,
  ] as const
}

const toBulkOperation = (set: BulkSet) => (set.labelStatus === undefined ? "prioritise" : "write_any_label")

const countChanged = (batches: ReadonlyArray<{ readonly changed: number }>): number =>
  batches.reduce((sum, { changed }) => sum + changed, 0)
