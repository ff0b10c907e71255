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
      const reading = patient(elements[Symbol.asyncIterator]())
      const end = () => reading.return()
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

interface Patient<A> {
  readonly next: () => Promise<IteratorResult<A>>
  readonly return: () => Promise<IteratorResult<A>>
}

/**
 * The library's iterator answers `for await` and nobody else: it never settles what is asked after its end, before its last
 * answer, or while it is stopped. Here each question waits for the one before, and the end is told to all.
 */
const patient = <A>(reading: AsyncIterator<A>): Patient<A> => {
  const done: IteratorResult<A> = { done: true, value: undefined }
  let over = false
  let release: ((end: IteratorResult<A>) => void) | undefined
  let before: Promise<unknown> = Promise.resolve()
  const request = (): Promise<IteratorResult<A>> =>
    over
      ? Promise.resolve(done)
      : new Promise((resolve, reject) => {
          release = resolve
          reading.next().then(
            (result) => {
              over ||= result.done === true
              resolve(result)
            },
            (error) => {
              over = true
              reject(error)
            },
          )
        })
  return {
    next: () => {
      const asked = before.then(request)
      before = asked.catch(() => undefined)
      return asked
    },
    return: async () => {
      const begun = !over
      over = true
      if (begun) await reading.return?.()
      release?.(done)
      return done
    },
  }
}

export interface Endless {
  /** Ends the stream, as does `signal`; neither is an error. */
  readonly closed: AbortSignal
  readonly signal: AbortSignal | undefined
  readonly problem: () => Error | undefined
}

/** A stream that does not end by itself: its readers stop when they are told to. */
export const endless = <A, E, R>(
  runtime: Runtime.Runtime<R>,
  stream: Stream.Stream<A, E, R>,
  { closed, problem, signal }: Endless,
): AsyncIterable<A> => {
  const signals = signal === undefined ? [closed] : [closed, signal]
  const over = () => signals.some(({ aborted }) => aborted)
  const ending = Stream.interruptWhen(stream, Effect.raceAll(signals.map(raised))).pipe(
    // What a storage says that is closed beneath its reader.
    Stream.catchAllCause((cause) => (over() ? Stream.empty : Stream.failCause(cause))),
  )
  return iterableOf(
    runtime,
    Stream.suspend(() => (over() ? Stream.empty : ending)),
    {
      problem: () => (over() ? undefined : problem()),
    },
  )
}

/** Fails with the signal's reason when it is aborted. */
const aborted = (signal: AbortSignal): Effect.Effect<never, unknown> =>
  Effect.flatMap(raised(signal), () => Effect.fail(signal.reason))

/** Returns when the signal is aborted. */
const raised = (signal: AbortSignal): Effect.Effect<void> =>
  Effect.async((resume) => {
    const abort = () => resume(Effect.void)
    if (signal.aborted) return abort()
    signal.addEventListener("abort", abort, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", abort))
  })
