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
     * Adds to the number of samples, in the transaction that adds or deletes them; it locks the quota until that ends. False when the
     * limit would be exceeded or there is no quota: of concurrent callers, no more succeed than the limit allows. A negative
     * number always succeeds.
     */
    readonly addSamples: (organization: Username, samples: number) => Effect.Effect<boolean>
    /** Locks the quota, then sums the counts of the organization's datasets anew, in the caller's transaction. */
    readonly recount: (organization: Username) => Effect.Effect<void>
  }
>() {}
