import { Clock, Context, Effect, Option } from "effect"
import { RequestsExceeded } from "../domain/errors.ts"
import type { Username } from "../domain/Names.ts"

/** The organizations against whose quotas a request was counted: it counts once, however many checks it causes. */
export interface CountedRequest {
  readonly organizations: Set<Username>
}

/** The request of a call. Hosts provide it for requests from outside; calls of an embedding application have none. */
export class CurrentRequest extends Context.Tag("@annotary/core/CurrentRequest")<
  CurrentRequest,
  CountedRequest
>() {}

interface Bucket {
  readonly tokens: number
  readonly at: number
}

const minuteMillis = 60_000

/** Bounds the memory. The least recently used organization is forgotten, which gives it a full minute again. */
const mostOrganizations = 10_000

/** Counts requests against the rate of an organization, in this process: a bucket that refills steadily. */
export class RequestQuota extends Effect.Service<RequestQuota>()("@annotary/core/RequestQuota", {
  sync: () => {
    const buckets = new Map<Username, Bucket>()

    /** Counts the request of this call. Fails when there were as many requests within a minute as the limit. */
    const take = Effect.fnUntraced(function* (organization: Username, limit: number) {
      const request = Option.getOrNull(yield* Effect.serviceOption(CurrentRequest))
      if (request === null || request.organizations.has(organization)) return
      const at = yield* Clock.currentTimeMillis
      const tokens = refillBucket(buckets.get(organization), limit, at)
      const isAllowed = tokens >= 1
      buckets.delete(organization)
      buckets.set(organization, { tokens: isAllowed ? tokens - 1 : tokens, at })
      if (buckets.size > mostOrganizations)
        for (const oldest of buckets.keys()) if (buckets.delete(oldest)) break
      if (isAllowed) return void request.organizations.add(organization)
      const seconds = limit === 0 ? 60 : Math.ceil(((1 - tokens) * 60) / limit)
      return yield* new RequestsExceeded({
        quota: "requests",
        organization,
        limit,
        used: limit,
        retryAfter: Math.max(1, seconds),
      })
    })

    return { take }
  },
}) {}

const refillBucket = (bucket: Bucket | undefined, limit: number, at: number): number =>
  bucket === undefined
    ? limit
    : Math.min(limit, bucket.tokens + (Math.max(0, at - bucket.at) * limit) / minuteMillis)
