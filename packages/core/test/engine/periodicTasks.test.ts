/** Periodic tasks among several processes that share one storage. */
import { type PeriodicTask, PeriodicTaskStore, runLeased, StorageFailure } from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Logger, TestClock } from "effect"

const taskOf = (task: Effect.Effect<void>, everySeconds = 5): PeriodicTask => ({
  name: "sweep",
  everySeconds,
  run: () => task,
})

/** Processes that run this task. */
const processes = (count: number, task: PeriodicTask) =>
  Effect.flatMap(PeriodicTaskStore, (store) =>
    Effect.forEach(Array.from({ length: count }), () => Effect.fork(runLeased(store, task))),
  )

const dead = { task: "sweep", token: "dead" }

/** Takes the turn as a process that dies then. */
const die = Effect.gen(function* () {
  assert.deepStrictEqual(yield* (yield* PeriodicTaskStore).take(dead, 15), { _tag: "Taken" })
})

const silent = Effect.provide(Logger.remove(Logger.defaultLogger))

const counter = () => {
  const times: Array<number> = []
  const note = Effect.flatMap(TestClock.currentTimeMillis, (at) => Effect.sync(() => void times.push(at)))
  return { times, note }
}

describe("a periodic task", () => {
  it.effect("is done at its interval, once for all of five processes", () =>
    Effect.gen(function* () {
      const { note, times } = counter()
      yield* processes(5, taskOf(note))
      yield* TestClock.adjust("62 seconds")
      assert.isTrue(times.length === 12 || times.length === 13, String(times))
      const pauses = times.slice(1).map((at, i) => at - (times[i] ?? 0))
      assert.isTrue(
        pauses.every((millis) => millis >= 5000 && millis <= 5400),
        String(pauses),
      )
    }).pipe(Effect.provide(memory())),
  )

  it.effect("is done by another process when the lease of the one that died has ended", () =>
    Effect.gen(function* () {
      const { note, times } = counter()
      yield* die
      yield* processes(2, taskOf(note))
      yield* TestClock.adjust("14900 millis")
      assert.lengthOf(times, 0)
      yield* TestClock.adjust("400 millis")
      assert.lengthOf(times, 1)
    }).pipe(Effect.provide(memory())),
  )

  it.effect("stays with its process while the work lasts longer than the lease", () =>
    Effect.gen(function* () {
      const { note, times } = counter()
      yield* processes(3, taskOf(Effect.zipRight(note, Effect.sleep("10 minutes"))))
      yield* TestClock.adjust("9 minutes")
      assert.lengthOf(times, 1)
    }).pipe(Effect.provide(memory())),
  )

  it.effect("is given back by a process that is stopped in its middle, and due at once", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const [first] = yield* processes(
        1,
        taskOf(Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never)),
      )
      yield* Deferred.await(begun)
      if (first !== undefined) yield* Fiber.interrupt(first)
      yield* die
    }).pipe(Effect.provide(memory())),
  )

  it.effect("stops when its lease was lost", () =>
    Effect.gen(function* () {
      const store = yield* PeriodicTaskStore
      const stopped = yield* Deferred.make<void>()
      const begun = yield* Deferred.make<void>()
      const work = Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never)
      const stolen: typeof store = { ...store, renew: () => Effect.succeed(false) }
      const task = taskOf(Effect.onInterrupt(work, () => Deferred.succeed(stopped, undefined)))
      yield* Effect.fork(runLeased(stolen, task))
      yield* Deferred.await(begun)
      yield* TestClock.adjust("5 seconds")
      yield* Deferred.await(stopped)
    }).pipe(Effect.provide(memory()), silent),
  )

  it.effect("that fails is tried again: the hourly one within a minute", () =>
    Effect.gen(function* () {
      const { note, times } = counter()
      const failing = Effect.zipRight(
        note,
        Effect.suspend(() => (times.length === 1 ? Effect.die("no luck") : Effect.void)),
      )
      yield* processes(2, taskOf(failing, 3600))
      yield* TestClock.adjust("61 seconds")
      assert.lengthOf(times, 2)
      yield* TestClock.adjust("59 minutes")
      assert.lengthOf(times, 2)
    }).pipe(Effect.provide(memory()), silent),
  )

  it.effect("is asked for again when the storage was away", () =>
    Effect.gen(function* () {
      const { note, times } = counter()
      const store = yield* PeriodicTaskStore
      let away = true
      const failure = new StorageFailure({
        operation: "PeriodicTaskStore.take",
        transient: true,
        cause: "away",
      })
      const flaky: typeof store = {
        ...store,
        take: (...of) => Effect.suspend(() => (away ? Effect.die(failure) : store.take(...of))),
      }
      yield* Effect.fork(runLeased(flaky, taskOf(note)))
      yield* TestClock.adjust("20 seconds")
      assert.lengthOf(times, 0)
      away = false
      yield* TestClock.adjust("5400 millis")
      assert.isNotEmpty(times)
    }).pipe(Effect.provide(memory()), silent),
  )
})
