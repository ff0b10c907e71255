import { Clock, Effect } from "effect"
import { PermissionDenied, UrlExpired } from "../domain/errors.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { SigningKeys } from "./SigningKeys.ts"

/** A file of a release or an export. */
export interface SignedFile {
  readonly id: string
  /** Null without a file. */
  readonly sha256: string | null
}

type Kind = "release" | "export"

/**
 * Signed URLs of the files of releases and exports: HMAC over the id, the file's SHA-256 and the expiry. Everybody with a URL can
 * read the file.
 */
export class FileUrls extends Effect.Service<FileUrls>()("@annotary/core/FileUrls", {
  effect: Effect.gen(function* () {
    const keys = yield* SigningKeys
    const settings = yield* EngineSettings

    /** `{publicUrl}/releases/{uuid}/file?expires=…&token=…`. Null without a file. */
    const sign = Effect.fnUntraced(function* (kind: Kind, file: SignedFile) {
      if (file.sha256 === null) return null
      const expires = String((yield* seconds) + settings.releaseUrlSeconds)
      const token = yield* keys.sign(formatSignedText(kind, file, expires))
      return `${settings.publicUrl()}/${kind}s/${file.id}/file?expires=${expires}&token=${token}`
    })

    /** Fails unless `sign` created this token for this file and expiry, and it has not expired. */
    const verify = Effect.fnUntraced(function* (
      kind: Kind,
      file: SignedFile,
      expires: string,
      token: string,
    ) {
      const isOurs =
        /^[1-9]\d{0,11}$/.test(expires) && (yield* keys.verify(formatSignedText(kind, file, expires), token))
      if (!isOurs) return yield* new PermissionDenied()
      if (Number(expires) <= (yield* seconds)) return yield* new UrlExpired({ resource: kind })
    })

    return { sign, verify }
  }),
}) {
  static readonly dependencies = [SigningKeys] as const
}

const seconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

const formatSignedText = (kind: Kind, { id, sha256 }: SignedFile, expires: string) =>
  `${kind}-file\n${id}\n${sha256}\n${expires}`
