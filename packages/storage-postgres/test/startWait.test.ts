/** A start on a database that is too busy to give the start a connection. */
import { StorageFailure } from "@annotary/core/effect"
import { Dialect } from "@annotary/storage-sql"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import pg from "pg"
import { inject } from "vitest"
import { dialectOfDatabase } from "../src/citus/dialectOfDatabase.ts"
import { postgresClient } from "../src/effect.ts"

/** A pool that cannot connect the first few times. */
const busyPool = (times: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      let left = times
      const pool = new pg.Pool({ connectionString: inject("postgresUrl"), max: 2 })
      const connect = pool.connect.bind(pool)
      Reflect.set(pool, "connect", (callback: (error: Error) => void) => {
        if (left-- > 0) return callback(new Error("timeout exceeded when trying to connect"))
        return Reflect.apply(connect, pool, [callback])
      })
      return pool
    }),
    (pool) => Effect.promise(() => pool.end()),
  )

/** The start with a patience. */
const start = (times: number, startWaitMillis: number) =>
  Effect.flatMap(busyPool(times), (pool) =>
    Effect.exit(
      Effect.scoped(
        Layer.build(Layer.provide(dialectOfDatabase(startWaitMillis), postgresClient({ pool }))).pipe(
          Effect.map((built) => Dialect.pipe(Effect.provide(built))),
          Effect.flatten,
        ),
      ),
    ),
  )

describe("a start on a busy database", () => {
  it.scopedLive("tries again as long as it may wait", () =>
    Effect.gen(function* () {
      assert.isTrue(Exit.isSuccess(yield* start(2, 10_000)))
    }),
  )

  it.scopedLive("fails with the storage's failure when it may not wait", () =>
    Effect.gen(function* () {
      const exit = yield* start(2, 0)
      const failure = Exit.isFailure(exit) ? Cause.squash(exit.cause) : "started"
      assert.instanceOf(failure, StorageFailure)
      assert.include(failure, { operation: "read how the tables are stored", transient: true })
    }),
  )
})
