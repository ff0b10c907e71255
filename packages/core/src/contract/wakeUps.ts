/** WakeUps: what is promised of a hint. It may come for nothing and be lost with a connection, so that is not asked for. */
import { Effect, Fiber } from "effect"
import { Transaction } from "../storage/Transaction.ts"
import { type WakeTopic, WakeUps, wakeTopics } from "../storage/WakeUps.ts"
import { suite } from "./suite.ts"

const patience = Effect.timeoutFail({ duration: "2 seconds", onTimeout: () => "nobody was woken" })

const woken = (topic: WakeTopic) => Effect.flatMap(WakeUps, (wakeUps) => patience(wakeUps.woken(topic)))

const wake = (topic: WakeTopic) => Effect.flatMap(WakeUps, (wakeUps) => wakeUps.wake(topic))

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
})
