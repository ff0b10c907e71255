/**
 * WakeUps: what is promised of a hint. It may come for nothing, as when a connection is made, and be lost with one. So what must
 * not come is looked for a few times.
 */
import { assert } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { Transaction } from "../storage/Transaction.ts"
import { type WakeTopic, WakeUps, wakeTopics } from "../storage/WakeUps.ts"
import { suite } from "./suite.ts"

const patience = Effect.timeoutFail({ duration: "2 seconds", onTimeout: () => "nobody was woken" })

const woken = (topic: WakeTopic) => Effect.flatMap(WakeUps, (wakeUps) => patience(wakeUps.woken(topic)))

const wake = (topic: WakeTopic) => Effect.flatMap(WakeUps, (wakeUps) => wakeUps.wake(topic))

/** Whether it is rung already: nothing is waited for but other fibers. */
const isRung = (topic: WakeTopic) =>
  Effect.gen(function* () {
    const wakeUps = yield* WakeUps
    const waiting = yield* Effect.fork(wakeUps.woken(topic))
    yield* Effect.repeatN(Effect.yieldNow(), 20)
    const exit = yield* Fiber.poll(waiting)
    yield* Fiber.interrupt(waiting)
    return exit._tag === "Some"
  })

/** Longer than wake-ups of a moment are gathered. */
const aMoment = Effect.sleep("120 millis")

/** A wake-up for nothing may come between; one that should not come does so each time. */
const onceOfFive = (test: (topic: WakeTopic) => Effect.Effect<void, unknown, Transaction | WakeUps>) =>
  all((topic) => Effect.retry(Effect.zipRight(isRung(topic), test(topic)).pipe(Effect.sandbox), { times: 4 }))

const all = <A, E, R>(each: (topic: WakeTopic) => Effect.Effect<A, E, R>) =>
  Effect.forEach(wakeTopics, each, { discard: true })

export const wakeUps = suite("WakeUps", {
  "wakes all who wait for the topic": all((topic) =>
    Effect.gen(function* () {
      const waiting = yield* Effect.forkAll([woken(topic), woken(topic)])
      yield* Effect.sleep("20 millis")
      yield* wake(topic)
      yield* Fiber.join(waiting)
    }),
  ),

  "keeps a wake-up for who comes later": all((topic) => Effect.zipRight(wake(topic), woken(topic))),

  "wakes out of a transaction": all((topic) =>
    Effect.gen(function* () {
      const transaction = yield* Transaction
      yield* transaction.run(wake(topic))
      yield* woken(topic)
    }),
  ),

  "wakes this process as soon as the transaction has committed, and not before": onceOfFive((topic) =>
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const early = yield* transaction.run(
        Effect.zipRight(transaction.run(wake(topic)), Effect.zipRight(aMoment, isRung(topic))),
      )
      assert.isFalse(early, "woken before the commit")
      assert.isTrue(yield* isRung(topic), "not woken by the commit")
    }),
  ),

  "wakes nobody for what was undone": onceOfFive((topic) =>
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const undone = Effect.ignore(transaction.run(Effect.zipRight(wake(topic), Effect.fail("undone"))))
      yield* undone
      yield* transaction.run(undone)
      yield* aMoment
      assert.isFalse(yield* isRung(topic))
    }),
  ),
})
