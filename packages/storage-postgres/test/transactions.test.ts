/** What the Transaction port makes of failures that only Postgres knows. */
import { StorageFailure } from "@annotary/core/effect"
import { Database } from "@annotary/storage-sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Option } from "effect"
import { PostgresPool } from "../src/connection/client.ts"
import { openDatabase } from "./openDatabase.ts"
import { freshSchema } from "./storage.ts"
import { database, ids, insert, inTransaction, ownPid, problemOf } from "./things.ts"

describe("a transaction", () => {
  it.scopedLive("in which a failure was caught and forgotten does not pass for committed", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(
        inTransaction(
          Effect.gen(function* () {
            yield* insert(1)
            yield* Effect.catchAllDefect(insert(1), () => Effect.void)
            return "done"
          }),
        ),
      )
      const problem = problemOf(exit)
      assert.instanceOf(problem, StorageFailure)
      assert.deepStrictEqual(yield* ids, [])
      // One that was caught outside of the inner transaction has lost only that.
      yield* inTransaction(
        Effect.gen(function* () {
          yield* insert(2)
          yield* Effect.catchAllDefect(inTransaction(insert(2)), () => Effect.void)
        }),
      )
      assert.deepStrictEqual(yield* ids, [2])
    }).pipe(Effect.provide(database)),
  )

  it.scopedLive("whose prepared statement another session made stale runs again", () =>
    Effect.gen(function* () {
      const pool = yield* PostgresPool
      const { query, sql } = yield* Database
      const all = Effect.map(query("read", sql`SELECT * FROM things WHERE id >= ${0}`), (rows) => rows.length)
      yield* insert(1)
      // Every connection knows the statement by its name.
      yield* Effect.all(Effect.replicate(inTransaction(Effect.repeatN(all, 6)), 3), { concurrency: 3 })
      yield* Effect.promise(() => pool.query("ALTER TABLE things ADD COLUMN more int"))
      let runs = 0
      for (let id = 2; id < 6; id++) {
        const count = inTransaction(
          Effect.gen(function* () {
            runs++
            yield* insert(id)
            return yield* all
          }),
        )
        assert.strictEqual(yield* count, id)
      }
      assert.isAbove(runs, 4)
      assert.deepStrictEqual(yield* ids, [1, 2, 3, 4, 5])
    }).pipe(Effect.provide(database)),
  )

  it.scopedLive("that loses its connection says so, is not run again, and leaves nothing", () =>
    Effect.gen(function* () {
      const pool = yield* PostgresPool
      const terminate = (pid: number) =>
        Effect.promise(() => pool.query("SELECT pg_terminate_backend($1)", [pid]))
      for (const point of ["statement", "commit"]) {
        let runs = 0
        const exit = yield* Effect.exit(
          inTransaction(
            Effect.gen(function* () {
              runs++
              yield* insert(1)
              yield* terminate(yield* ownPid)
              if (point === "statement") yield* Effect.zipRight(Effect.sleep("50 millis"), insert(2))
            }),
          ),
        )
        const problem = problemOf(exit)
        assert.isTrue(problem instanceof StorageFailure && problem.transient, String(problem))
        assert.strictEqual(runs, 1)
        assert.deepStrictEqual(yield* ids, [])
      }
    }).pipe(Effect.provide(database)),
  )

  it.scopedLive("that waits too long for a lock fails as transient, and returns its connection", () =>
    Effect.gen(function* () {
      const pool = yield* PostgresPool
      const { query, sql } = yield* Database
      yield* insert(1)
      const holder = yield* Effect.promise(() => pool.connect())
      yield* Effect.promise(() => holder.query("BEGIN"))
      yield* Effect.promise(() => holder.query("SELECT 1 FROM things FOR UPDATE"))
      const exit = yield* Effect.exit(
        inTransaction(
          Effect.gen(function* () {
            yield* query("limit", sql`SET LOCAL statement_timeout = 200`)
            yield* query("update", sql`UPDATE things SET id = 3`)
          }),
        ),
      )
      const problem = problemOf(exit)
      assert.isTrue(problem instanceof StorageFailure && problem.transient, String(problem))
      yield* Effect.promise(() => holder.query("ROLLBACK"))
      holder.release()
      assert.deepStrictEqual(yield* ids, [1])
      assert.strictEqual(pool.totalCount, pool.idleCount)
    }).pipe(Effect.provide(database)),
  )

  it.scopedLive(
    "that is given up ends its statement, also where all connections are taken by such ones",
    () =>
      Effect.gen(function* () {
        const options = yield* freshSchema
        const sleepFor = (seconds: number) =>
          Effect.flatMap(Database, ({ query, sql }) => query("sleep", sql`SELECT pg_sleep(${seconds})`))
        const work = Effect.gen(function* () {
          yield* Effect.all(
            [sleepFor(600), inTransaction(sleepFor(600))].map((one) =>
              Effect.timeoutOption(one, "300 millis"),
            ),
            { concurrency: 2 },
          )
          return yield* Effect.all([sleepFor(0), inTransaction(sleepFor(0))], { concurrency: 2 }).pipe(
            Effect.timeoutOption("4 seconds"),
          )
        }).pipe(
          Effect.provide(Layer.provide(Database.layer, openDatabase({ ...options, maxConnections: 2 }))),
          Effect.timeoutOption("10 seconds"),
        )
        assert.isTrue(Option.isSome(Option.flatten(yield* work)))
      }),
  )

  it.scopedLive("or a statement whose caller goes away before it has a connection keeps none", () =>
    Effect.gen(function* () {
      const pool = yield* PostgresPool
      const { run } = yield* Database
      const asking: ReadonlyArray<Effect.Effect<unknown, unknown, Database>> = [
        insert(1),
        inTransaction(insert(1)),
        run({ text: "SELECT 1", params: [] }),
      ]
      for (const sleepFor of asking) {
        const taken = yield* Effect.promise(() =>
          Promise.all([pool.connect(), pool.connect(), pool.connect()]),
        )
        const waiting = yield* Effect.fork(sleepFor)
        yield* Effect.sleep("50 millis")
        const leaving = yield* Effect.fork(Fiber.interrupt(waiting))
        yield* Effect.sleep("50 millis")
        for (const client of taken) client.release()
        yield* Fiber.join(leaving)
        yield* Effect.sleep("50 millis")
        assert.strictEqual(pool.totalCount - pool.idleCount, 0, "connections that nobody gave back")
      }
      assert.deepStrictEqual(yield* ids, [])
    }).pipe(Effect.provide(database)),
  )

  it.scopedLive("for which there is no connection in time fails as transient", () =>
    Effect.gen(function* () {
      const options = yield* freshSchema
      const exits = yield* Effect.all(
        Effect.replicate(
          Effect.exit(
            inTransaction(
              Effect.flatMap(Database, ({ query, sql }) => query("wait", sql`SELECT pg_sleep(0.3)`)),
            ),
          ),
          50,
        ),
        { concurrency: 50 },
      ).pipe(
        Effect.provide(
          Layer.provide(
            Database.layer,
            openDatabase({ ...options, maxConnections: 2, connectTimeoutMillis: 700 }),
          ),
        ),
      )
      const problems = exits.filter(Exit.isFailure).map(problemOf)
      assert.isAbove(problems.length, 30)
      assert.isBelow(problems.length, 50)
      for (const problem of problems)
        assert.isTrue(problem instanceof StorageFailure && problem.transient, String(problem))
    }),
  )
})
