/** What a browser must be told before a page of another origin may read an answer. Only listed origins are told. */

const exposed =
  "ETag, Link, Location, Retry-After, Content-Range, X-Request-Id, X-Total-Count, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, annotary-version"
const accepted =
  "Authorization, Content-Type, Content-Encoding, If-Match, Idempotency-Key, Range, X-Request-Id, annotary-version"

export const originHeaders = (origin: string): ReadonlyArray<string> => [
  "Access-Control-Allow-Origin",
  origin,
  "Access-Control-Expose-Headers",
  exposed,
]

export const preflightHeaders = (allow: string): Readonly<Record<string, string>> => ({
  "Access-Control-Allow-Methods": allow,
  "Access-Control-Allow-Headers": accepted,
  "Access-Control-Max-Age": "600",
})
