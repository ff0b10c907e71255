/** Transactions that share a COMMIT. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Outbox, StorageFailure, Transaction } from "@annotary/core/effect"
import { aWorld, makeEvent } from "@annotary/storage-contract"
import { SqlStorage } from "@annotary/storage-sql"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Layer, Option } from "effect"
import { layer } from "../src/effect.ts"
import { Driver } from "./Driver.ts"
import { openDatabase } from "./openDatabase.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "annotary-group-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true })),
)

/** A database on disk with a table of notes, and another connection that sees what was committed. */
const world = Effect.gen(function* () {
  const filename = join(yield* folder, "annotary.db")
  const context = yield* Layer.build(
    SqlStorage.pipe(Layer.provideMerge(openDatabase({ filename, synchronous: "full" }))),
  )
  const [sql, { run }] = yield* Effect.all([SqlClient.SqlClient, Transaction]).pipe(Effect.provide(context))
  yield* sql`CREATE TABLE notes (id TEXT PRIMARY KEY)`
  const other = yield* Effect.acquireRelease(
    Effect.sync(() => new Driver(filename, { readonly: true })),
    (open) => Effect.sync(() => open.close()),
  )
  const onDisk = () =>
    other
      .prepare<[], { id: string }>("SELECT id FROM notes ORDER BY id")
      .all()
      .map(({ id }) => id)
  const write = (id: string) => Effect.orDie(sql`INSERT INTO notes VALUES (${id})`)
  yield* turn
  return { sql, run, write, onDisk }
})

/** Waits for the next turn of the event loop, in which a first write commits at once. */
const turn = Effect.async<void>((resume) => void setTimeout(() => resume(Effect.void), 5))

/** Waits for the end of a turn of the event loop. */
const nextTurn = Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))

/** Counts the COMMIT statements of an effect. */
const countingCommits = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const prototype = Object.getPrototypeOf(new Driver(":memory:").prepare("COMMIT"))
    const run = prototype.run
    let commits = 0
    prototype.run = function (this: { readonly source: string }, ...args: ReadonlyArray<unknown>) {
      if (this.source === "COMMIT") commits += 1
      return run.apply(this, args)
    }
    return Effect.map(
      Effect.ensuring(
        effect,
        Effect.sync(() => (prototype.run = run)),
      ),
      (value) => ({ value, commits }),
    )
  })

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `n${String(index).padStart(3, "0")}`)
const atOnce = { concurrency: "unbounded" } as const

