/** The settings of assets. */
import { makeChoice, makeInteger, makeSetting } from "./Setting.ts"

export const assetSettings = {
  assetKeepDays: makeSetting(
    "ANNOTARY_ASSET_KEEP_DAYS",
    makeInteger(0, 36_500),
    "30",
    "How long assets are kept that no sample, label, release or readme names, since that was found; 0 for ever.",
  ),
  assetUrls: makeSetting(
    "ANNOTARY_ASSET_URLS",
    makeChoice("permanent", "signed"),
    "permanent",
    "Whether whoever has the URL of an asset reads it, or only with a signature that the API adds to URLs in its responses.",
  ),
  assetUrlSeconds: makeSetting(
    "ANNOTARY_ASSET_URL_SECONDS",
    makeInteger(1, 604_800),
    "3600",
    "How long a signed URL of an asset stays the same; it is valid for one to two times as long.",
  ),
} as const
