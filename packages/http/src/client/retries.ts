/**
 * Retries requests that failed temporarily: an overloaded or unavailable server (429, 503), a broken connection.
 * Exponential backoff with full jitter, so that many clients do not return at once; `Retry-After` is respected.
 */
import { Duration, Effect, Random, Schedule } from "effect"
import { type ApiError, ApiProblem } from "./errors.ts"

/** When and how often failed requests are sent again. */
export interface RetryOptions {
  /** Number of retries; 3 by default, 0 for none. */
  readonly retries?: number | undefined
  /** Maximum wait before the first retry; 250 by default, doubled before each further one. */
  readonly firstWaitMillis?: number | undefined
  /** Maximum wait. When a server asks for more, the request is not retried. 30 000 by default. */
  readonly mostWaitMillis?: number | undefined
}

export const retry = <A, E extends ApiError, R>(
  attempt: Effect.Effect<A, E, R>,
  { firstWaitMillis = 250, mostWaitMillis = 30_000, retries = 3 }: RetryOptions,
): Effect.Effect<A, E, R> =>
  Effect.retry(
    attempt,
    Schedule.exponential(Duration.millis(firstWaitMillis)).pipe(
      Schedule.either(Schedule.spaced(Duration.millis(mostWaitMillis))),
      Schedule.intersect(Schedule.recurs(retries)),
      Schedule.whileInput((error: ApiError) => isTemporary(error) && readRetryAfter(error) <= mostWaitMillis),
      Schedule.passthrough,
      Schedule.modifyDelayEffect((error, most) =>
        // Full jitter, added to the server's Retry-After, which is the same for all clients.
        Effect.map(Random.next, (share) =>
          Duration.sum(Duration.millis(readRetryAfter(error)), Duration.times(most, share)),
        ),
      ),
    ),
  )

/** The wait that the server requests by `Retry-After`. */
const readRetryAfter = (error: ApiError): number =>
  error instanceof ApiProblem ? (error.retryAfterMillis ?? 0) : 0

const isTemporary = (error: ApiError): boolean =>
  error._tag === "ConnectionFailed" ||
  (error instanceof ApiProblem && (error.status === 429 || error.status === 503))

/** Parses `Retry-After` to milliseconds: a number of seconds, or a date. */
export const retryAfterMillis = (header: string | undefined, now: number): number | undefined => {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
