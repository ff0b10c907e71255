import type { AssetId } from "../domain/Ids.ts"

/** The key of an asset's file in the file store. */
export const formatAssetKey = (id: AssetId): string => `assets/${id}`
