/**
 * The Promise client. Every endpoint is a method of its group. The other faces return the same calls as text (`text`,
 * with exact digits), as streams of bytes (`stream`) and as all rows of a list (`all`).
 */
import { toAsyncIterable as readable } from "@annotary/core/effect"
import { Cause, Effect, Exit, Runtime, Stream } from "effect"
import { readText, streamBytes } from "./bodies.ts"
import { makeFace, makeValueCall } from "./effectClient.ts"
import type { ApiError } from "./errors.ts"
import { type ClientSettings, type Exchange, makeExchange } from "./exchange.ts"
import { makeFetchClient } from "./makeFetchClient.ts"
import { streamRows } from "./pages.ts"
import type { CallOptions, Face } from "./types.ts"
import { makeUpload, type Upload, type UploadRequest } from "./upload.ts"

/** Options of {@link createClient}: where the API is, the key, and defaults for all calls. */
export interface ClientOptions extends ClientSettings {
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** The Promise client: the endpoints by group, their other faces, uploads and downloads. */
export interface Client extends Face<"value"> {
  /** The same calls, returning the JSON text as the server wrote it: for numbers beyond 2^53. */
  readonly text: Face<"text">
  /** The same calls, returning bytes at the reader's pace. */
  readonly stream: Face<"stream">
  /** Lists, over all of their pages. */
  readonly all: Face<"all">
  /** Uploads samples line by line. Nothing is sent before the upload is iterated. */
  readonly upload: (request: UploadRequest, options?: CallOptions) => Upload
  /** Downloads the file behind a URL of a response: a release's file or an asset. */
  readonly download: (url: string, options?: CallOptions) => AsyncIterable<Uint8Array>
}

/** Creates a client whose calls return Promises. */
export const createClient = (options: ClientOptions): Client => {
  const exchange = makeExchange(options, makeFetchClient(options.fetch))
  const streamBody = (begun: ReturnType<Exchange["get"]>, call: CallOptions = {}) =>
    toIterable(Stream.unwrap(Effect.map(begun, streamBytes)), call)
  const value = makeValueCall(exchange)
  return {
    ...makeFace<"value">((endpoint, request, call = {}) => runPromise(value(endpoint, request, call), call)),
    text: makeFace<"text">((endpoint, request, call = {}) =>
      runPromise(Effect.flatMap(exchange.whole(endpoint, request, call), readText), call),
    ),
    stream: makeFace<"stream">((endpoint, request, call) =>
      streamBody(exchange.begun(endpoint, request, call), call),
    ),
    all: makeFace<"all">((endpoint, request, call = {}) =>
      toIterable(streamRows(exchange, endpoint, request, call), call),
    ),
    upload: (request, call = {}) => makeUpload(exchange, runPromise, request, call),
    download: (url, call) => streamBody(exchange.get(url, call), call),
  }
}

const runPromise = async <A>(effect: Effect.Effect<A, ApiError>, { signal }: CallOptions): Promise<A> => {
  signal?.throwIfAborted()
  const exit = await Effect.runPromiseExit(effect, signal === undefined ? {} : { signal })
  if (Exit.isSuccess(exit)) return exit.value
  if (Cause.isInterruptedOnly(exit.cause)) signal?.throwIfAborted()
  throw Cause.squash(exit.cause)
}

/** Ends with the signal and throws its reason. The source is released in every case. */
const toIterable = <A>(stream: Stream.Stream<A, ApiError>, { signal }: CallOptions): AsyncIterable<A> =>
  readable(Runtime.defaultRuntime, stream, { signal, problem: () => undefined })
