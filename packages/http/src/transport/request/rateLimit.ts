/** A token bucket per key that refills steadily. Unused buckets are evicted. */

export interface RateLimit {
  readonly requests: number
  readonly perSeconds: number
}

export interface Allowance {
  readonly allowed: boolean
  /** Seconds until the next request is allowed. */
  readonly retryAfter: number
  readonly headers: Readonly<Record<string, string>>
}

interface Bucket {
  tokens: number
  at: number
}

/** Maximum number of buckets; the least recently used is evicted. */
const mostKeys = 10_000

/** The key in an Authorization header, independent of spaces and the case of the scheme. */
export const readRateKey = (authorization: string | undefined): string =>
  authorization?.trim().split(/\s+/).at(-1) ?? ""

/** Takes a token of a key at a time in milliseconds. */
export const makeRateLimiter = ({
  perSeconds,
  requests,
}: RateLimit): ((key: string, now: number) => Allowance) => {
  const buckets = new Map<string, Bucket>()
  const perMilli = requests / (perSeconds * 1000)
  return (key, now) => {
    const bucket = buckets.get(key) ?? { tokens: requests, at: now }
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > mostKeys) for (const oldest of buckets.keys()) if (buckets.delete(oldest)) break
    bucket.tokens = Math.min(requests, bucket.tokens + Math.max(0, now - bucket.at) * perMilli)
    bucket.at = now
    const allowed = bucket.tokens >= 1
    if (allowed) bucket.tokens -= 1
    const toSeconds = (tokens: number): number => Math.max(0, Math.ceil(tokens / perMilli / 1000))
    return {
      allowed,
      retryAfter: Math.max(1, toSeconds(1 - bucket.tokens)),
      headers: {
        "RateLimit-Limit": String(requests),
        "RateLimit-Remaining": String(Math.floor(bucket.tokens)),
        "RateLimit-Reset": String(toSeconds(requests - bucket.tokens)),
      },
    }
  }
}
