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

/**
 * Resumes all waiting fibers; without one, keeps the notification for the next `wait`. Not a latch: the waiter that closes it
 * would erase a notification that came for another waiter.
 */
const makeSignal = (): Signal => {
  const waiting = new Set<() => void>()
  let pending = false
  return {
    notify: () => {
      pending = waiting.size === 0
      for (const resume of waiting) resume()
      waiting.clear()
    },
    wait: Effect.async<void>((resume) => {
      const resumeWaiter = () => resume(Effect.void)
      if (pending) {
        pending = false
        return resumeWaiter()
      }
      waiting.add(resumeWaiter)
      return Effect.sync(() => void waiting.delete(resumeWaiter))
    }),
  }
}
