/** Writes that a transaction sends and does not wait for. */
import { StorageFailure } from "@annotary/core/effect"
import { Database } from "@annotary/storage-sql"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Deferred, Effect, Exit, Fiber, Layer, Stream } from "effect"
import pg from "pg"
import type { PostgresOptions } from "../src/options.ts"
import { openDatabase } from "./openDatabase.ts"
import { freshSchema } from "./storage.ts"
import { database, ids, insert, inTransaction, problemOf } from "./things.ts"

/** Whose `answer.come` turns true when it has. */
const send = (statement: string) =>
  Effect.gen(function* () {
    const { send, sql } = yield* Database
    const answer = { come: false }
    yield* send(
      "send",
      Effect.map(sql.unsafe(statement), () => {
        answer.come = true
      }),
    )
    return answer
  })

const conflict = "DO $$ BEGIN RAISE SQLSTATE '40001'; END $$"

const row = (id: number) => `INSERT INTO things VALUES (${id})`

/** The code that Postgres gave the failure. */
const reasonOf = (exit: Exit.Exit<unknown, unknown>): unknown => {
  const problem = problemOf(exit)
  const cause = problem instanceof StorageFailure ? problem.cause : undefined
  return cause instanceof Error && "code" in cause ? cause.code : problem
}

/** Whether a write is waited for where it is sent. */
const isAwaited = (options: PostgresOptions) =>
  inTransaction(Effect.map(send("SELECT 1"), ({ come }) => come)).pipe(
    Effect.provide(Layer.provideMerge(Database.layer, openDatabase(options))),
  )

