import { Effect, Option } from "effect"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import type { AssetId, DatasetId } from "../domain/Ids.ts"
import { AssetStore } from "./AssetStore.ts"
import { findAssetIds } from "./assetReferences.ts"

/**
 * Keeps the assets that new texts name, and counts them for the dataset. A scan for unreferenced assets may have passed the place of such
 * a text; without its mark, the asset is not collected before another scan has read it.
 */
export const namedAssets = Effect.map(Effect.all([AssetStore, QuotaCounter]), ([store, quota]) => {
  /**
   * Keeps what the texts name, in the transaction that writes them, and returns the bytes of the files that no dataset named before:
   * count them against the quota of the owner. Null, so that it costs no step, for texts without the URL of an asset.
   */
  const keepIn = (dataset: DatasetId, texts: Iterable<string | null>): Effect.Effect<number> | null => {
    let ids: Set<AssetId> | undefined
    for (const text of texts) {
      if (text === null || !text.includes("assets")) continue
      const assetIds = findAssetIds(text)
      if (assetIds.length === 0) continue
      ids ??= new Set()
      for (const id of assetIds) ids.add(id)
    }
    // In one order: two callers with the same assets in different orders would deadlock.
    return ids === undefined ? null : store.count([...ids].sort(), dataset)
  }

  /** The bytes of the files that a text names and the earlier texts do not. */
  const measureNew = Effect.fnUntraced(function* (text: string | null, earlier: Iterable<string | null>) {
    const ids = new Set(text === null ? [] : findAssetIds(text))
    for (const before of earlier) if (before !== null) for (const id of findAssetIds(before)) ids.delete(id)
    let bytes = 0
    for (const id of ids) bytes += Option.getOrNull(yield* store.byId(id))?.sizeBytes ?? 0
    return bytes
  })

  /** Keeps what the texts name. Their files count, but are not refused: readmes and issues need none that a sample does not name. */
  const noteIn = (dataset: DatasetId, texts: Iterable<string | null>): Effect.Effect<void> | null => {
    const keepAssets = keepIn(dataset, texts)
    return keepAssets === null
      ? null
      : Effect.flatMap(keepAssets, (bytes) => (bytes > 0 ? quota.recountOwners([dataset]) : Effect.void))
  }

  return { keepIn, measureNew, noteIn }
})