describe("transactions that end in one turn of the event loop", () => {
  it.scopedLive("share a COMMIT, and each is on disk when it is answered", () =>
    Effect.gen(function* () {
      const { onDisk, run, write } = yield* world
      const ids = names(64)
      const { commits } = yield* countingCommits(
        Effect.forEach(
          ids,
          (id) =>
            Effect.map(run(write(id)), () => {
              assert.include(onDisk(), id)
            }),
          atOnce,
        ),
      )
      assert.deepStrictEqual(onDisk(), ids)
      assert.isAtMost(commits, 3)
    }),
  )

  it.scopedLive("share one COMMIT a turn while several come in each, and single writes none", () =>
    Effect.gen(function* () {
      const { onDisk, run, write } = yield* world
      const writeAll = (ids: ReadonlyArray<string>) => Effect.forEach(ids, (id) => run(write(id)), atOnce)
      const ids = names(24)
      const { commits } = yield* countingCommits(
        Effect.gen(function* () {
          yield* writeAll(ids.slice(0, 8))
          yield* nextTurn
          yield* writeAll(ids.slice(8, 16))
          yield* nextTurn
          yield* writeAll(ids.slice(16))
        }),
      )
      assert.deepStrictEqual(onDisk(), ids)
      assert.isAtMost(commits, 4)
      yield* turn
      yield* run(write("single"))
      yield* turn
      const { value } = yield* countingCommits(Effect.map(run(write("alone")), onDisk))
      assert.deepStrictEqual(value, ["alone", ...ids, "single"])
    }),
  )

  it.scopedLive("share it with single statements", () =>
    Effect.gen(function* () {
      const { onDisk, run, write } = yield* world
      const ids = names(40)
      const { commits } = yield* countingCommits(
        Effect.forEach(ids, (id, index) => (index % 2 === 0 ? write(id) : run(write(id))), atOnce),
      )
      assert.deepStrictEqual(onDisk(), ids)
      assert.isAtMost(commits, 3)
    }),
  )

  it.scopedLive("fail alone, and a failed statement too", () =>
    Effect.gen(function* () {
      const { onDisk, run, sql, write } = yield* world
      const exits = yield* Effect.forEach(
        names(30),
        (id, index) =>
          Effect.exit(
            index % 3 === 0
              ? Effect.asVoid(run(Effect.zipRight(write(id), Effect.fail("undone"))))
              : index % 3 === 1
                ? Effect.asVoid(run(write(id)))
                : Effect.asVoid(Effect.orDie(sql`INSERT INTO notes VALUES ('n001')`)),
          ),
        atOnce,
      )
      const kept = names(30).filter((_, index) => index % 3 === 1)
      assert.deepStrictEqual(onDisk(), kept)
      assert.deepStrictEqual(
        exits.map(Exit.isSuccess),
        names(30).map((_, index) => index % 3 === 1),
      )
    }),
  )

  it.scopedLive("fail together when their COMMIT fails, and the connection goes on", () =>
    Effect.gen(function* () {
      const { onDisk, run, sql, write } = yield* world
      yield* sql`CREATE TABLE parts (id TEXT REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED)`
      yield* turn
      const exits = yield* Effect.forEach(
        ["first", "second", "third"],
        (id) =>
          Effect.exit(
            run(id === "third" ? Effect.orDie(sql`INSERT INTO parts VALUES ('nothing')`) : write(id)),
          ),
        atOnce,
      )
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, false, false])
      for (const exit of exits)
        if (Exit.isFailure(exit))
          assert.instanceOf(Option.getOrNull(Cause.dieOption(exit.cause)), StorageFailure)
      yield* run(write("later"))
      assert.deepStrictEqual(onDisk(), ["first", "later"])
    }),
  )

  it.scopedLive("show their events only when they are on disk", () =>
    Effect.gen(function* () {
      const filename = join(yield* folder, "annotary.db")
      const context = yield* Layer.build(layer({ filename }))
      const { append, read } = yield* Effect.provide(Outbox, context)
      const { run } = yield* Effect.provide(Transaction, context)
      const { dataset } = yield* Effect.provide(aWorld, context)
      const [first, second] = yield* Effect.all([makeEvent(dataset), makeEvent(dataset)])
      const stored = yield* Effect.acquireRelease(
        Effect.sync(() => new Driver(filename, { readonly: true })),
        (open) => Effect.sync(() => open.close()),
      )
      const onDisk = () => stored.prepare("SELECT id FROM outbox ORDER BY id").pluck().all()
      yield* turn
      const shown = Effect.map(read({ after: null, limit: 10 }), (events) => {
        const ids = events.map(({ id }) => id)
        assert.deepStrictEqual(ids, onDisk())
        return ids
      })
      const [, , ids] = yield* Effect.all([run(append([first])), run(append([second])), shown], atOnce)
      assert.deepStrictEqual(ids, [first.id, second.id])
    }),
  )

  it.scopedLive(
    "run again when SQLite rolled back all of them, after an error that one of them ignored",
    () =>
      Effect.gen(function* () {
        const { onDisk, run, sql, write } = yield* world
        yield* write("taken")
        const rollsBack = Effect.ignore(sql`INSERT OR ROLLBACK INTO notes VALUES ('taken')`)
        const careless = run(Effect.zipRight(write("careless"), rollsBack))
        const all = Effect.forEach(
          [run(write("a")), run(write("b")), careless, run(write("c")), write("d")],
          Effect.exit,
          atOnce,
        )
        const exits = yield* Effect.timeout(all, "5 seconds")
        assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, true, false, true, true])
        yield* run(write("later"))
        assert.deepStrictEqual(onDisk(), ["a", "b", "c", "d", "later", "taken"])
      }),
  )

  it.scopedLive("do not wait for one that waits for others", () =>
    Effect.gen(function* () {
      const { onDisk, run, write } = yield* world
      const entered = yield* Deferred.make<void>()
      const leave = yield* Deferred.make<void>()
      yield* run(write("first"))
      const early = yield* Effect.fork(run(write("early")))
      const slow = yield* Effect.fork(
        run(Effect.all([write("slow"), Deferred.succeed(entered, undefined), Deferred.await(leave)]), {
          waits: true,
        }),
      )
      yield* Deferred.await(entered)
      yield* Fiber.join(early)
      assert.deepStrictEqual(onDisk(), ["early", "first"])
      const late = yield* Effect.fork(run(write("late")))
      yield* turn
      assert.deepStrictEqual(onDisk(), ["early", "first"])
      yield* Deferred.succeed(leave, undefined)
      yield* Effect.all([Fiber.join(slow), Fiber.join(late)])
      assert.deepStrictEqual(onDisk(), ["early", "first", "late", "slow"])
    }),
  )

  it.scopedLive("pass their turn on when one that waits for it is interrupted", () =>
    Effect.gen(function* () {
      const { onDisk, run, write } = yield* world
      const leave = yield* Deferred.make<void>()
      const entered = yield* Deferred.make<void>()
      const first = yield* Effect.fork(
        run(Effect.all([write("a"), Deferred.succeed(entered, undefined), Deferred.await(leave)])),
      )
      yield* Deferred.await(entered)
      const fibers = yield* Effect.forEach(["b", "c", "d"], (id) => Effect.fork(run(write(id))))
      yield* turn
      for (const fiber of fibers.slice(0, 2)) yield* Fiber.interrupt(fiber)
      yield* Deferred.succeed(leave, undefined)
      yield* Effect.all([Fiber.join(first), ...fibers.slice(2).map(Fiber.join)])
      yield* run(write("e"))
      assert.deepStrictEqual(onDisk(), ["a", "d", "e"])
    }),
  )
})