describe("a write that is sent", () => {
  it.scopedLive("is not waited for, and is there for the next statement", () =>
    inTransaction(
      Effect.gen(function* () {
        const [one, two] = [yield* send(row(1)), yield* send(row(2))]
        assert.isFalse(one.come || two.come)
        assert.deepStrictEqual(yield* ids, [1, 2])
        assert.isTrue(one.come && two.come)
      }),
    ).pipe(Effect.provide(database)),
  )

  it.scopedLive("is waited for before the transaction commits", () =>
    Effect.gen(function* () {
      const answers = yield* inTransaction(Effect.forEach([row(1), "SELECT pg_sleep(0.05)", row(2)], send))
      assert.isTrue(answers.every(({ come }) => come))
      assert.deepStrictEqual(yield* ids, [1, 2])
    }).pipe(Effect.provide(database)),
  )

  it.scopedLive("that fails undoes its transaction, and is the reported reason", () =>
    Effect.gen(function* () {
      yield* insert(1)
      const last = yield* Effect.exit(inTransaction(send(row(1))))
      const before = yield* Effect.exit(inTransaction(Effect.zipRight(send(row(1)), insert(2))))
      const ignored = Effect.catchAllDefect(insert(2), () => Effect.void)
      const forgotten = yield* Effect.exit(inTransaction(Effect.zipRight(send(row(1)), ignored)))
      assert.deepStrictEqual([last, before, forgotten].map(reasonOf), ["23505", "23505", "23505"])
      assert.deepStrictEqual(yield* ids, [1])
    }).pipe(Effect.provide(database)),
  )

  it.scopedLive("that met with a conflict is tried again with all of its transaction", () =>
    Effect.gen(function* () {
      let tries = 0
      yield* inTransaction(
        Effect.suspend(() => {
          tries += 1
          return Effect.zipRight(send(tries < 3 ? conflict : row(1)), insert(tries + 1))
        }),
      )
      assert.deepStrictEqual(yield* ids, [1, 4])
    }).pipe(Effect.provide(database)),
  )

  it.scopedLive("does not hide the conflict of a statement that came after it", () =>
    Effect.gen(function* () {
      const { query, sql } = yield* Database
      let tries = 0
      yield* inTransaction(
        Effect.suspend(() => {
          tries += 1
          const after = tries === 1 ? query("after", sql.unsafe(conflict)) : Effect.void
          return Effect.zipRight(send(row(tries)), after)
        }),
      )
      assert.deepStrictEqual(yield* ids, [2])
    }).pipe(Effect.provide(database)),
  )

  it.scopedLive("before an inner transaction is not undone with it, nor fails within it", () =>
    Effect.gen(function* () {
      const inner = { begun: false }
      const undone = Effect.suspend(() => {
        inner.begun = true
        return Effect.zipRight(insert(3), Effect.fail("undone"))
      })
      const around = (id: number) =>
        inTransaction(Effect.zipRight(send(row(id)), Effect.ignore(inTransaction(undone))))
      yield* around(1)
      assert.isTrue(inner.begun)
      inner.begun = false
      assert.strictEqual(reasonOf(yield* Effect.exit(around(1))), "23505")
      assert.isFalse(inner.begun)
      assert.deepStrictEqual(yield* ids, [1])
    }).pipe(Effect.provide(database)),
  )

  it.scopedLive("within an inner transaction stands or falls with that alone", () =>
    Effect.gen(function* () {
      yield* insert(1)
      yield* inTransaction(
        Effect.gen(function* () {
          const failed = yield* Effect.exit(inTransaction(send(row(1))))
          assert.strictEqual(reasonOf(failed), "23505")
          yield* Effect.ignore(inTransaction(Effect.zipRight(send(row(2)), Effect.fail("undone"))))
          yield* inTransaction(send(row(3)))
        }),
      )
      assert.deepStrictEqual(yield* ids, [1, 3])
    }).pipe(Effect.provide(database)),
  )

  it.scopedLive("is given up with its transaction, and leaves the connection as it was", () =>
    Effect.gen(function* () {
      const sent = yield* Deferred.make<void>()
      const body = Effect.gen(function* () {
        yield* insert(1)
        yield* send("SELECT pg_sleep(60)")
        yield* send(row(2))
        yield* Deferred.succeed(sent, undefined)
        return yield* Effect.never
      })
      const all = yield* Effect.forEach([1, 2, 3], () => Effect.fork(inTransaction(body)))
      yield* Deferred.await(sent)
      yield* Effect.timeout(Fiber.interruptAll(all), "10 seconds")
      yield* Effect.forEach([4, 5, 6], (id) => inTransaction(send(row(id))), { concurrency: 3 })
      assert.deepStrictEqual(yield* ids, [4, 5, 6])
    }).pipe(Effect.provide(database)),
  )

  it.scopedLive("may not take a savepoint, in which the statements of others would be", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(
        inTransaction(
          Effect.flatMap(Database, ({ send, sql, unlessTaken }) =>
            send("send", unlessTaken(sql.unsafe(row(1)))),
          ),
        ),
      )
      assert.match(String(problemOf(exit)), /no savepoint/)
      assert.deepStrictEqual(yield* ids, [])
    }).pipe(Effect.provide(database)),
  )

  it.scopedLive("comes before a cursor, which has the connection for itself", () =>
    Effect.gen(function* () {
      const { sql } = yield* Database
      yield* inTransaction(
        Effect.gen(function* () {
          for (const id of [1, 2, 3]) yield* send(row(id))
          const read = Stream.runCollect(sql<{ id: number }>`SELECT id FROM things ORDER BY id`.stream)
          const found = yield* Effect.orDie(read)
          assert.deepStrictEqual(
            Chunk.toReadonlyArray(found).map(({ id }) => id),
            [1, 2, 3],
          )
          assert.isFalse((yield* send(row(4))).come)
        }),
      )
      assert.deepStrictEqual(yield* ids, [1, 2, 3, 4])
    }).pipe(Effect.provide(database)),
  )

  it.scopedLive("before a stream lets no statement that is sent meanwhile wait for that", () =>
    Effect.gen(function* () {
      const { sql } = yield* Database
      const stream = yield* inTransaction(
        Effect.gen(function* () {
          yield* send("SELECT pg_sleep(2)")
          const reading = yield* Effect.fork(Stream.runDrain(sql`SELECT id FROM things`.stream))
          yield* Effect.sleep("500 millis")
          yield* insert(1)
          return yield* Fiber.await(reading)
        }),
      )
      assert.match(String(problemOf(stream)), /SqlError/)
      assert.deepStrictEqual(yield* ids, [1])
    }).pipe(Effect.provide(database), Effect.timeout("10 seconds")),
  )

  it.scopedLive(
    "before a stream that nobody reads any more holds nothing up, also where the connection breaks",
    () =>
      Effect.gen(function* () {
        const { sql } = yield* Database
        // More rows than are fetched at once.
        const read = Effect.orDie(Stream.runDrain(sql`SELECT generate_series(1, 1000) AS id`.stream))
        const left = inTransaction(
          Effect.zipRight(send("SELECT pg_sleep(0.2)"), Effect.timeoutOption(read, "20 millis")),
        )
        const leftAndRead = inTransaction(
          Effect.zip(
            Effect.zipRight(send("SELECT pg_sleep(0.2)"), Effect.timeoutOption(read, "20 millis")),
            ids,
          ),
        )
        const broken = inTransaction(
          Effect.zipRight(send("SELECT pg_terminate_backend(pg_backend_pid())"), read),
        )
        // More of each than there are connections.
        for (let n = 0; n < 4; n++) {
          yield* left
          yield* leftAndRead
          assert.isTrue(Exit.isFailure(yield* Effect.exit(broken)))
        }
        yield* inTransaction(send(row(1)))
        assert.deepStrictEqual(yield* ids, [1])
      }).pipe(Effect.provide(database), Effect.timeout("10 seconds")),
  )

  it.scopedLive(
    "is waited for where a pooler may stand between, or the connection is the application's",
    () =>
      Effect.gen(function* () {
        const { url } = yield* freshSchema
        const pool = yield* Effect.acquireRelease(
          Effect.sync(() => new pg.Pool({ connectionString: url })),
          (own) => Effect.promise(() => own.end()),
        )
        assert.isFalse(yield* isAwaited({ url }))
        assert.isTrue(yield* isAwaited({ url, prepare: false }))
        assert.isTrue(yield* isAwaited({ pool }))
      }),
  )
})

describe("what is sent outside of a transaction", () => {
  it.scopedLive("is a separate transaction, and is waited for", () =>
    Effect.gen(function* () {
      assert.isTrue((yield* send(row(1))).come)
      assert.strictEqual(reasonOf(yield* Effect.exit(send(row(1)))), "23505")
      assert.deepStrictEqual(yield* ids, [1])
    }).pipe(Effect.provide(database)),
  )
})
