import { Effect } from "effect"
import type { AssetId } from "../domain/Ids.ts"
import { AssetStore } from "./AssetStore.ts"
import { assetsIn } from "./assetReferences.ts"

/**
 * Keeps the assets that new texts name. A scan for unreferenced assets may have passed the place of such a text; without its mark,
 * the asset is not collected before another scan has read it.
 */
export const namedAssets = Effect.map(AssetStore, (store) => ({
  /**
   * Keeps what the texts name, in the transaction that writes them: one statement, which changes only assets with a mark. Null, so
   * that it costs no step, for texts without the URL of an asset.
   */
  keepIn: (texts: Iterable<string | null>): Effect.Effect<void> | null => {
    let ids: Set<AssetId> | undefined
    for (const text of texts) {
      if (text === null || !text.includes("assets")) continue
      const found = assetsIn(text)
      if (found.length === 0) continue
      ids ??= new Set()
      for (const id of found) ids.add(id)
    }
    // In one order: two callers with the same assets in different orders would deadlock.
    return ids === undefined ? null : store.keep([...ids].sort())
  },
}))
