/** What only SQLite can do to a transaction: another connection with the lock, and a COMMIT that fails. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SecretStore, StorageFailure, Transaction } from "@annotary/core/effect"
import { SqlStorage } from "@annotary/storage-sql"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Layer, Option } from "effect"
import { layer } from "../src/effect.ts"
import { openDatabase } from "./openDatabase.ts"

const file = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "annotary-transaction-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
  ),
  (folder) => join(folder, "annotary.db"),
)

describe("transactions on SQLite", () => {
  it.scopedLive("wait for the other connection's lock while other fibers run", () =>
    Effect.gen(function* () {
      const filename = yield* file
      const one = yield* Layer.build(Layer.merge(layer({ filename }), openDatabase({ filename })))
      const other = yield* Layer.build(layer({ filename }))
      const held = yield* Deferred.make<void>()
      const holder = yield* Effect.gen(function* () {
        const { run } = yield* Transaction
        const secrets = yield* SecretStore
        yield* run(
          Effect.gen(function* () {
            yield* secrets.getOrKeep("name", "first")
            yield* Deferred.succeed(held, undefined)
            yield* Effect.sleep("300 millis")
          }),
        )
      }).pipe(Effect.provide(one), Effect.fork)
      yield* Deferred.await(held)
      let ticks = 0
      const clock = yield* Effect.fork(
        Effect.forever(
          Effect.zipRight(
            Effect.sleep("10 millis"),
            Effect.sync(() => ticks++),
          ),
        ),
      )
      const secret = Effect.flatMap(SecretStore, (secrets) => secrets.getOrKeep("name", "second"))
      const seen = yield* Effect.all([secret, Effect.flatMap(Transaction, ({ run }) => run(secret))], {
        concurrency: "unbounded",
      }).pipe(Effect.provide(other))
      yield* Fiber.interrupt(clock)
      yield* Fiber.join(holder)
      assert.deepStrictEqual(seen, ["first", "first"])
      assert.isAbove(ticks, 5)
    }),
  )

  it.scopedLive("are over when their COMMIT fails, and the connection goes on", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { run } = yield* Transaction
      yield* sql`CREATE TABLE parent (id TEXT PRIMARY KEY)`
      yield* sql`CREATE TABLE child (id TEXT REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)`
      const exit = yield* Effect.exit(run(Effect.orDie(sql`INSERT INTO child VALUES ('lost')`)))
      assert.isTrue(
        Exit.isFailure(exit) &&
          Option.exists(Cause.dieOption(exit.cause), (defect) => defect instanceof StorageFailure),
      )
      yield* run(Effect.orDie(sql`INSERT INTO parent VALUES ('kept')`))
      assert.deepStrictEqual(yield* sql`SELECT id FROM child UNION ALL SELECT id FROM parent`, [
        { id: "kept" },
      ])
    }).pipe(Effect.provide(SqlStorage.pipe(Layer.provideMerge(openDatabase({ filename: ":memory:" }))))),
  )

  it.scopedLive("keep statements of other fibers out", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { run } = yield* Transaction
      yield* sql`CREATE TABLE notes (id TEXT)`
      const open = yield* Deferred.make<void>()
      const outside = yield* Effect.fork(
        Effect.zipRight(Deferred.await(open), sql`INSERT INTO notes VALUES ('outside')`),
      )
      const rolledBack = Effect.gen(function* () {
        yield* Effect.orDie(sql`INSERT INTO notes VALUES ('inside')`)
        yield* Deferred.succeed(open, undefined)
        yield* Effect.sleep("50 millis")
        return yield* Effect.fail("rolled back")
      })
      assert.strictEqual(yield* Effect.flip(run(rolledBack)), "rolled back")
      yield* Fiber.join(outside)
      assert.deepStrictEqual(yield* sql`SELECT id FROM notes`, [{ id: "outside" }])
    }).pipe(Effect.provide(SqlStorage.pipe(Layer.provideMerge(openDatabase({ filename: ":memory:" }))))),
  )
})
