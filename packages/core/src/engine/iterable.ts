/** Streams as AsyncIterables. They may be read long after the call that returned them. */
import { type Chunk, Effect, type Runtime, Stream } from "effect"
import { getReadyItems } from "../kernel/readyStream.ts"
import type { RunOptions } from "./promiseMethods.ts"

export interface Reading extends RunOptions {
  /** Fails when reading may not continue. Runs before every element, in the reader's context. */
  readonly problem: () => Error | undefined
}

/** Errors of the stream reject the reading unchanged; an aborted signal rejects with its reason. */
export const toAsyncIterable = <A, E, R>(
  runtime: Runtime.Runtime<R>,
  stream: Stream.Stream<A, E, R>,
  { problem, signal }: Reading,
): AsyncIterable<A> => {
  const begin = openReading(runtime, stream, signal)
  return {
    [Symbol.asyncIterator]: () => {
      const reading = begin()
      const end = () => reading.return()
      const readNext = async () => {
        const refused = problem()
        if (refused === undefined && signal?.aborted !== true) return reading.next()
        await end()
        throw refused ?? signal?.reason
      }
      return { next: readNext, return: end }
    },
  }
}

/** Each call begins to read the stream. */
const openReading = <A, E, R>(
  runtime: Runtime.Runtime<R>,
  stream: Stream.Stream<A, E, R>,
  signal: AbortSignal | undefined,
): (() => Patient<A>) => {
  const items = getReadyItems(stream)
  if (items !== undefined) return () => readArray(items)
  const ending = signal === undefined ? stream : Stream.interruptWhen(stream, failWhenAborted(signal))
  const chunks = Stream.toAsyncIterableRuntime(Stream.chunks(ending), runtime)
  return () => makePatient(readItems(chunks[Symbol.asyncIterator]()))
}

/** Reads items without running a stream. */
const readArray = <A>(items: ReadonlyArray<A>): Patient<A> => {
  let left: Iterator<A> = items.values()
  return {
    next: async () => left.next(),
    return: async () => {
      left = [].values()
      return { done: true, value: undefined }
    },
  }
}

/** Each chunk is read by one run of the stream: to run it for each item takes longer than most items. */
const readItems = <A>(chunks: AsyncIterator<Chunk.Chunk<A>>): AsyncIterator<A, undefined> => {
  let items: Iterator<A> = [][Symbol.iterator]()
  return {
    next: async () => {
      for (;;) {
        const item = items.next()
        if (item.done !== true) return { done: false, value: item.value }
        const chunk = await chunks.next()
        if (chunk.done === true) return { done: true, value: undefined }
        items = chunk.value[Symbol.iterator]()
      }
    },
    return: async () => {
      items = [][Symbol.iterator]()
      await chunks.return?.()
      return { done: true, value: undefined }
    },
  }
}

interface Patient<A> {
  readonly next: () => Promise<IteratorResult<A>>
  readonly return: () => Promise<IteratorResult<A>>
}

/**
 * Effect's iterator supports `for await` only: it never settles calls after its end, before its last answer, or while it is
 * stopped. Here each call waits for the previous one, and every call after the end settles.
 */
const makePatient = <A>(reading: AsyncIterator<A>): Patient<A> => {
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
      const answer = before.then(request)
      before = answer.catch(() => undefined)
      return answer
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
  /** Ends the stream, as does `signal`. Neither is an error. */
  readonly closed: AbortSignal
  readonly signal: AbortSignal | undefined
  readonly problem: () => Error | undefined
}

/** A stream that does not end by itself. Its readers stop on request. */
export const makeEndless = <A, E, R>(
  runtime: Runtime.Runtime<R>,
  stream: Stream.Stream<A, E, R>,
  { closed, problem, signal }: Endless,
): AsyncIterable<A> => {
  const signals = signal === undefined ? [closed] : [closed, signal]
  const isOver = () => signals.some(({ aborted }) => aborted)
  const ending = Stream.interruptWhen(stream, Effect.raceAll(signals.map(waitForAbort))).pipe(
    // The failure of a storage that closes during the reading.
    Stream.catchAllCause((cause) => (isOver() ? Stream.empty : Stream.failCause(cause))),
  )
  return toAsyncIterable(
    runtime,
    Stream.suspend(() => (isOver() ? Stream.empty : ending)),
    {
      problem: () => (isOver() ? undefined : problem()),
    },
  )
}

/** Fails with the signal's reason when it is aborted. */
const failWhenAborted = (signal: AbortSignal): Effect.Effect<never, unknown> =>
  Effect.flatMap(waitForAbort(signal), () => Effect.fail(signal.reason))

/** Returns when the signal is aborted. */
const waitForAbort = (signal: AbortSignal): Effect.Effect<void> =>
  Effect.async((resume) => {
    const resumeWaiting = () => resume(Effect.void)
    if (signal.aborted) return resumeWaiting()
    signal.addEventListener("abort", resumeWaiting, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", resumeWaiting))
  })

/**
 * An AsyncIterable of the caller as a source that can always be released. An async generator closes only after its next
 * element; a reader that waits for it would never end.
 */
export const makeReleasable = <A>(source: AsyncIterable<A>): AsyncIterable<A> => ({
  [Symbol.asyncIterator]: () => {
    const reading = source[Symbol.asyncIterator]()
    let waits = false
    return {
      next: async () => {
        waits = true
        const result = await reading.next()
        waits = false
        return result
      },
      return: async () => {
        const closed = Promise.resolve(reading.return?.())
        if (waits) closed.catch(() => undefined)
        else await closed
        return { done: true, value: undefined }
      },
    }
  },
})
