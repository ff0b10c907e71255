import { Clock, Effect } from "effect"
import { KnownUsers } from "../access/KnownUsers.ts"
import type { Bucket } from "../domain/Bucket.ts"
import { nameKey, type Username } from "../domain/Names.ts"
import { Transaction } from "../storage/Transaction.ts"
import { BucketConnections, type BucketSigner } from "./BucketConnections.ts"
import { BucketStore } from "./BucketStore.ts"
import { findCoveringBucket, formatObjectUrl, readObjectUrl } from "./bucketUrl.ts"

/** Signs URLs with the buckets of one organization, at one instant. */
export interface ObjectUrls {
  /** The signed URL; null for URLs that no bucket of the organization covers. */
  readonly signed: (url: string) => string | null
  /** The URL without a signature; null for URLs that no bucket of the organization signed. */
  readonly bare: (url: string) => string | null
}

interface Opened extends Bucket {
  readonly signer: BucketSigner
}

interface Remembered {
  readonly buckets: ReadonlyArray<Opened>
  readonly until: number
}

/** Longest time for which changes in other processes stay unnoticed. */
const rememberedMillis = 5000

/** Bounds the memory. */
const capacity = 1000

/**
 * Signed URLs of objects in private buckets. Texts are stored with URLs such as `s3://bucket/key`; hosts replace them where they
 * show a sample to whoever may see it, with the buckets of the organization that owns its dataset at that time.
 */
export class BucketUrls extends Effect.Service<BucketUrls>()("@annotary/core/BucketUrls", {
  effect: Effect.gen(function* () {
    const store = yield* BucketStore
    const connections = yield* BucketConnections
    const users = yield* KnownUsers
    const { inside } = yield* Transaction
    const cached = new Map<string, Remembered>()
    let generation = 0

    const open = (bucket: Bucket): Effect.Effect<ReadonlyArray<Opened>> =>
      Effect.gen(function* () {
        const opened = yield* connections.open(bucket)
        if (opened === null) {
          yield* Effect.logError(
            "The credentials of a bucket cannot be opened; its URLs are not signed.",
          ).pipe(Effect.annotateLogs({ bucket: bucket.id, organization: bucket.organization }))
          return []
        }
        const { resealed, signer } = opened
        if (resealed !== null) yield* store.reseal(bucket.id, bucket.sealed, resealed)
        return [{ ...bucket, signer }]
      })

    const listBuckets = (owner: string) =>
      Effect.gen(function* () {
        const millis = yield* Clock.currentTimeMillis
        const before = generation
        const remembered = cached.get(nameKey(owner))
        if (remembered !== undefined && remembered.until > millis) return remembered.buckets
        // Cast: names of people, who have no buckets, are compared with those of organizations.
        const rows = yield* store.list(owner as Username)
        const buckets = (yield* Effect.forEach(rows, open)).flat()
        if (before === generation && !(yield* inside)) {
          if (cached.size >= capacity) cached.clear()
          cached.set(nameKey(owner), { buckets, until: millis + rememberedMillis })
        }
        return buckets
      })

    /** The URLs of an owner of datasets, as of now; null for owners without buckets. Checks no permissions. */
    const findSigner = (owner: string): Effect.Effect<ObjectUrls | null> =>
      Effect.gen(function* () {
        const buckets = yield* listBuckets(owner)
        if (buckets.length === 0) return null
        const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
        return {
          signed: (url) => {
            const place = readObjectUrl(url)
            const bucket = place === null ? undefined : findCoveringBucket(buckets, place)
            if (place === null || bucket === undefined) return null
            const { urlSeconds } = bucket
            // The same for that time, so that caches keep the object.
            const signedAt = Math.floor(seconds / urlSeconds) * urlSeconds
            return bucket.signer.sign(place.key, signedAt, 2 * urlSeconds)
          },
          bare: (url) => {
            for (const bucket of buckets) {
              const key = bucket.signer.keyOf(url)
              if (key !== null) return formatObjectUrl(bucket, key)
            }
            return null
          },
        }
      })

    /** As `of`, for a name in another case. */
    const findAccountSigner = (name: string): Effect.Effect<ObjectUrls | null> =>
      Effect.flatMap(users.findAmong([name]), (found) => {
        const owner = found.get(nameKey(name))
        return owner === undefined ? Effect.succeed(null) : findSigner(owner)
      })

    /** Forgets what is remembered, after a change in this process. */
    const changed = Effect.sync(() => {
      generation += 1
      cached.clear()
    })

    return { findSigner, ofAccount: findAccountSigner, changed }
  }),
}) {
  static readonly dependencies = [KnownUsers] as const
}
