/** The settings of assets. */
import { integer, oneOf, setting } from "./Setting.ts"

export const assetSettings = {
  assetKeepDays: setting(
    "ANNOTARY_ASSET_KEEP_DAYS",
    integer(0, 36_500),
    "30",
    "How long assets are kept that no sample, label, release or readme names, since that was found; 0 for ever.",
  ),
  assetUrls: setting(
    "ANNOTARY_ASSET_URLS",
    oneOf("permanent", "signed"),
    "permanent",
    "Whether whoever has the URL of an asset reads it, or only with a signature that the API adds to URLs in its responses.",
  ),
  assetUrlSeconds: setting(
    "ANNOTARY_ASSET_URL_SECONDS",
    integer(1, 604_800),
    "3600",
    "How long a signed URL of an asset stays the same; it is valid for one to two times as long.",
  ),
} as const
