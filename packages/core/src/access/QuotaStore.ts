import { Context, type Effect, type Option } from "effect"
import type { Username } from "../domain/Names.ts"
import type { Quota, QuotaLimits } from "../domain/Quota.ts"

/** The port for quotas. Only accounts that have one cause writes of it. */
export class QuotaStore extends Context.Tag("@annotary/core/QuotaStore")<
  QuotaStore,
  {
    /** The quota of the organization. */
    readonly get: (organization: Username) => Effect.Effect<Option.Option<Quota>>
    /** Sets the limits. The use of a new quota is 0 until `recount`. */
    readonly set: (organization: Username, limits: QuotaLimits) => Effect.Effect<void>
    /**
     * Adds to the use, in the transaction that adds or deletes samples and files; it locks the quota until that ends. False, and nothing
     * is added, when a limit would be exceeded or there is no quota: of concurrent callers, no more succeed than the limits allow.
     * A number of 0 or less never exceeds its limit.
     */
    readonly add: (
      organization: Username,
      added: { readonly samples: number; readonly bytes: number },
    ) => Effect.Effect<boolean>
    /**
     * Locks the quota, then sums anew, in the caller's transaction: the counts of the organization's datasets, and the bytes of their
     * assets (`AssetStore.count`), releases and exports.
     */
    readonly recount: (organization: Username) => Effect.Effect<void>
  }
>() {}
