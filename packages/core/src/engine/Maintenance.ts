/** What has to be cleared away from time to time: leases that ended, and things kept for a day. Doing it twice does no harm. */
import { Effect } from "effect"
import { Assets } from "../assets/Assets.ts"
import { fromMillis, now, toMillis } from "../domain/Timestamp.ts"
import { betweenBatches } from "../jobs/betweenBatches.ts"
import { ClaimStore } from "../queue/ClaimStore.ts"
import { WorkunitStore } from "../queue/WorkunitStore.ts"
import { IdempotencyStore } from "../storage/IdempotencyStore.ts"

export class Maintenance extends Effect.Service<Maintenance>()("@annotary/core/Maintenance", {
  effect: Effect.gen(function* () {
    const claims = yield* ClaimStore
    const workunits = yield* WorkunitStore
    const idempotency = yield* IdempotencyStore
    const assets = yield* Assets

    /** Frees the leases that have ended, of all datasets. */
    const expireLeases = inBatches(100, (limit) => claims.expire(null, limit))

    /** Forgets what is kept for a day: answers of ended claims, claims that ended without work, answers under an `Idempotency-Key`, uploads that never came. */
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

/** Repeats until a batch is not full, letting others run between two. */
const inBatches = (limit: number, batch: (limit: number) => Effect.Effect<number>): Effect.Effect<void> =>
  batch(limit).pipe(
    Effect.zipLeft(betweenBatches),
    Effect.repeat({ while: (done) => done >= limit }),
    Effect.asVoid,
  )
