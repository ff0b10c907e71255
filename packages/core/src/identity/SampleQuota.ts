import { Effect, Option } from "effect"
import { QuotaExceeded } from "../domain/errors.ts"
import type { Username } from "../domain/Names.ts"
import type { OwnerQuota } from "../domain/Quota.ts"
import { QuotaStore } from "./QuotaStore.ts"

/** The owner of a dataset and its quota, as an access check found it. */
export interface QuotaScope {
  readonly dataset: { readonly owner: Username }
  /** Null without a quota. */
  readonly ownerQuota: OwnerQuota | null
}

/** Counts samples against the quota of an organization, in the transactions that change their number. */
export class SampleQuota extends Effect.Service<SampleQuota>()("@annotary/core/SampleQuota", {
  effect: Effect.gen(function* () {
    const store = yield* QuotaStore

    /**
     * Counts added samples, or deleted ones (negative): one statement with a quota, none without. Call it before the counts of the
     * dataset are changed. Before it refuses, it counts anew.
     */
    const take = Effect.fnUntraced(function* ({ dataset, ownerQuota }: QuotaScope, samples: number) {
      if (ownerQuota === null || samples === 0) return
      if (yield* store.addSamples(dataset.owner, samples)) return
      yield* store.recount(dataset.owner)
      if (yield* store.addSamples(dataset.owner, samples)) return
      const quota = Option.getOrNull(yield* store.get(dataset.owner))
      if (quota !== null) yield* exceeded(quota.organization, quota.samples ?? 0, quota.samplesUsed)
    })

    /** Counts the samples of an account anew, after a dataset came or went. Fails when they exceed a quota. */
    const settle = Effect.fnUntraced(function* (organization: Username) {
      if (Option.isNone(yield* store.get(organization))) return
      yield* store.recount(organization)
      const quota = Option.getOrNull(yield* store.get(organization))
      if (quota !== null && quota.samples !== null && quota.samplesUsed > quota.samples)
        yield* exceeded(organization, quota.samples, quota.samplesUsed)
    })

    return { take, settle, recount: store.recount }
  }),
}) {}

const exceeded = (organization: Username, limit: number, used: number) =>
  new QuotaExceeded({ quota: "samples", organization, limit, used })
