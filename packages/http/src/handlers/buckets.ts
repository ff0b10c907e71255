/** Private buckets of organizations. */
import { type Bucket, Buckets, toBucketJson } from "@annotary/core/effect"
import { Effect } from "effect"
import type { BucketsApi } from "../api/groups/buckets.ts"
import { noContent } from "../transport/reply/reply.ts"
import { replyCreated, replyJson, replyList } from "./answers.ts"
import { group } from "./group.ts"

export const buckets = Effect.gen(function* () {
  const service = yield* Buckets
  return group<typeof BucketsApi>({
    list: ({ path }) =>
      Effect.map(service.list(path.organization), (found) => replyList(found, toBucketJson)),
    create: ({ path, payload: { credentials, url_seconds, ...rest } }) =>
      Effect.map(
        service.create(path.organization, {
          ...rest,
          urlSeconds: url_seconds,
          credentials: toCredentials(credentials),
        }),
        (bucket) => replyCreated(toBucketJson(bucket)),
      ),
    get: ({ path }) => Effect.map(service.get(path.organization, path.bucket), replyBucket),
    update: ({ path, payload: { credentials, url_seconds, ...rest } }) =>
      Effect.map(
        service.update(path.organization, path.bucket, {
          ...rest,
          urlSeconds: url_seconds,
          credentials: credentials === undefined ? undefined : toCredentials(credentials),
        }),
        replyBucket,
      ),
    remove: ({ path }) => Effect.as(service.remove(path.organization, path.bucket), noContent),
    test: ({ path }) =>
      Effect.map(service.test(path.organization, path.bucket), (result) => replyJson(result)),
  })
})

const replyBucket = (bucket: Bucket) => replyJson(toBucketJson(bucket))

const toCredentials = ({ key_id, secret }: { readonly key_id?: string; readonly secret: string }) => ({
  keyId: key_id ?? "",
  secret,
})
