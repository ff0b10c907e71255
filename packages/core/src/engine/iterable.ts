/** Streams as AsyncIterables: read in the caller's own time, which may be long after the call that answered them. */
import { Effect, type Runtime, Stream } from "effect"
import type { RunOptions } from "./promised.ts"

export interface Reading extends RunOptions {
  /** What stands in the way of reading on; asked before every element, in the reader's own context. */
  readonly problem: () => Error | undefined
}

/** What ends the stream ends the reading with the very error; so does the signal, with its reason. */
export const iterableOf = <A, E, R>(
  runtime: Runtime.Runtime<R>,
  stream: Stream.Stream<A, E, R>,
  { problem, signal }: Reading,
): AsyncIterable<A> => {
  const ending = signal === undefined ? stream : Stream.interruptWhen(stream, aborted(signal))
  const elements = Stream.toAsyncIterableRuntime(ending, runtime)
  return {
    [Symbol.asyncIterator]: () => {
      const reading = elements[Symbol.asyncIterator]()
      const end = async () => (await reading.return?.()) ?? { done: true, value: undefined }
      const next = async () => {
        const refused = problem()
        if (refused === undefined && signal?.aborted !== true) return reading.next()
        await end()
        throw refused ?? signal?.reason
      }
      return { next, return: end }
    },
  }
}

/** Fails with the signal's reason when it is aborted. */
const aborted = (signal: AbortSignal): Effect.Effect<never, unknown> =>
  Effect.async((resume) => {
    const abort = () => resume(Effect.fail(signal.reason))
    if (signal.aborted) return abort()
    signal.addEventListener("abort", abort, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", abort))
  })
