/**
 * `engine.transaction`: an async function whose calls of `tx` commit together or not at all. Its calls run in sequence in the
 * fiber of the transaction. A time limit ends it, because others wait meanwhile.
 */
import { Cause, Effect, Fiber, type Runtime, Stream } from "effect"
import { StorageFailure } from "../storage/StorageFailure.ts"
import type { Transaction } from "../storage/Transaction.ts"
import { EngineMisused } from "./EngineMisused.ts"
import { toAsyncIterable } from "./iterable.ts"
import { type Runner, runPromise } from "./promiseMethods.ts"

export interface TransactionRequest<R, Tx, A> {
  readonly transaction: Transaction["Type"]
  readonly limitMillis: number
  /** Runs the callback so that code that it awaits can be distinguished. */
  readonly within: <B>(body: () => Promise<B>) => Promise<B>
  readonly open: (runner: Runner<R>) => Tx
  readonly body: (tx: Tx) => Promise<A>
}

/** Fails with what the function throws. A failure of the storage stays a defect, so that transient ones are retried. */
export const runInTransaction = <R, Tx, A>(
  request: TransactionRequest<R, Tx, A>,
): Effect.Effect<A, unknown, R> =>
  request.transaction.run(
    Effect.gen(function* () {
      const calls = makeCalls(yield* Effect.runtime<R>())
      const tx = request.open(calls.runner)
      return yield* Effect.tryPromise({
        try: () => request.within(() => request.body(tx)),
        catch: (error) => error,
      }).pipe(
        Effect.timeoutFail({
          duration: request.limitMillis,
          onTimeout: () => new EngineMisused({ code: "transaction_too_long" }),
        }),
        Effect.catchAll((error) =>
          error instanceof StorageFailure ? Effect.die(error) : Effect.fail(error),
        ),
        Effect.ensuring(calls.end),
      )
    }),
    { waits: true },
  )

/** The calls of one transaction: in sequence, and none after its end. */
const makeCalls = <R>(runtime: Runtime.Runtime<R>) => {
  const lock = Effect.unsafeMakeSemaphore(1)
  const running = new Set<Fiber.RuntimeFiber<unknown, unknown>>()
  let ended = false

  const findProblem = () => (ended ? new EngineMisused({ code: "transaction_ended" }) : undefined)
  const requireOpen = Effect.suspend(() => {
    const error = findProblem()
    return error === undefined ? Effect.void : Effect.die(error)
  })
  const noteFailure = <A, E>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) => {
      running.add(fiber)
      return Effect.ensuring(
        Effect.zipRight(requireOpen, effect),
        Effect.sync(() => running.delete(fiber)),
      )
    })
  const step = <A, E>(effect: Effect.Effect<A, E, R>) => lock.withPermits(1)(noteFailure(effect))
  /** Each read of a stream is a call. */
  const readInSteps = <A, E>(stream: Stream.Stream<A, E, R>) =>
    Stream.unwrapScoped(
      Effect.map(Stream.toPull(stream), (pull) => Stream.repeatEffectChunkOption(step(pull))),
    )

  const runner: Runner<R> = {
    promise: (effect, options) =>
      runPromise(runtime, step(effect), options).catch((error) => {
        throw ended && Cause.isInterruptedException(error)
          ? new EngineMisused({ code: "transaction_ended" })
          : error
      }),
    iterable: (stream, options) =>
      toAsyncIterable(runtime, readInSteps(stream), { ...options, problem: findProblem }),
    opened: (stream, options) =>
      toAsyncIterable(runtime, readInSteps(stream), { ...options, problem: findProblem }),
  }
  const end = Effect.suspend(() => {
    ended = true
    return Fiber.interruptAll([...running])
  })
  return { runner, end }
}
