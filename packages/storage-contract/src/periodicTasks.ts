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

  "lets only the current holder of the lease end the turn": Effect.gen(function* () {
    yield* take("a", ended)
    yield* take("b")
    assert.deepStrictEqual([...(yield* runInterleaved(end("a", 0), end("b", 600)))], [false, true])
    assert.isFalse(yield* canTake("c"))
  }),
})
