/** What the wake-ups of one process do beyond what is asked of all storages. */
import { layerLocalWakeUps, WakeUps } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"

const settle = Effect.yieldNow().pipe(Effect.repeatN(20))

/** Whether the topic wakes who waits for it now. */
const isWoken = (topic: "jobs" | "deliveries") =>
  Effect.gen(function* () {
    const waiting = yield* Effect.fork(Effect.flatMap(WakeUps, (wakeUps) => wakeUps.woken(topic)))
    yield* settle
    const exit = yield* Fiber.poll(waiting)
    yield* Fiber.interrupt(waiting)
    return exit._tag === "Some"
  })

describe("the wake-ups of one process", () => {
  it.effect("are kept once, not as often as they came", () =>
    Effect.gen(function* () {
      const wakeUps = yield* WakeUps
      assert.isFalse(yield* isWoken("jobs"))
      yield* wakeUps.wake("jobs")
      yield* wakeUps.wake("jobs")
      assert.isTrue(yield* isWoken("jobs"))
      assert.isFalse(yield* isWoken("jobs"))
    }).pipe(Effect.provide(layerLocalWakeUps)),
  )

  it.effect("are not kept when somebody was woken", () =>
    Effect.gen(function* () {
      const wakeUps = yield* WakeUps
      const waiting = yield* Effect.forkAll([wakeUps.woken("jobs"), wakeUps.woken("jobs")])
      yield* settle
      yield* wakeUps.wake("jobs")
      yield* Fiber.join(waiting)
      assert.isFalse(yield* isWoken("jobs"))
    }).pipe(Effect.provide(layerLocalWakeUps)),
  )

  it.effect("are kept when who waited has gone", () =>
    Effect.gen(function* () {
      const wakeUps = yield* WakeUps
      assert.isFalse(yield* isWoken("jobs"))
      yield* wakeUps.wake("jobs")
      assert.isTrue(yield* isWoken("jobs"))
    }).pipe(Effect.provide(layerLocalWakeUps)),
  )

  it.effect("wake nobody who waits for another topic", () =>
    Effect.gen(function* () {
      const wakeUps = yield* WakeUps
      yield* wakeUps.wake("jobs")
      assert.isFalse(yield* isWoken("deliveries"))
      assert.isTrue(yield* isWoken("jobs"))
    }).pipe(Effect.provide(layerLocalWakeUps)),
  )
})
