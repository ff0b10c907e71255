/** The settings of assets. */
import { makeChoice, makeInteger, makeSetting } from "./Setting.ts"

export const assetSettings = {
  assetKeepDays: makeSetting(
    "ANNOTARY_ASSET_KEEP_DAYS",
    makeInteger(0, 36_500),
    "30",
    "How long unreferenced assets are kept after a scan found that no sample, label, release or readme references them; 0 keeps them forever.",
  ),
  assetUrls: makeSetting(
    "ANNOTARY_ASSET_URLS",
    makeChoice("permanent", "signed"),
    "permanent",
    "Access to assets by URL: `permanent` for anyone with the URL, `signed` only with a signature that the API adds to URLs in its responses.",
  ),
  assetUrlSeconds: makeSetting(
    "ANNOTARY_ASSET_URL_SECONDS",
    makeInteger(1, 604_800),
    "3600",
    "How long a signed URL of an asset stays the same; it is valid for one to two times as long.",
  ),
} as const
