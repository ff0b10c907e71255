import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, TestClock } from "effect"
import { PeriodicTaskStore } from "../../src/storage/PeriodicTaskStore.ts"
import { SecretStore } from "../../src/storage/SecretStore.ts"
import { makeStorageProbe } from "../../src/storage/storageProbe.ts"

/** A storage that answers when `answer` does; `begun` counts the writes. */
const storeOf = (answer: () => Effect.Effect<void>) => {
  const calls = { begun: 0 }
  const store = PeriodicTaskStore.of({
    take: () =>
      Effect.suspend(() => {
        calls.begun += 1
        return Effect.as(answer(), { _tag: "Taken" } as const)
      }),
    renew: () => Effect.succeed(true),
    end: () => Effect.succeed(true),
    listCheckpoints: () => Effect.succeed([]),
    setCheckpoint: () => Effect.succeed(true),
  })
  return { calls, store }
}

let reads: Effect.Effect<boolean> = Effect.succeed(false)
const secrets = SecretStore.of({
  has: () => Effect.suspend(() => reads),
  getOrKeep: (_name, made) => Effect.succeed(made),
})

describe("the probe of a storage", () => {
  it.effect("says no at once when a read fails, although a write was just taken", () =>
    Effect.gen(function* () {
      const { calls, store } = storeOf(() => Effect.void)
      const probe = yield* makeStorageProbe(store, secrets)
      assert.isTrue(yield* probe)
      reads = Effect.die(new Error("no connection"))
      assert.isFalse(yield* probe)
      reads = Effect.succeed(false)
      assert.isTrue(yield* probe)
      assert.strictEqual(calls.begun, 1)
    }),
  )

  it.effect(
    "answers after five seconds when the storage never does, and begins no second write meanwhile",
    () =>
      Effect.gen(function* () {
        const back = yield* Deferred.make<void>()
        const { calls, store } = storeOf(() => Effect.uninterruptible(Deferred.await(back)))
        const probe = yield* makeStorageProbe(store, secrets)
        for (let i = 0; i < 2; i++) {
          const asked = yield* Effect.fork(probe)
          yield* TestClock.adjust("5 seconds")
          assert.isNotNull(asked.unsafePoll(), "still waiting")
          assert.isFalse(yield* Fiber.join(asked))
          yield* TestClock.adjust("6 seconds")
        }
        assert.strictEqual(calls.begun, 1)
        yield* Deferred.succeed(back, undefined)
        yield* TestClock.adjust("6 seconds")
        assert.isTrue(yield* probe)
        assert.strictEqual(calls.begun, 2)
      }),
  )

  it.effect("answers after five seconds when a read never ends, and begins no second read meanwhile", () =>
    Effect.gen(function* () {
      const { store } = storeOf(() => Effect.void)
      const probe = yield* makeStorageProbe(store, secrets)
      let begun = 0
      reads = Effect.zipRight(
        Effect.sync(() => {
          begun += 1
        }),
        Effect.uninterruptible(Effect.never),
      )
      for (let i = 0; i < 2; i++) {
        const asked = yield* Effect.fork(probe)
        yield* TestClock.adjust("5 seconds")
        assert.isFalse(yield* Fiber.join(asked))
      }
      reads = Effect.succeed(false)
      assert.strictEqual(begun, 1)
    }),
  )

  it.effect("answers those who stay when the first who asked leaves", () =>
    Effect.gen(function* () {
      const { calls, store } = storeOf(() => Effect.sleep("1 second"))
      const probe = yield* makeStorageProbe(store, secrets)
      const first = yield* Effect.fork(probe)
      yield* Effect.yieldNow()
      const second = yield* Effect.fork(probe)
      yield* Effect.yieldNow()
      yield* Fiber.interruptFork(first)
      yield* TestClock.adjust("1 second")
      assert.isTrue(yield* Fiber.join(second))
      assert.isTrue(yield* probe)
      assert.strictEqual(calls.begun, 1)
    }),
  )

  it.effect("says no when the write fails, and yes again when it is taken", () =>
    Effect.gen(function* () {
      let answer: Effect.Effect<void> = Effect.die(new Error("disk full"))
      const { store } = storeOf(() => answer)
      const probe = yield* makeStorageProbe(store, secrets)
      assert.isFalse(yield* probe)
      answer = Effect.void
      yield* TestClock.adjust("6 seconds")
      assert.isTrue(yield* probe)
    }),
  )
})
