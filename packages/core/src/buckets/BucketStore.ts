import { Context, type Effect, type Option } from "effect"
import type { Bucket } from "../domain/Bucket.ts"
import type { BucketId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"

/** The port for buckets of organizations. One organization has one row for each kind, account, name and prefix. */
export class BucketStore extends Context.Tag("@annotary/core/BucketStore")<
  BucketStore,
  {
    /** Inserts the bucket. False when the organization has one of this kind, account, name and prefix. */
    readonly insert: (bucket: Bucket) => Effect.Effect<boolean>
    /** A bucket of the organization. */
    readonly get: (organization: Username, id: BucketId) => Effect.Effect<Option.Option<Bucket>>
    /** The buckets of the organization, oldest first. */
    readonly list: (organization: Username) => Effect.Effect<ReadonlyArray<Bucket>>
    /** Replaces the row of the same organization and id. False when there is none. */
    readonly update: (bucket: Bucket) => Effect.Effect<boolean>
    /** Replaces the sealed credentials, unless they are others than `from` by now. */
    readonly reseal: (id: BucketId, from: string, to: string) => Effect.Effect<boolean>
    /** Deletes the bucket. False when there is no such bucket of the organization. */
    readonly remove: (organization: Username, id: BucketId) => Effect.Effect<boolean>
  }
>() {}
