/** How many requests a key may make: a bucket a key that refills steadily, forgotten when it was not used for long. */

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

/** The most keys remembered: who was not seen among so many others starts afresh. */
const mostKeys = 10_000

/** The key in an Authorization header: spaces and the case of the scheme make no other key of it. */
export const rateKey = (authorization: string | undefined): string =>
  authorization?.trim().split(/\s+/).at(-1) ?? ""

/** Asks for one request of a key at a time in milliseconds. */
export const rateLimiter = ({
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
    const seconds = (tokens: number): number => Math.max(0, Math.ceil(tokens / perMilli / 1000))
    return {
      allowed,
      retryAfter: Math.max(1, seconds(1 - bucket.tokens)),
      headers: {
        "RateLimit-Limit": String(requests),
        "RateLimit-Remaining": String(Math.floor(bucket.tokens)),
        "RateLimit-Reset": String(seconds(requests - bucket.tokens)),
      },
    }
  }
}
