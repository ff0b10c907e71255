import { Effect, Option } from "effect"
import { QuotaExceeded } from "../domain/errors.ts"
import type { DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { OwnerQuota, Quota } from "../domain/Quota.ts"
import { DatasetFinder } from "./DatasetFinder.ts"
import { QuotaStore } from "./QuotaStore.ts"

/** The owner of a dataset and its quota, as an access check found it. */
export interface QuotaScope {
  readonly dataset: { readonly owner: Username }
  /** Null without a quota. */
  readonly ownerQuota: OwnerQuota | null
}

/** Use of a quota that a call adds. Absent means 0. */
export interface AddedUse {
  readonly samples?: number
  readonly bytes?: number
}

/** Counts samples and bytes against the quota of an organization, in the transactions that change their number. */
export class QuotaCounter extends Effect.Service<QuotaCounter>()("@annotary/core/QuotaCounter", {
  effect: Effect.gen(function* () {
    const store = yield* QuotaStore
    const datasets = yield* DatasetFinder

    /**
     * Counts what is added, or deleted (negative): one statement with a quota, none without. Call it after the files are stored for
     * their dataset, and before the counts of the dataset are changed. Before it refuses, it counts anew.
     */
    const take = Effect.fnUntraced(function* (
      { dataset: { owner }, ownerQuota }: QuotaScope,
      { bytes = 0, samples = 0 }: AddedUse,
    ) {
      if (ownerQuota === null || (samples === 0 && bytes === 0)) return
      if (yield* store.add(owner, { samples, bytes })) return
      // The sums contain the files of the caller, and not yet its samples.
      yield* store.recount(owner)
      const isAdded = yield* store.add(owner, { samples, bytes: 0 })
      const quota = Option.getOrNull(yield* store.get(owner))
      if (quota === null) return
      if (!isAdded) return yield* makeExceededError(quota, "samples")
      if (bytes > 0 && isOver(quota.bytesUsed, quota.bytes))
        return yield* makeExceededError({ ...quota, bytesUsed: quota.bytesUsed - bytes }, "bytes")
    })

    /** Whether files fit in the quota. Before it says no, it counts anew. Another caller may take the rest before the caller does. */
    const canTake = Effect.fnUntraced(function* (
      { dataset: { owner }, ownerQuota }: QuotaScope,
      bytes: number,
    ) {
      if (ownerQuota === null || bytes === 0) return true
      const fits = Effect.map(store.get(owner), (quota) =>
        Option.match(quota, {
          onNone: () => true,
          onSome: (limits) => !isOver(limits.bytesUsed + bytes, limits.bytes),
        }),
      )
      return (yield* fits) || (yield* Effect.zipRight(store.recount(owner), fits))
    })

    /** Counts the use of an account anew, after a dataset came or went. Fails when it exceeds a quota. */
    const recountWithin = Effect.fnUntraced(function* (organization: Username) {
      if (Option.isNone(yield* store.get(organization))) return
      yield* store.recount(organization)
      const quota = Option.getOrNull(yield* store.get(organization))
      if (quota === null) return
      if (isOver(quota.samplesUsed, quota.samples)) return yield* makeExceededError(quota, "samples")
      if (isOver(quota.bytesUsed, quota.bytes)) return yield* makeExceededError(quota, "bytes")
    })

    /** Counts anew the use of the owners of these datasets, after files of theirs were deleted or found. Never fails. */
    const recountOwners = Effect.fnUntraced(function* (ids: ReadonlyArray<DatasetId>) {
      const owners = new Set<Username>()
      for (const id of new Set(ids)) {
        const datasetAccess = Option.getOrNull(yield* datasets.access({ _tag: "Id", id }, null))
        if (datasetAccess !== null && datasetAccess.ownerQuota !== null)
          owners.add(datasetAccess.dataset.owner)
      }
      for (const owner of [...owners].sort()) yield* store.recount(owner)
    })

    return { take, canTake, recountWithin, recount: store.recount, recountOwners }
  }),
}) {
  static readonly dependencies = [DatasetFinder] as const
}

const isOver = (used: number, limit: number | null): boolean => limit !== null && used > limit

const makeExceededError = (
  { bytes, bytesUsed, organization, samples, samplesUsed }: Quota,
  quota: "samples" | "bytes",
) =>
  quota === "samples"
    ? new QuotaExceeded({ quota, organization, limit: samples ?? 0, used: samplesUsed })
    : new QuotaExceeded({ quota, organization, limit: bytes ?? 0, used: bytesUsed })
