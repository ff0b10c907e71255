import { Context, type Effect, type Option } from "effect"
import type { Asset } from "../domain/Asset.ts"
import type { AssetId, DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

/** The lease of an upload. */
export interface UploadLease {
  /** Identifies the uploader. */
  readonly token: string
  readonly at: Timestamp
  /** A lease that ends more than a day after the next caller's `at` has expired: see `longestLease`. */
  readonly until: Timestamp
}

/** Progress of a scan for assets that nothing names. */
export interface AssetScan {
  readonly startedAt: Timestamp
  /** The last dataset that was read; null when all of them were, and the scan is over. */
  readonly after: string | null
}

/** An asset that nobody can read any more. */
export interface DiscardedAsset {
  readonly id: AssetId
  /** The dataset that it counted for. */
  readonly countedFor: DatasetId | null
}

/** A page of assets in the order of their ids. */
export interface AssetPage {
  readonly after: AssetId | null
  readonly limit: number
}

/** A page of a person's assets, from the newest to the oldest. */
export interface OwnAssetPage {
  /** The last id of the previous page; null for the first one. */
  readonly before: AssetId | null
  readonly limit: number
}

/** The port for asset records. The bytes are in the BlobStore. */
export class AssetStore extends Context.Tag("@annotary/core/AssetStore")<
  AssetStore,
  {
    /** Inserts the record of a new upload. */
    readonly insert: (asset: Asset) => Effect.Effect<void>
    /** The record of an asset. */
    readonly byId: (id: AssetId) => Effect.Effect<Option.Option<Asset>>
    /** A page of the assets with a file that a person has uploaded, in descending order of their ids. */
    readonly ofCreator: (creator: Username, page: OwnAssetPage) => Effect.Effect<ReadonlyArray<Asset>>
    /**
     * Leases the upload: true for one caller at a time, only before the upload expires and before a file is stored. The lease
     * of a process that died expires.
     */
    readonly takeUpload: (id: AssetId, lease: UploadLease) => Effect.Effect<boolean>
    /** Moves the expiry of an upload. False when a file is stored, or the upload was abandoned. */
    readonly extendUpload: (id: AssetId, expiresAt: Timestamp) => Effect.Effect<boolean>
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
     * Marks up to `limit` uploads without a file as abandoned when their time ended before, those that ended first; none of them
     * can complete. Returns their ids, on every call until they are deleted.
     */
    readonly giveUp: (before: Timestamp, limit: number) => Effect.Effect<ReadonlyArray<AssetId>>
    /** Deletes the records of abandoned uploads. */
    readonly forget: (ids: ReadonlyArray<AssetId>) => Effect.Effect<void>
    /**
     * Marks assets as unreferenced since `at`: of a page of those with a file, those that have no mark and got their file before.
     * Returns the last id of the page; null after the last page.
     */
    readonly mark: (at: Timestamp, page: AssetPage) => Effect.Effect<AssetId | null>
    /** Marks an asset with a file as unreferenced since `at`, unless it has a mark. Returns its mark; null without a file. */
    readonly markOne: (id: AssetId, at: Timestamp) => Effect.Effect<Timestamp | null>
    /**
     * Removes the marks of these assets. Assets without a mark are not written, but no concurrent call marks them before the
     * transaction ends.
     */
    readonly keep: (ids: ReadonlyArray<AssetId>) => Effect.Effect<void>
    /**
     * Removes the marks of these assets, like `keep`, and counts for the dataset those with a file that count for no live dataset yet.
     * Returns the bytes of the latter. Of concurrent callers, one counts an asset.
     */
    readonly count: (ids: ReadonlyArray<AssetId>, dataset: DatasetId) => Effect.Effect<number>
    /** A page of the assets that were marked before. */
    readonly marked: (before: Timestamp, page: AssetPage) => Effect.Effect<ReadonlyArray<Asset>>
    /**
     * Turns assets with a file into abandoned uploads, so that nobody can read them and `giveUp` returns them until they are deleted:
     * those that still have such a mark, or all of them. Returns their ids, and the datasets that they counted for. Against a
     * concurrent `keep`, one of the two does nothing.
     */
    readonly discard: (
      ids: ReadonlyArray<AssetId>,
      mark: { readonly before: Timestamp } | { readonly at: Timestamp } | null,
    ) => Effect.Effect<ReadonlyArray<DiscardedAsset>>
    /** The last scan; none before the first one. */
    readonly scan: Effect.Effect<Option.Option<AssetScan>>
    /** Replaces the last scan. */
    readonly saveScan: (scan: AssetScan) => Effect.Effect<void>
  }
>() {}
