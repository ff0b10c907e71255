/** Performs one call: the request, its retries, and the response or error. Every face of the client uses it. */
import type * as HttpClient from "@effect/platform/HttpClient"
import type { HttpClientError } from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import * as Url from "@effect/platform/Url"
import { Clock, Effect, Either, Option, Schema } from "effect"
import { ProblemMembers } from "../api/records/problem.ts"
import type { Endpoint } from "./endpoints.ts"
import { type ApiError, ConnectionFailed, type ProblemDetails, TimedOut, toApiError } from "./errors.ts"
import { type Caller, LinesText, makeRequest } from "./requests.ts"
import { type RetryOptions, retry, retryAfterMillis } from "./retries.ts"
import type { CallOptions, LooseRequest } from "./types.ts"

/** The address of the API, the key, and defaults for timeouts and retries. */
export interface ClientSettings extends Caller, RetryOptions {
  /** Timeout over all attempts of a call; none by default. */
  readonly timeoutMillis?: number | undefined
}

export interface Exchange {
  /** Returns after the whole body was read, so that a truncated response is retried. */
  readonly whole: (endpoint: Endpoint, request: LooseRequest, options?: CallOptions) => Answered
  /** Returns after the headers. The caller reads the body. */
  readonly begun: (endpoint: Endpoint, request: LooseRequest, options?: CallOptions) => Answered
  readonly get: (url: string, options?: CallOptions) => Answered
}

type Answered = Effect.Effect<HttpClientResponse, ApiError>

export const makeExchange = (settings: ClientSettings, client: HttpClient.HttpClient): Exchange => {
  const execute = (request: HttpClientRequest.HttpClientRequest): Answered =>
    client.execute(request).pipe(
      Effect.mapError(toConnectionFailed),
      Effect.flatMap((response) => (response.status < 400 ? Effect.succeed(response) : refuse(response))),
    )
  const run = (once: Answered, mayRepeat: boolean, options: CallOptions): Answered => {
    const retries = mayRepeat ? (options.retries ?? settings.retries) : 0
    const { timeoutMillis = settings.timeoutMillis } = options
    const tries = retry(once, { ...settings, retries })
    if (timeoutMillis === undefined) return tries
    const makeTimedOut = () => new TimedOut({ timeoutMillis })
    return Effect.timeoutFail(tries, { duration: timeoutMillis, onTimeout: makeTimedOut })
  }
  const call =
    (finish: (response: HttpClientResponse, endpoint: Endpoint) => Answered): Exchange["whole"] =>
    (endpoint, request, options = {}) =>
      Effect.suspend(() => {
        const retries = options.retries ?? settings.retries ?? 3
        const key = options.idempotencyKey ?? (retries > 0 ? makeKey() : undefined)
        const keyed = endpoint.repeatable === "keyed" && key !== undefined
        const bare = makeRequest(settings, endpoint, request)
        const made = keyed ? HttpClientRequest.setHeader(bare, "idempotency-key", key) : bare
        return run(
          Effect.flatMap(execute(made), (response) => finish(response, endpoint)),
          canRepeat(endpoint, made, request),
          options,
        )
      })
  return {
    begun: call(Effect.succeed),
    whole: call((response, { answer }) => {
      const body: Effect.Effect<unknown, HttpClientError> =
        answer === "Uint8Array" ? response.arrayBuffer : response.text
      return Effect.as(Effect.mapError(body, toConnectionFailed), response)
    }),
    get: (url, options = {}) =>
      // URLs in responses carry their own tokens, so that the key is not sent.
      Effect.suspend(() =>
        run(execute(HttpClientRequest.get(resolveUrl(settings.baseUrl, url))), true, options),
      ),
  }
}

/** Resolves a URL of a response. Absolute URLs stay as they are; paths are relative to the API's origin. */
const resolveUrl = (baseUrl: string, url: string): string =>
  Either.isRight(Url.fromString(url))
    ? url
    : Either.match(Url.fromString(url, baseUrl), { onLeft: () => url, onRight: ({ href }) => href })

/** A random key. `randomUUID` is missing in browser pages without TLS. */
const makeKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  )

const canRepeat = (
  { method, repeatable }: Endpoint,
  { headers }: HttpClientRequest.HttpClientRequest,
  { payload }: LooseRequest,
): boolean => {
  // A repeated conditional change would fail because the first attempt has changed the version.
  const isConditional = headers["if-match"] !== undefined || headers["if-none-match"] !== undefined
  if ((method === "PUT" || method === "DELETE") && isConditional) return false
  // Lines that were already stored are reported as `existing`.
  if (payload instanceof LinesText) return true
  if (repeatable === "keyed") return headers["idempotency-key"] !== undefined
  return repeatable === "always"
}

const toConnectionFailed = (error: HttpClientError): ConnectionFailed =>
  new ConnectionFailed({ cause: error.cause ?? error })

const refuse = (response: HttpClientResponse): Effect.Effect<never, ApiError> =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const text = yield* Effect.mapError(response.text, toConnectionFailed)
    return yield* Effect.fail(toApiError(readProblem(response, text, now)))
  })

/** Error responses of gateways have no code. Casts: the members of violations and warnings are the server's own. */
const readProblem = (response: HttpClientResponse, text: string, now: number): ProblemDetails => {
  const body = parseObject(text)
  const { code, detail, errors, request_id: sentId, warnings } = body
  return {
    ...Option.getOrElse(readMembers(body), () => ({})),
    ...(Array.isArray(errors) ? { errors: errors as NonNullable<ProblemDetails["errors"]> } : {}),
    ...(Array.isArray(warnings) ? { warnings: warnings as NonNullable<ProblemDetails["warnings"]> } : {}),
    status: response.status,
    code: typeof code === "string" ? code : `http_${response.status}`,
    detail: typeof detail === "string" ? detail : `The server answered ${response.status}.`,
    requestId: typeof sentId === "string" ? sentId : response.headers["x-request-id"],
    retryAfterMillis: retryAfterMillis(response.headers["retry-after"], now),
  }
}

const readMembers = Schema.decodeUnknownOption(ProblemMembers)

const parseObject = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
