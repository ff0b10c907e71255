/** Connections to buckets, with the secret keys and the address policy of webhooks. */
import {
  type Bucket,
  BucketConnections,
  type BucketCredentials,
  type BucketPage,
  type Connections,
  SigningKeys,
} from "@annotary/core/effect"
import { type AddressPolicy, Sealer } from "@annotary/webhooks"
import { Clock, Effect, Either, Layer } from "effect"
import { makeAzureUrls } from "./azureUrls.ts"
import { checkPlace } from "./checkPlace.ts"
import { makeS3Urls } from "./s3Urls.ts"

/** The largest listing that is read: 1000 keys of 1024 bytes, escaped, and what stands around them. */
const maxListingBytes = 8 * 1024 * 1024

/** Seals with the keys that seal the secrets of webhooks; calls only addresses that webhooks may call. */
export const makeBucketConnectionsLayer = (policy: AddressPolicy) =>
  Layer.effect(
    BucketConnections,
    Effect.map(Sealer, (sealer): Connections => {
      const getSealContext = (id: string) => `bucket ${id}`
      const openUrls = (bucket: Bucket) =>
        Effect.gen(function* () {
          const seals = yield* sealer.seals
          const opened = seals.open(bucket.sealed, getSealContext(bucket.id))
          if (Either.isLeft(opened)) return null
          const credentials = parseCredentials(opened.right)
          const urls =
            bucket.kind === "azure" ? makeAzureUrls(bucket, credentials) : makeS3Urls(bucket, credentials)
          const resealed = seals.isOld(bucket.sealed)
            ? seals.seal(opened.right, getSealContext(bucket.id))
            : null
          return { urls, resealed }
        })
      return {
        check: (place, given) => checkPlace(place, given, policy),
        seal: (id, { keyId, secret }) => sealer.seal(JSON.stringify([keyId, secret]), getSealContext(id)),
        open: (bucket) =>
          Effect.map(openUrls(bucket), (found) =>
            found === null ? null : { signer: found.urls, resealed: found.resealed },
          ),
        list: (bucket, { after, limit }) =>
          Effect.gen(function* () {
            const urls = yield* openUrls(bucket)
            if (urls === null) return unsealable
            const signedAt = Math.floor((yield* Clock.currentTimeMillis) / 1000)
            return yield* listPage(urls.urls.listing(after, limit, signedAt), policy)
          }),
      }
    }),
  ).pipe(Layer.provide(Sealer.Default), Layer.provide(SigningKeys.Default))

/** Loads the client and the parser with the first listing. */
const listPage = (url: string, policy: AddressPolicy): Effect.Effect<BucketPage> =>
  Effect.gen(function* () {
    const [{ getChecked, defaultLimits, makeSystemResolver }, { parsePage }] = yield* Effect.promise(() =>
      Promise.all([import("@annotary/webhooks/dispatcher"), import("./listing.ts")]),
    )
    const limits = { ...defaultLimits, maxBodyBytes: maxListingBytes }
    return yield* getChecked(url, { policy, resolver: makeSystemResolver(policy), limits }).pipe(
      Effect.map(({ body, status }) => parsePage(status, body)),
      Effect.catchAll((failure) => Effect.succeed(refusals[failure.code] ?? unreachable)),
    )
  })

const makeRefusal = (sentence: string) => ({ refusal: sentence, status: null })

const unreachable = makeRefusal("The server of the bucket could not be reached.")
const unsealable = makeRefusal(
  "The credentials were sealed with a key that is not among the secret keys of the settings any more; enter them again.",
)
const refusals: Readonly<Record<string, BucketPage>> = {
  tls: makeRefusal("No secure connection to the server of the bucket came about."),
  timeout: makeRefusal("The server of the bucket did not answer in time."),
  too_large: makeRefusal("The listing is too large."),
}

const parseCredentials = (text: string): BucketCredentials => {
  const [keyId = "", secret = ""] = JSON.parse(text) as ReadonlyArray<string>
  return { keyId, secret }
}
