/**
 * The Promise client. Every endpoint is a method of its group. The other faces return the same calls as text (`text`,
 * with exact digits), as streams of bytes (`stream`) and as all rows of a list (`all`).
 */
import { iterableOf as readable } from "@annotary/core/effect"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { Cause, Effect, Exit, Runtime, Stream } from "effect"
import { bytesIn, textIn } from "./bodies.ts"
import { faceOf, valueCall } from "./effectClient.ts"
import type { ApiError } from "./errors.ts"
import { type ClientSettings, type Exchange, makeExchange } from "./exchange.ts"
import { rowsOf } from "./pages.ts"
import type { CallOptions, Face } from "./types.ts"
import { type Upload, type UploadRequest, uploadOf } from "./upload.ts"

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
  const exchange = makeExchange(options, fetching(options.fetch))
  const streamed = (begun: ReturnType<Exchange["get"]>, call: CallOptions = {}) =>
    iterableOf(Stream.unwrap(Effect.map(begun, bytesIn)), call)
  const value = valueCall(exchange)
  return {
    ...faceOf<"value">((endpoint, request, call = {}) => runPromise(value(endpoint, request, call), call)),
    text: faceOf<"text">((endpoint, request, call = {}) =>
      runPromise(Effect.flatMap(exchange.whole(endpoint, request, call), textIn), call),
    ),
    stream: faceOf<"stream">((endpoint, request, call) =>
      streamed(exchange.begun(endpoint, request, call), call),
    ),
    all: faceOf<"all">((endpoint, request, call = {}) =>
      iterableOf(rowsOf(exchange, endpoint, request, call), call),
    ),
    upload: (request, call = {}) => uploadOf(exchange, runPromise, request, call),
    download: (url, call) => streamed(exchange.get(url, call), call),
  }
}

/** Without tracing headers: in a browser each of them would need a CORS preflight permission. */
const fetching = (fetch: typeof globalThis.fetch | undefined): HttpClient.HttpClient => {
  const client = Effect.runSync(Effect.provide(HttpClient.HttpClient, FetchHttpClient.layer))
  return HttpClient.transformResponse(client, (sent) => {
    const quiet = Effect.locally(sent, HttpClient.currentTracerPropagation, false)
    return fetch === undefined ? quiet : Effect.provideService(quiet, FetchHttpClient.Fetch, fetch)
  })
}

const runPromise = async <A>(effect: Effect.Effect<A, ApiError>, { signal }: CallOptions): Promise<A> => {
  signal?.throwIfAborted()
  const exit = await Effect.runPromiseExit(effect, signal === undefined ? {} : { signal })
  if (Exit.isSuccess(exit)) return exit.value
  if (Cause.isInterruptedOnly(exit.cause)) signal?.throwIfAborted()
  throw Cause.squash(exit.cause)
}

/** Ends with the signal and throws its reason. The source is released in every case. */
const iterableOf = <A>(stream: Stream.Stream<A, ApiError>, { signal }: CallOptions): AsyncIterable<A> =>
  readable(Runtime.defaultRuntime, stream, { signal, problem: () => undefined })
