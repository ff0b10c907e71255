/**
 * Sealing of secrets in the database: AES-256-GCM under keys derived from the server's secret keys. The first
 * key seals, all of them open. Sealed text names its key and opens only in the place that it was sealed for.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto"
import { Either, Schema } from "effect"

/** A sealed secret cannot be opened. */
export class SealBroken extends Schema.TaggedError<SealBroken>()("SealBroken", {
  reason: Schema.Literal("unknown_key", "damaged"),
}) {
  override get message() {
    return this.reason === "unknown_key"
      ? "A secret was sealed with a key that is not among the secret keys of the settings any more."
      : "A sealed secret is damaged, or was sealed for another place."
  }
}

/** Seals and opens texts with a list of keys. */
export interface Seals {
  /** `place` names the owner of the secret, such as an endpoint's id. The sealed text opens in that place only. */
  readonly seal: (text: string, place: string) => string
  readonly open: (sealed: string, place: string) => Either.Either<string, SealBroken>
  /** Whether the text was sealed with another key than the first and should be sealed again. */
  readonly isOld: (sealed: string) => boolean
}

/** The keys have 32 bytes each, as in `ANNOTARY_SECRET_KEYS`; at least one is needed. */
export const makeSeals = (keys: readonly [Uint8Array, ...ReadonlyArray<Uint8Array>]): Seals => {
  const [first, ...others] = keys
  const sealing = deriveSealingKey(first)
  const keysById = new Map([sealing, ...others.map(deriveSealingKey)].map((key) => [key.id, key]))
  return {
    seal: (text, place) => {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv("aes-256-gcm", sealing.bytes, nonce).setAAD(Buffer.from(place))
      const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
      const packed = Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString("base64url")
      return `${form}.${sealing.id}.${packed}`
    },
    open: (sealed, place) => {
      const [version, id = "", packed = ""] = sealed.split(".")
      if (version !== form) return Either.left(new SealBroken({ reason: "damaged" }))
      const key = keysById.get(id)
      if (key === undefined) return Either.left(new SealBroken({ reason: "unknown_key" }))
      return Either.try({
        try: () => decrypt(key.bytes, Buffer.from(packed, "base64url"), place),
        catch: () => new SealBroken({ reason: "damaged" }),
      })
    },
    isOld: (sealed) => sealed.split(".")[1] !== sealing.id,
  }
}

const form = "sealed1"
const nonceLength = 12
const tagLength = 16

interface SealingKey {
  readonly id: string
  readonly bytes: Buffer
}

/** Derived, because the server's keys sign URLs too and the two uses must not share a key. */
const deriveSealingKey = (key: Uint8Array): SealingKey => {
  const bytes = Buffer.from(hkdfSync("sha256", key, "", "annotary/webhooks/sealing", 32))
  const id = createHash("sha256").update("annotary/webhooks/key-id").update(bytes).digest("hex").slice(0, 16)
  return { id, bytes }
}

const decrypt = (key: Buffer, packed: Buffer, place: string): string => {
  const tagAt = packed.length - tagLength
  const decipher = createDecipheriv("aes-256-gcm", key, packed.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
    .setAAD(Buffer.from(place))
    .setAuthTag(packed.subarray(tagAt))
  return decipher.update(packed.subarray(nonceLength, tagAt), undefined, "utf8") + decipher.final("utf8")
}
