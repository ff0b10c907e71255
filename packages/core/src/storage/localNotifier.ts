/** Notifier within one process, for storages without notifications between processes. Other processes poll. */
import { Effect, Layer } from "effect"
import { Notifier, type NotifierTopic } from "./Notifier.ts"

/** One signal for each topic. */
export interface Signals {
  /** Notifies at once. Call it after the commit. */
  readonly notify: (topic: NotifierTopic) => void
  readonly wait: (topic: NotifierTopic) => Effect.Effect<void>
}

/** Creates a signal for each topic. */
export const makeSignals: Effect.Effect<Signals> = Effect.sync(() => {
  const signals: { readonly [Topic in NotifierTopic]: Signal } = {
    jobs: makeSignal(),
    deliveries: makeSignal(),
    webhook_tests: makeSignal(),
  }
  return { notify: (topic) => signals[topic].notify(), wait: (topic) => signals[topic].wait }
})

/** Creates a notifier for one process. */
export const makeLocalNotifier: Effect.Effect<typeof Notifier.Service> = Effect.map(
  makeSignals,
  ({ notify, wait }) => Notifier.of({ notify: (topic) => Effect.sync(() => notify(topic)), wait }),
)

/** The layer of a notifier for one process. */
export const layerLocalNotifier: Layer.Layer<Notifier> = Layer.effect(Notifier, makeLocalNotifier)

interface Signal {
  readonly notify: () => void
  readonly wait: Effect.Effect<void>
}

/** Resumes all waiting fibers. Without one, the next `wait` returns at once. */
const makeSignal = (): Signal => {
  const latch = Effect.unsafeMakeLatch()
  return {
    notify: () => void latch.unsafeOpen(),
    // Closed before the waiter looks for work, so a notification during its work is not lost.
    wait: Effect.tap(latch.await, latch.close),
  }
}
