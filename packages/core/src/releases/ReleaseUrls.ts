import { Clock, Effect } from "effect"
import { PermissionDenied, UrlExpired } from "../domain/errors.ts"
import type { Release } from "../domain/Release.ts"
import { EngineSettings } from "../engine/EngineSettings.ts"
import { SigningKeys } from "./SigningKeys.ts"

/**
 * Signed URLs of release files: HMAC over the release id, the file's SHA-256 and the expiry. Everybody with a URL can read
 * the file.
 */
export class ReleaseUrls extends Effect.Service<ReleaseUrls>()("@annotary/core/ReleaseUrls", {
  effect: Effect.gen(function* () {
    const keys = yield* SigningKeys
    const settings = yield* EngineSettings

    /** `{publicUrl}/releases/{uuid}/file?expires=…&token=…`. Null without a file. */
    const sign = Effect.fnUntraced(function* (release: Release) {
      if (release.sha256 === null) return null
      const expires = String((yield* seconds) + settings.releaseUrlSeconds)
      const token = yield* keys.sign(signed(release, expires))
      return `${settings.publicUrl()}/releases/${release.id}/file?expires=${expires}&token=${token}`
    })

    /** Fails unless `sign` created this token for this release and expiry, and it has not expired. */
    const verify = Effect.fnUntraced(function* (release: Release, expires: string, token: string) {
      const isOurs = /^[1-9]\d{0,11}$/.test(expires) && (yield* keys.verify(signed(release, expires), token))
      if (!isOurs) return yield* new PermissionDenied()
      if (Number(expires) <= (yield* seconds)) return yield* new UrlExpired({ resource: "release" })
    })

    return { sign, verify }
  }),
}) {}

const seconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

const signed = (release: Release, expires: string) =>
  `release-file\n${release.id}\n${release.sha256}\n${expires}`
