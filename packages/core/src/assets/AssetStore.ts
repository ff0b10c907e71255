/** What the engine asks of storage about asset records. The bytes are in the BlobStore. */
import { Context, type Effect, type Option } from "effect"
import type { Asset } from "../domain/Asset.ts"
import type { AssetId } from "../domain/Ids.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

export class AssetStore extends Context.Tag("@annotary/core/AssetStore")<
  AssetStore,
  {
    readonly insert: (asset: Asset) => Effect.Effect<void>
    readonly byId: (id: AssetId) => Effect.Effect<Option.Option<Asset>>
    /** Takes the right to upload: true for exactly one caller, and only before it expires. */
    readonly takeUpload: (id: AssetId, at: Timestamp) => Effect.Effect<boolean>
    /** Gives the right back after a failed upload. */
    readonly returnUpload: (id: AssetId) => Effect.Effect<void>
    /** False when the upload was given up meanwhile. */
    readonly setUploaded: (
      id: AssetId,
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
