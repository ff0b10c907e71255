/** Calls the embedder's hook for transitions: one at a time, in order, without blocking deliveries. */
import type { WebhookTransition } from "@annotary/core/effect"
import { Chunk, Effect, Fiber, Mailbox, type Scope } from "effect"

/** Called after the transition is stored. At most once: the process may end before the call. */
export type OnTransition = (transition: WebhookTransition) => Effect.Effect<void>

export interface HookLimits {
  /** Further transitions are dropped and logged: waiting for a slow hook would stop deliveries. */
  readonly maxQueued: number
  /** Closing the scope waits at most this long for the queued calls. */
  readonly drainMillis: number
}

const defaultLimits: HookLimits = { maxQueued: 10_000, drainMillis: 5000 }

/**
 * Enqueues transitions for the hook. A single fiber calls it until the scope closes. Failures of the hook are
 * logged.
 */
export const makeTransitionHook = (
  onTransition: OnTransition,
  { drainMillis, maxQueued }: HookLimits = defaultLimits,
): Effect.Effect<
  (transitions: ReadonlyArray<WebhookTransition>) => Effect.Effect<void>,
  never,
  Scope.Scope
> =>
  Effect.gen(function* () {
    const queue = yield* Mailbox.make<WebhookTransition>({ capacity: maxQueued, strategy: "dropping" })
    const call = (transition: WebhookTransition) =>
      Effect.catchAllCause(
        Effect.suspend(() => onTransition(transition)),
        (cause) => Effect.logWarning("The hook for webhook transitions failed.", cause),
      )
    // Ends when the queue is shut down and empty.
    const consume = Effect.ignore(Effect.forever(Effect.flatMap(queue.take, call)))
    const drain = (consumer: Fiber.RuntimeFiber<void>) =>
      Effect.gen(function* () {
        yield* queue.end
        yield* Effect.timeoutOption(Effect.interruptible(Fiber.await(consumer)), drainMillis)
        const left = Chunk.size(yield* queue.clear)
        if (left > 0) yield* logNotCalled("at stop", left)
        // Not awaited: a hook that cannot be interrupted must not keep the process alive.
        yield* Fiber.interruptFork(consumer)
      })
    yield* Effect.acquireRelease(Effect.forkDaemon(Effect.interruptible(consume)), drain)
    return (transitions) =>
      Effect.flatMap(queue.offerAll(transitions), (dropped) =>
        dropped.length === 0 ? Effect.void : logNotCalled("queue full", dropped.length),
      )
  })

const logNotCalled = (reason: string, transitions: number): Effect.Effect<void> =>
  Effect.logWarning("The hook for webhook transitions is too slow; it was not called for all of them.").pipe(
    Effect.annotateLogs({ reason, transitions }),
  )
