/**
 * Notifier: what is promised of a hint. It may come for nothing, as when a connection is made, and be lost with one. So what must
 * not come is looked for a few times.
 */
import { Notifier, type NotifierTopic, notifierTopics, Transaction } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { suite } from "./suite.ts"

const patience = Effect.timeoutFail({ duration: "2 seconds", onTimeout: () => "nobody was woken" })

const wait = (topic: NotifierTopic) => Effect.flatMap(Notifier, (notifier) => patience(notifier.wait(topic)))

const notify = (topic: NotifierTopic) => Effect.flatMap(Notifier, (notifier) => notifier.notify(topic))

/** Whether it is rung already: nothing is waited for but other fibers. */
const isRung = (topic: NotifierTopic) =>
  Effect.gen(function* () {
    const notifier = yield* Notifier
    const waiting = yield* Effect.fork(notifier.wait(topic))
    yield* Effect.repeatN(Effect.yieldNow(), 20)
    const exit = yield* Fiber.poll(waiting)
    yield* Fiber.interrupt(waiting)
    return exit._tag === "Some"
  })

/** Longer than wake-ups of a moment are gathered. */
const aMoment = Effect.sleep("120 millis")

/** A wake-up for nothing may come between; one that should not come does so each time. */
const onceOfFive = (test: (topic: NotifierTopic) => Effect.Effect<void, unknown, Transaction | Notifier>) =>
  all((topic) => Effect.retry(Effect.zipRight(isRung(topic), test(topic)).pipe(Effect.sandbox), { times: 4 }))

const all = <A, E, R>(each: (topic: NotifierTopic) => Effect.Effect<A, E, R>) =>
  Effect.forEach(notifierTopics, each, { discard: true })

export const notifier = suite("Notifier", {
  "wakes all who wait for the topic": all((topic) =>
    Effect.gen(function* () {
      const waiting = yield* Effect.forkAll([wait(topic), wait(topic)])
      yield* Effect.sleep("20 millis")
      yield* notify(topic)
      yield* Fiber.join(waiting)
    }),
  ),

  "keeps a wake-up for who comes later": all((topic) => Effect.zipRight(notify(topic), wait(topic))),

  "wakes out of a transaction": all((topic) =>
    Effect.gen(function* () {
      const transaction = yield* Transaction
      yield* transaction.run(notify(topic))
      yield* wait(topic)
    }),
  ),

  "wakes this process as soon as the transaction has committed, and not before": onceOfFive((topic) =>
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const early = yield* transaction.run(
        Effect.zipRight(transaction.run(notify(topic)), Effect.zipRight(aMoment, isRung(topic))),
      )
      assert.isFalse(early, "woken before the commit")
      assert.isTrue(yield* isRung(topic), "not woken by the commit")
    }),
  ),

  "wakes nobody for what was undone": onceOfFive((topic) =>
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const undone = Effect.ignore(transaction.run(Effect.zipRight(notify(topic), Effect.fail("undone"))))
      yield* undone
      yield* transaction.run(undone)
      yield* aMoment
      assert.isFalse(yield* isRung(topic))
    }),
  ),
})
