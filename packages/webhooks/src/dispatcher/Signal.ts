/** Notifies one loop of this process. A notification that nobody waits for is kept, once. */
import { Effect, Queue } from "effect"

export interface Signal {
  readonly notify: () => void
  /** Forgets a notification that nobody waited for. */
  readonly clear: () => void
  /** Supports one waiter at a time. */
  readonly wait: Effect.Effect<void>
}

export const makeSignal: Effect.Effect<Signal> = Effect.map(Queue.sliding<void>(1), (queue) => ({
  notify: () => void queue.unsafeOffer(undefined),
  clear: () => void Effect.runSync(Queue.takeAll(queue)),
  wait: Queue.take(queue),
}))
