/** What the engine asks of storage about asset records. The bytes are in the BlobStore. */
import { Context, type Effect, type Option } from "effect"
import type { Asset } from "../domain/Asset.ts"
import type { AssetId } from "../domain/Ids.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

/** The right to upload, for as long as whoever has it is heard of. */
export interface UploadLease {
  /** Names the one who has it. */
  readonly token: string
  readonly at: Timestamp
  /** One that is more than a day after the next caller's `at` is over: see `longestLease`. */
  readonly until: Timestamp
}

export class AssetStore extends Context.Tag("@annotary/core/AssetStore")<
  AssetStore,
  {
    readonly insert: (asset: Asset) => Effect.Effect<void>
    readonly byId: (id: AssetId) => Effect.Effect<Option.Option<Asset>>
    /**
     * Takes the right to upload: true for one caller at a time, only before it expires, and not once a file has come. That of
     * a process that died is free when its lease has ended.
     */
    readonly takeUpload: (id: AssetId, lease: UploadLease) => Effect.Effect<boolean>
    /** Extends the lease; false when it is another's by now, or the upload was given up. */
    readonly renewUpload: (id: AssetId, lease: Pick<UploadLease, "token" | "until">) => Effect.Effect<boolean>
    /** Gives the right back after a failed upload. */
    readonly returnUpload: (id: AssetId, token: string) => Effect.Effect<void>
    /** False when the right is another's by now, or the upload was given up. */
    readonly setUploaded: (
      id: AssetId,
      token: string,
      file: { readonly contentType: string; readonly sizeBytes: number; readonly at: Timestamp },
    ) => Effect.Effect<boolean>
    /**
     * Gives up to `limit` uploads up whose right ended before, without a file having come: none of them comes to its end any more.
     * Answers their ids, again and again until they are forgotten.
     */
    readonly giveUp: (before: Timestamp, limit: number) => Effect.Effect<ReadonlyArray<AssetId>>
    /** Removes the records of uploads that were given up. */
    readonly forget: (ids: ReadonlyArray<AssetId>) => Effect.Effect<void>
  }
>() {}
