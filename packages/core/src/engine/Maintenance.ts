import { Effect } from "effect"
import { Assets } from "../assets/Assets.ts"
import { betweenBatches } from "../jobs/betweenBatches.ts"
import { LabelStore } from "../labels/LabelStore.ts"
import { ClaimStore } from "../placement/ClaimStore.ts"
import { makeRetention } from "./retention.ts"

/** Periodic cleanup: expired leases, and data whose time is over. Idempotent. */
export class Maintenance extends Effect.Service<Maintenance>()("@annotary/core/Maintenance", {
  effect: Effect.gen(function* () {
    const claims = yield* ClaimStore
    const assets = yield* Assets
    const labels = yield* LabelStore
    const retention = yield* makeRetention

    /** Releases the expired leases of all datasets. */
    const expireLeases = runInBatches(100, (limit) => claims.expire(null, limit))

    /**
     * Deletes ended sessions and expired invitations; what is kept for a day: answers of ended claims, abandoned uploads; what is kept for
     * 30 days: claims that ended without work; and what is kept as long as the settings say: answers under an `Idempotency-Key`, audit
     * entries, ended jobs, exports with their files.
     */
    const forget = Effect.gen(function* () {
      yield* runInBatches(1000, retention.claimAnswers)
      yield* runInBatches(1000, retention.endedClaims)
      yield* runInBatches(1000, retention.requestAnswers)
      yield* runInBatches(1000, retention.sessions)
      yield* runInBatches(1000, retention.signInTokens)
      yield* runInBatches(1000, retention.embedTokens)
      yield* runInBatches(1000, retention.invitations)
      yield* runInBatches(1000, retention.audit)
      yield* runInBatches(100, retention.deletedWork)
      yield* runInBatches(1000, retention.jobs)
      yield* runInBatches(100, (limit) => assets.removeAbandoned(limit))
      yield* runInBatches(100, retention.exports)
    })

    /** Counts the objects of labels for searches, where an earlier version or a change of the configuration left labels without. */
    const indexLabels = Effect.zipLeft(labels.indexPortion(), betweenBatches).pipe(
      Effect.repeat({ while: (done) => done > 0 }),
      Effect.asVoid,
    )

    return { expireLeases, forget, indexLabels }
  }),
}) {}

/** Repeats until a batch is not full, and yields between batches. */
const runInBatches = (limit: number, batch: (limit: number) => Effect.Effect<number>): Effect.Effect<void> =>
  batch(limit).pipe(
    Effect.zipLeft(betweenBatches),
    Effect.repeat({ while: (done) => done >= limit }),
    Effect.asVoid,
  )
