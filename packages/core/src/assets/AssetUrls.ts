import { Clock, Effect } from "effect"
import { PermissionDenied, UrlExpired } from "../domain/errors.ts"
import type { AssetId } from "../domain/Ids.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { SigningKeys } from "../releases/SigningKeys.ts"
import { parseToken } from "./newAsset.ts"

/** Query of a signed URL of an asset. */
export interface AssetSignature {
  /** Seconds since 1970. */
  readonly expires: string
  readonly signature: string
}

/** Signs the URLs of assets with an id and a read token. */
export type SignAssetUrl = (id: string, token: string) => AssetSignature

/**
 * Signed URLs of assets, for engines whose setting `assetUrls` is `formatSignedText`: HMAC over the id, the read token and the expiry. Texts
 * are stored with URLs without a signature, which read nothing then; hosts add it where they show texts.
 */
export class AssetUrls extends Effect.Service<AssetUrls>()("@annotary/core/AssetUrls", {
  effect: Effect.gen(function* () {
    const keys = yield* SigningKeys
    const { assetUrlSeconds, assetUrls } = yield* EngineSettings

    /**
     * Signs as of now; null when URLs need no signature. A URL is the same for the time of the setting, so that browsers keep the
     * file, and valid for one to two times as long.
     */
    const signer: Effect.Effect<SignAssetUrl | null> =
      assetUrls === "permanent"
        ? Effect.succeed(null)
        : Effect.gen(function* () {
            const sign = yield* keys.signer
            const expires = String((Math.floor((yield* seconds) / assetUrlSeconds) + 2) * assetUrlSeconds)
            return (id, token) => ({ expires, signature: sign(formatSignedText(id, token, expires)) })
          })

    /**
     * Fails unless `signer` has signed this URL and it has not expired; `segment` is the last one of its path. Returns for how many
     * seconds it stays valid; null when URLs need no signature, and every URL passes.
     */
    const verify = Effect.fnUntraced(function* (
      id: AssetId,
      segment: string,
      { expires, signature }: AssetSignature,
    ) {
      if (assetUrls === "permanent") return null
      const token = parseToken(segment)
      const isOurs =
        /^[1-9]\d{0,11}$/.test(expires) &&
        (yield* keys.verify(formatSignedText(id, token, expires), signature))
      if (!isOurs) return yield* new PermissionDenied()
      const left = Number(expires) - (yield* seconds)
      return left > 0 ? left : yield* new UrlExpired({ resource: "asset file" })
    })

    return { signer, verify, areSigned: assetUrls === "signed" }
  }),
}) {
  static readonly dependencies = [SigningKeys] as const
}

const seconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

const formatSignedText = (id: string, token: string, expires: string) =>
  `asset-url\n${id}\n${token}\n${expires}`
