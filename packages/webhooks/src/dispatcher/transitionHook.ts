/** Calls the embedder's hook for transitions: one after the other, in their order, and never in the way of deliveries. */
import type { WebhookTransition } from "@annotary/core/effect"
import { Chunk, Effect, Fiber, Mailbox, type Scope } from "effect"

/** Called after the transition is stored; at most once, because the process may end before. */
export type OnTransition = (transition: WebhookTransition) => Effect.Effect<void>

export interface HookLimits {
  /** Transitions beyond these are dropped and logged: waiting for a slow hook would stop deliveries. */
  readonly maxQueued: number
  /** How long closing the scope waits for the queued calls. */
  readonly drainMillis: number
}

const defaultLimits: HookLimits = { maxQueued: 10_000, drainMillis: 5000 }

/** Enqueues transitions for the hook; a single fiber calls it until the scope closes. What a call fails with is logged. */
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
    // Ends with the queue, when that is closed and empty.
    const consume = Effect.ignore(Effect.forever(Effect.flatMap(queue.take, call)))
    const drain = (consumer: Fiber.RuntimeFiber<void>) =>
      Effect.gen(function* () {
        yield* queue.end
        yield* Effect.timeoutOption(Effect.interruptible(Fiber.await(consumer)), drainMillis)
        const left = Chunk.size(yield* queue.clear)
        if (left > 0) yield* notCalled("at stop", left)
        // Not awaited: a hook that cannot be interrupted must not keep the process.
        yield* Fiber.interruptFork(consumer)
      })
    yield* Effect.acquireRelease(Effect.forkDaemon(Effect.interruptible(consume)), drain)
    return (transitions) =>
      Effect.flatMap(queue.offerAll(transitions), (dropped) =>
        dropped.length === 0 ? Effect.void : notCalled("queue full", dropped.length),
      )
  })

const notCalled = (reason: string, transitions: number): Effect.Effect<void> =>
  Effect.logWarning("The hook for webhook transitions is too slow; it was not called for all of them.").pipe(
    Effect.annotateLogs({ reason, transitions }),
  )
