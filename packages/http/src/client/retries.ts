/**
 * Sending again what failed for a while only: a server that is busy or away (429, 503), a connection that broke. Waits grow
 * twofold and are drawn at random below that, so that many clients do not come back at once; `Retry-After` is obeyed.
 */
import { Effect, Random } from "effect"
import { type ApiError, ApiProblem } from "./errors.ts"

export interface RetryOptions {
  /** How often a request is sent again; 3 by default, 0 for never. */
  readonly retries?: number | undefined
  /** The most to wait before the second try; 250 by default, twice as much before each further one. */
  readonly firstWaitMillis?: number | undefined
  /** The most to wait at all; a server that asks for more time is not asked again. 30 000 by default. */
  readonly mostWaitMillis?: number | undefined
}

export const retried = <A, E extends ApiError, R>(
  attempt: Effect.Effect<A, E, R>,
  { firstWaitMillis = 250, mostWaitMillis = 30_000, retries = 3 }: RetryOptions,
): Effect.Effect<A, E, R> => {
  const from = (before: number): Effect.Effect<A, E, R> =>
    Effect.catchAll(attempt, (error) => {
      if (before >= retries || !passing(error)) return Effect.fail(error)
      const asked = error instanceof ApiProblem ? error.retryAfterMillis : undefined
      if (asked !== undefined && asked > mostWaitMillis) return Effect.fail(error)
      const most = Math.min(mostWaitMillis, firstWaitMillis * 2 ** before)
      return Random.next.pipe(
        // On top of the server's Retry-After, which is the same for all clients.
        Effect.flatMap((share) => Effect.sleep((asked ?? 0) + share * most)),
        Effect.zipRight(from(before + 1)),
      )
    })
  return from(0)
}

const passing = (error: ApiError): boolean =>
  error._tag === "ConnectionFailed" ||
  (error instanceof ApiProblem && (error.status === 429 || error.status === 503))

/** `Retry-After` in milliseconds: a number of seconds, or a date. */
export const retryAfterMillis = (header: string | undefined, now: number): number | undefined => {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
