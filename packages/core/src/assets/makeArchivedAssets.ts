import { Effect, Option, type Stream } from "effect"
import type { Asset } from "../domain/Asset.ts"
import type { AssetRecord } from "../domain/archive/otherRecords.ts"
import { computeSha256Hex, isSameDigest } from "../domain/digest.ts"
import { Conflict } from "../domain/errors.ts"
import type { AssetId, DatasetId } from "../domain/Ids.ts"
import { fromMillis, now, toMillis } from "../domain/Timestamp.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { AssetStore } from "./AssetStore.ts"
import { formatAssetKey } from "./assetKey.ts"
import { generateToken } from "./newAsset.ts"

/** Assets in archives: found by their URLs, and restored under the same ids. Checks no permissions. */
export const makeArchivedAssets = Effect.gen(function* () {
  const store = yield* AssetStore
  const blobs = yield* BlobStore

  /** The asset of that id and read token, if it has a file. */
  const find = (id: AssetId, token: string): Effect.Effect<Option.Option<AssetRecord>> =>
    Effect.map(
      store.byId(id),
      Option.flatMap(({ unreferencedSince: _, uploadDigest: __, uploadExpiresAt: ___, ...asset }) => {
        const { contentType, readDigest, sizeBytes, uploadedAt } = asset
        if (contentType === null || sizeBytes === null || uploadedAt === null) return Option.none()
        const isRead = isSameDigest(computeSha256Hex(token), readDigest)
        return isRead ? Option.some({ ...asset, contentType, sizeBytes, uploadedAt }) : Option.none()
      }),
    )

  /**
   * Prepares an asset: as an upload of a few days that nobody else can carry out, so that an attempt that dies leaves what the
   * cleanup of uploads removes; the next attempt continues it. `kept`: this asset exists. `taken`: its id is that of another one.
   */
  const begin = Effect.fnUntraced(function* (record: AssetRecord) {
    const uploadExpiresAt = fromMillis(toMillis(yield* now) + restoreMillis)
    const before = Option.getOrUndefined(yield* store.byId(record.id))
    if (before !== undefined) {
      if (before.uploadedAt !== null) return isSame(before, record) ? "kept" : "taken"
      if (!isSameDigest(before.readDigest, record.readDigest)) return "taken"
      if (yield* store.extendUpload(record.id, uploadExpiresAt)) return "new"
      // It was completed, or its cleanup is about to remove it.
      return yield* new Conflict({ code: "changed_meanwhile" })
    }
    const { createdAt, createdBy, filename, id, readDigest } = record
    yield* store.insert({
      id,
      filename,
      createdAt,
      createdBy,
      readDigest,
      contentType: null,
      sizeBytes: null,
      uploadedAt: null,
      uploadDigest: computeSha256Hex(generateToken()),
      uploadExpiresAt,
      unreferencedSince: null,
    })
    return "new"
  })

  /** Stores the file of an asset that is `new`. */
  const put = <E, R>(id: AssetId, bytes: Stream.Stream<Uint8Array, E, R>) =>
    blobs.put(formatAssetKey(id), bytes)

  /**
   * Makes an asset readable whose file was stored, in the caller's transaction. Another restore may have done so meanwhile. False
   * when it took too long.
   */
  const complete = Effect.fnUntraced(function* (record: AssetRecord) {
    const { contentType, id, sizeBytes, uploadedAt } = record
    const token = globalThis.crypto.randomUUID()
    const at = yield* now
    const until = fromMillis(toMillis(at) + leaseMillis)
    if (yield* store.takeUpload(id, { token, at, until }))
      return yield* store.setUploaded(id, token, { contentType, sizeBytes, at: uploadedAt })
    return Option.exists(yield* store.byId(id), (there) => isSame(there, record))
  })

  /** Keeps assets that existed before, in the caller's transaction. False when one of them was deleted meanwhile. */
  const keep = Effect.fnUntraced(function* (ids: ReadonlyArray<AssetId>) {
    yield* store.keep(ids)
    for (const id of ids)
      if (!Option.exists(yield* store.byId(id), ({ uploadedAt }) => uploadedAt !== null)) return false
    return true
  })

  /** Counts the bytes of the restored assets for the dataset, in the caller's transaction. */
  const count = (dataset: DatasetId, ids: ReadonlyArray<AssetId>): Effect.Effect<void> =>
    Effect.asVoid(store.count([...ids].sort(), dataset))

  return { find, begin, put, complete, keep, count }
})

/** Whether an asset that exists is that of the archive. */
const isSame = (there: Asset, { readDigest, sizeBytes }: AssetRecord): boolean =>
  there.uploadedAt !== null && there.sizeBytes === sizeBytes && isSameDigest(there.readDigest, readDigest)

/** Longest time of a restore. */
const restoreMillis = 3 * 24 * 3600 * 1000
const leaseMillis = 60_000
