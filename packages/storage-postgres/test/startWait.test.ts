/** A start on a database that is too busy to give the start a connection. */
import { StorageFailure } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import pg from "pg"
import { inject } from "vitest"
import { detectDialect } from "../src/citus/dialectOfDatabase.ts"
import { postgresClient } from "../src/effect.ts"
import { OwnTables } from "../src/joining/joinTransaction.ts"
import { layerNotifier } from "../src/notifier.ts"

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

/** Each reads something of the database at the start. */
const parts = {
  "read how the tables are stored": (startWaitMillis: number) =>
    Layer.discard(detectDialect(startWaitMillis)),
  "read the channel of notifications": (startWaitMillis: number) =>
    Layer.discard(
      layerNotifier({ connection: { connectionString: inject("postgresUrl") }, startWaitMillis }),
    ),
  "identify the tables": (startWaitMillis: number) => Layer.discard(OwnTables.layer(startWaitMillis)),
} as const

type Part = keyof typeof parts
const names: ReadonlyArray<Part> = [
  "read how the tables are stored",
  "read the channel of notifications",
  "identify the tables",
]

/** The start of a part with a patience. */
const start = (part: Part, times: number, startWaitMillis: number) =>
  Effect.flatMap(busyPool(times), (pool) =>
    Effect.exit(
      Effect.scoped(Layer.build(Layer.provide(parts[part](startWaitMillis), postgresClient({ pool })))),
    ),
  )

describe.each(names)("a start on a busy database, which must %s", (part) => {
  it.scopedLive("tries again as long as it may wait", () =>
    Effect.gen(function* () {
      assert.isTrue(Exit.isSuccess(yield* start(part, 2, 10_000)))
    }),
  )

  it.scopedLive("fails with the storage's failure when it may not wait", () =>
    Effect.gen(function* () {
      const exit = yield* start(part, 2, 0)
      const failure = Exit.isFailure(exit) ? Cause.squash(exit.cause) : "started"
      assert.instanceOf(failure, StorageFailure)
      assert.include(failure, { operation: part, transient: true })
    }),
  )
})
