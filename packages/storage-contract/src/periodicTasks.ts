/** PeriodicTaskStore: one process at a time has the turn. */
import { PeriodicTaskStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

/** A lease that has already expired. */
const ended = -1

const turn = (token: string, task = "sweep") => ({ task, token })

const take = (token: string, leaseSeconds = 60, task = "sweep") =>
  Effect.flatMap(PeriodicTaskStore, (store) => store.take(turn(token, task), leaseSeconds))

const canTake = (...of: Parameters<typeof take>) => Effect.map(take(...of), ({ _tag }) => _tag === "Taken")

const end = (token: string, nextInSeconds: number) =>
  Effect.flatMap(PeriodicTaskStore, (store) => store.end(turn(token), nextInSeconds))

export const periodicTasks = makeSuite("PeriodicTaskStore", {
  "leases an unknown task to the first caller": Effect.gen(function* () {
    assert.deepStrictEqual(yield* take("a"), { _tag: "Taken" })
    assert.isFalse(yield* canTake("b"))
    assert.isFalse(yield* canTake("a"))
    assert.isTrue(yield* canTake("c", 60, "another task"))
  }),

  "returns the time until the lease ends, then until the task is due": Effect.gen(function* () {
    yield* take("a", 60)
    const leased = yield* take("b")
    assert.isTrue(leased._tag === "Later" && leased.millis > 50_000 && leased.millis <= 60_000)
    assert.isTrue(yield* end("a", 600))
    const idle = yield* take("b")
    assert.isTrue(idle._tag === "Later" && idle.millis > 590_000 && idle.millis <= 600_000)
  }),

  "leases a task to one of twenty concurrent callers, the first time and later": Effect.gen(function* () {
    const winner = Effect.map(
      runTwenty((i) => Effect.map(canTake(`${i}`), (taken) => (taken ? [`${i}`] : []))),
      (all) => all.flat(),
    )
    const first = yield* winner
    assert.lengthOf(first, 1)
    assert.isTrue(yield* end(first[0] ?? "", 0))
    assert.lengthOf(yield* winner, 1)
  }),

  "never leases a task to both of two concurrent transactions": Effect.gen(function* () {
    assert.deepStrictEqual([...(yield* runInterleaved(canTake("a"), canTake("b")))], [true, false])
    yield* end("a", 0)
    const both = yield* runInterleaved(canTake("c"), canTake("d"))
    assert.strictEqual(both.filter((taken) => taken).length, 1)
  }),

  "leases a task again whose lease was rolled back": Effect.gen(function* () {
    assert.isTrue(yield* runBesideRollback(canTake("a"), canTake("b")))
  }),

  "keeps a lease for the requested time, then leases the task to the next caller and rejects the first":
    Effect.gen(function* () {
      const store = yield* PeriodicTaskStore
      yield* take("a", 1)
      assert.isFalse(yield* canTake("b"))
      yield* Effect.sleep("1100 millis")
      assert.isTrue(yield* canTake("b"))
      assert.isFalse(yield* store.renew(turn("a"), 60))
      assert.isFalse(yield* end("a", 0))
      assert.isFalse(yield* canTake("c"))
    }),

  "treats a task as due when the stored time is more than a day ahead, because the clock was set back":
    Effect.gen(function* () {
      assert.isTrue(yield* canTake("a", 48 * 3600))
      assert.isTrue(yield* canTake("b"))
      assert.isTrue(yield* end("b", 48 * 3600))
      assert.isTrue(yield* canTake("c"))
      assert.isFalse(yield* canTake("d"))
    }),

  "extends a lease": Effect.gen(function* () {
    const store = yield* PeriodicTaskStore
    yield* take("a", 1)
    assert.isTrue(yield* store.renew(turn("a"), 60))
    yield* Effect.sleep("1100 millis")
    assert.isFalse(yield* canTake("b"))
    assert.isTrue(yield* store.renew(turn("a"), ended))
    assert.isTrue(yield* canTake("b"))
  }),

  "makes a task due again the requested number of seconds after its end": Effect.gen(function* () {
    yield* take("a")
    assert.isTrue(yield* end("a", 1))
    assert.isFalse(yield* canTake("b"))
    yield* Effect.sleep("1100 millis")
    assert.isTrue(yield* canTake("b"))
  }),

  "makes a task due at once when it ends with a delay of 0": Effect.gen(function* () {
    yield* take("a")
    assert.isTrue(yield* end("a", 0))
    assert.isTrue(yield* canTake("b"))
  }),

  "ends a turn once": Effect.gen(function* () {
    const store = yield* PeriodicTaskStore
    yield* take("a")
    assert.isTrue(yield* end("a", 600))
    assert.isFalse(yield* end("a", 0))
    assert.isFalse(yield* store.renew(turn("a"), ended))
    assert.isFalse(yield* canTake("b"))
  }),

  "keeps the checkpoint of a task through its turns": Effect.gen(function* () {
    const store = yield* PeriodicTaskStore
    yield* take("a")
    const [fresh] = yield* store.listCheckpoints("sw")
    assert.strictEqual(fresh?.task, "sweep")
    assert.isNull(fresh?.checkpoint)
    assert.isTrue(yield* store.setCheckpoint(turn("a"), "event 1"))
    assert.isTrue(yield* store.renew(turn("a"), 60))
    assert.isTrue(yield* store.setCheckpoint(turn("a"), "event 2"))
    assert.isTrue(yield* end("a", 0))
    yield* take("b")
    assert.strictEqual((yield* store.listCheckpoints("sweep"))[0]?.checkpoint, "event 2")
  }),

  "lists the checkpoints of the tasks with a prefix, and how long they have not run": Effect.gen(
    function* () {
      const store = yield* PeriodicTaskStore
      yield* take("a", 60, "sink:b")
      yield* take("b", 60, "sink:a")
      yield* take("c", 60, "Sink:c")
      yield* take("d", 60, "sin_:d")
      yield* store.setCheckpoint(turn("b", "sink:a"), "7")
      yield* store.end(turn("a", "sink:b"), -100)
      const checkpoints = yield* store.listCheckpoints("sink:")
      assert.deepStrictEqual(
        checkpoints.map(({ checkpoint, task }) => [task, checkpoint]),
        [
          ["sink:a", "7"],
          ["sink:b", null],
        ],
      )
      const [leased = Number.NaN, quiet = Number.NaN] = checkpoints.map(({ overdueMillis }) => overdueMillis)
      assert.isTrue(leased <= -50_000 && leased >= -60_000, String(leased))
      assert.isTrue(quiet >= 100_000 && quiet < 110_000, String(quiet))
    },
  ),

  "takes a checkpoint from the current holder of the lease alone": Effect.gen(function* () {
    const store = yield* PeriodicTaskStore
    assert.isFalse(yield* store.setCheckpoint(turn("a"), "unknown"))
    yield* take("a", ended)
    yield* take("b")
    assert.deepStrictEqual(
      [...(yield* runInterleaved(store.setCheckpoint(turn("a"), "a"), store.setCheckpoint(turn("b"), "b")))],
      [false, true],
    )
    assert.isTrue(yield* end("b", 0))
    assert.isFalse(yield* store.setCheckpoint(turn("b"), "late"))
    assert.strictEqual((yield* store.listCheckpoints("sweep"))[0]?.checkpoint, "b")
  }),

  "lets only the current holder of the lease end the turn": Effect.gen(function* () {
    yield* take("a", ended)
    yield* take("b")
    assert.deepStrictEqual([...(yield* runInterleaved(end("a", 0), end("b", 600)))], [false, true])
    assert.isFalse(yield* canTake("c"))
  }),
})
