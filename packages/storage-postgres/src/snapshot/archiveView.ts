/**
 * The view of an archive on Postgres: one read-only transaction with one snapshot, as `pg_dump` has. It takes one connection and, while
 * it is open, keeps VACUUM from removing rows that it may still read.
 */
import { StorageFailure } from "@annotary/core/effect"
import {
  type DatabaseShape,
  makeStorageFailure,
  type OpenView,
  type RawRow,
  type RunQuery,
} from "@annotary/storage-sql"
import { Deferred, Effect, Fiber, Queue } from "effect"
import { replaceParameters } from "./freeze.ts"

interface Request {
  readonly query: Parameters<RunQuery>[0]
  readonly answer: Deferred.Deferred<ReadonlyArray<RawRow>>
}

export const openArchiveView: OpenView = (database) =>
  Effect.gen(function* () {
    if (yield* database.transaction.inside) return yield* Effect.die(misused)
    const requests = yield* Queue.unbounded<Request>()
    // A statement runs in the transaction only in the fiber that began it.
    const fiber = yield* Effect.forkScoped(serve(database, requests))
    const run: RunQuery = (query) =>
      Effect.gen(function* () {
        const answer = yield* Deferred.make<ReadonlyArray<RawRow>>()
        yield* Queue.offer(requests, { query, answer })
        return yield* Effect.raceFirst(Deferred.await(answer), Fiber.join(fiber))
      })
    return run
  })

/** Answers requests until one fails. As an error and not as a defect of a store, a conflict is not retried: in another snapshot. */
const serve = (
  { dialect, sql, transaction }: DatabaseShape,
  requests: Queue.Dequeue<Request>,
): Effect.Effect<never> =>
  transaction
    .run(
      Effect.gen(function* () {
        yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`
        // Who reads the archive may be slow.
        yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
        // Pages are ranges of keys. Without statistics, other plans would read the whole table for each page.
        for (const plan of ["seqscan", "bitmapscan", "sort"])
          yield* sql.unsafe(`SET LOCAL enable_${plan} = off`)
        return yield* Effect.forever(
          Effect.flatMap(Queue.take(requests), ({ answer, query }) =>
            Effect.flatMap(sql.unsafe<RawRow>(replaceParameters(query.text), query.params), (rows) =>
              Deferred.succeed(answer, rows),
            ),
          ),
        )
      }),
    )
    .pipe(Effect.catchAll(({ cause }) => Effect.die(makeStorageFailure(dialect, "ArchiveStore.read", cause))))

const misused = new StorageFailure({
  operation: "ArchiveStore.open",
  transient: false,
  cause: new Error("Open archives outside of transactions: their rows are read in a separate transaction."),
})
