import { Context, type Effect, type Option } from "effect"
import type { Asset } from "../domain/Asset.ts"
import type { AssetId } from "../domain/Ids.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

/** The lease of an upload. */
export interface UploadLease {
  /** Identifies the uploader. */
  readonly token: string
  readonly at: Timestamp
  /** A lease that ends more than a day after the next caller's `at` has expired: see `longestLease`. */
  readonly until: Timestamp
}

/** The port for asset records. The bytes are in the BlobStore. */
export class AssetStore extends Context.Tag("@annotary/core/AssetStore")<
  AssetStore,
  {
    /** Inserts the record of a new upload. */
    readonly insert: (asset: Asset) => Effect.Effect<void>
    /** The record of an asset. */
    readonly byId: (id: AssetId) => Effect.Effect<Option.Option<Asset>>
    /**
     * Leases the upload: true for one caller at a time, only before the upload expires and before a file is stored. The lease
     * of a process that died expires.
     */
    readonly takeUpload: (id: AssetId, lease: UploadLease) => Effect.Effect<boolean>
    /** Extends the lease. False when another caller has it, or the upload was abandoned. */
    readonly renewUpload: (id: AssetId, lease: Pick<UploadLease, "token" | "until">) => Effect.Effect<boolean>
    /** Releases the lease after a failed upload. */
    readonly returnUpload: (id: AssetId, token: string) => Effect.Effect<void>
    /** Completes the upload. False when another caller has the lease, or the upload was abandoned. */
    readonly setUploaded: (
      id: AssetId,
      token: string,
      file: { readonly contentType: string; readonly sizeBytes: number; readonly at: Timestamp },
    ) => Effect.Effect<boolean>
    /**
     * Marks up to `limit` uploads without a file as abandoned when their time ended before; none of them can complete.
     * Returns their ids, on every call until they are deleted.
     */
    readonly giveUp: (before: Timestamp, limit: number) => Effect.Effect<ReadonlyArray<AssetId>>
    /** Deletes the records of abandoned uploads. */
    readonly forget: (ids: ReadonlyArray<AssetId>) => Effect.Effect<void>
  }
>() {}
