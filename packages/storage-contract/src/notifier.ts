/**
 * Notifier: notifications are hints. They may be spurious, for example when a connection opens, and may be lost with
 * one, so the absence of a notification is tested several times.
 */
import { Notifier, type NotifierTopic, notifierTopics, Transaction } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { makeSuite } from "./suite.ts"

const patience = Effect.timeoutFail({ duration: "2 seconds", onTimeout: () => "nobody was notified" })

const wait = (topic: NotifierTopic) => Effect.flatMap(Notifier, (notifier) => patience(notifier.wait(topic)))

const notify = (topic: NotifierTopic) => Effect.flatMap(Notifier, (notifier) => notifier.notify(topic))

/** Whether a notification is pending. Waits for other fibers only. */
const isNotified = (topic: NotifierTopic) =>
  Effect.gen(function* () {
    const notifier = yield* Notifier
    const waiting = yield* Effect.fork(notifier.wait(topic))
    yield* Effect.repeatN(Effect.yieldNow(), 20)
    const exit = yield* Fiber.poll(waiting)
    yield* Fiber.interrupt(waiting)
    return exit._tag === "Some"
  })

/** Longer than notifications are collected. */
const aMoment = Effect.sleep("120 millis")

/** Passes if one of five runs does. A spurious notification fails some of them, a wrong one all. */
const passOnceOfFive = (
  test: (topic: NotifierTopic) => Effect.Effect<void, unknown, Transaction | Notifier>,
) =>
  forEachTopic((topic) =>
    Effect.retry(Effect.zipRight(isNotified(topic), test(topic)).pipe(Effect.sandbox), { times: 4 }),
  )

const forEachTopic = <A, E, R>(each: (topic: NotifierTopic) => Effect.Effect<A, E, R>) =>
  Effect.forEach(notifierTopics, each, { discard: true })

export const notifier = makeSuite("Notifier", {
  "notifies all waiting callers of the topic": forEachTopic((topic) =>
    Effect.gen(function* () {
      const waiting = yield* Effect.forkAll([wait(topic), wait(topic)])
      yield* Effect.sleep("20 millis")
      yield* notify(topic)
      yield* Fiber.join(waiting)
    }),
  ),

  "keeps a notification for a later caller": forEachTopic((topic) =>
    Effect.zipRight(notify(topic), wait(topic)),
  ),

  "notifies from within a transaction": forEachTopic((topic) =>
    Effect.gen(function* () {
      const transaction = yield* Transaction
      yield* transaction.run(notify(topic))
      yield* wait(topic)
    }),
  ),

  "notifies this process after the commit, and not before": passOnceOfFive((topic) =>
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const early = yield* transaction.run(
        Effect.zipRight(transaction.run(notify(topic)), Effect.zipRight(aMoment, isNotified(topic))),
      )
      assert.isFalse(early, "notified before the commit")
      assert.isTrue(yield* isNotified(topic), "not notified by the commit")
    }),
  ),

  "notifies nobody after a rollback": passOnceOfFive((topic) =>
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const undone = Effect.ignore(transaction.run(Effect.zipRight(notify(topic), Effect.fail("undone"))))
      yield* undone
      yield* transaction.run(undone)
      yield* aMoment
      assert.isFalse(yield* isNotified(topic))
    }),
  ),
})
