import { Effect } from "effect"
import { Assets } from "../assets/Assets.ts"
import { fromMillis, now, toMillis } from "../domain/Timestamp.ts"
import { betweenBatches } from "../jobs/betweenBatches.ts"
import { ClaimStore } from "../queue/ClaimStore.ts"
import { WorkunitStore } from "../queue/WorkunitStore.ts"
import { IdempotencyStore } from "../storage/IdempotencyStore.ts"

/** Periodic cleanup: expired leases, and data that is kept for a day. Idempotent. */
export class Maintenance extends Effect.Service<Maintenance>()("@annotary/core/Maintenance", {
  effect: Effect.gen(function* () {
    const claims = yield* ClaimStore
    const workunits = yield* WorkunitStore
    const idempotency = yield* IdempotencyStore
    const assets = yield* Assets

    /** Releases the expired leases of all datasets. */
    const expireLeases = inBatches(100, (limit) => claims.expire(null, limit))

    /**
     * Deletes what is kept for a day: answers of ended claims, claims that ended without work, answers under an
     * `Idempotency-Key`, abandoned uploads.
     */
    const forget = Effect.gen(function* () {
      const before = fromMillis(toMillis(yield* now) - day)
      yield* inBatches(1000, (limit) => workunits.forgetAnswers(before, limit))
      yield* inBatches(1000, (limit) => claims.forgetEnded(before, limit))
      yield* inBatches(1000, (limit) => idempotency.forget(before, limit))
      yield* inBatches(100, (limit) => assets.removeAbandoned(limit))
    })

    return { expireLeases, forget }
  }),
}) {}

const day = 24 * 3600 * 1000

/** Repeats until a batch is not full, and yields between batches. */
const inBatches = (limit: number, batch: (limit: number) => Effect.Effect<number>): Effect.Effect<void> =>
  batch(limit).pipe(
    Effect.zipLeft(betweenBatches),
    Effect.repeat({ while: (done) => done >= limit }),
    Effect.asVoid,
  )
