/** What the wake-ups of one process do beyond what is asked of all storages. */
import { layerLocalNotifier, Notifier } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"

const settle = Effect.yieldNow().pipe(Effect.repeatN(20))

/** Whether the topic wakes who waits for it now. */
const isNotified = (topic: "jobs" | "deliveries") =>
  Effect.gen(function* () {
    const waiting = yield* Effect.fork(Effect.flatMap(Notifier, (notifier) => notifier.wait(topic)))
    yield* settle
    const exit = yield* Fiber.poll(waiting)
    yield* Fiber.interrupt(waiting)
    return exit._tag === "Some"
  })

describe("the wake-ups of one process", () => {
  it.effect("are kept once, not as often as they came", () =>
    Effect.gen(function* () {
      const notifier = yield* Notifier
      assert.isFalse(yield* isNotified("jobs"))
      yield* notifier.notify("jobs")
      yield* notifier.notify("jobs")
      assert.isTrue(yield* isNotified("jobs"))
      assert.isFalse(yield* isNotified("jobs"))
    }).pipe(Effect.provide(layerLocalNotifier)),
  )

  it.effect("are not kept when somebody was woken", () =>
    Effect.gen(function* () {
      const notifier = yield* Notifier
      const waiting = yield* Effect.forkAll([notifier.wait("jobs"), notifier.wait("jobs")])
      yield* settle
      yield* notifier.notify("jobs")
      yield* Fiber.join(waiting)
      assert.isFalse(yield* isNotified("jobs"))
    }).pipe(Effect.provide(layerLocalNotifier)),
  )

  it.effect("are kept when who waited has gone", () =>
    Effect.gen(function* () {
      const notifier = yield* Notifier
      assert.isFalse(yield* isNotified("jobs"))
      yield* notifier.notify("jobs")
      assert.isTrue(yield* isNotified("jobs"))
    }).pipe(Effect.provide(layerLocalNotifier)),
  )

  it.effect("wake nobody who waits for another topic", () =>
    Effect.gen(function* () {
      const notifier = yield* Notifier
      yield* notifier.notify("jobs")
      assert.isFalse(yield* isNotified("deliveries"))
      assert.isTrue(yield* isNotified("jobs"))
    }).pipe(Effect.provide(layerLocalNotifier)),
  )
})
