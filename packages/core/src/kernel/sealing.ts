/**
 * Sealing of secrets in the database: AES-256-GCM under keys derived from the server's secret keys. The first
 * key seals, all of them open. Sealed text names its key and opens only in the place that it was sealed for.
 */
import { Either, Encoding, Schema } from "effect"
import { computeSha256Hex } from "../domain/digest.ts"
import { joinBytes } from "../domain/joinBytes.ts"
import { requireNodeCrypto } from "./nodeCrypto.ts"

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
    seal: (text, place) =>
      `${form}.${sealing.id}.${Encoding.encodeBase64Url(encrypt(sealing.bytes, text, place))}`,
    open: (sealed, place) => {
      const [version, id = "", packed = ""] = sealed.split(".")
      if (version !== form) return Either.left(new SealBroken({ reason: "damaged" }))
      const key = keysById.get(id)
      if (key === undefined) return Either.left(new SealBroken({ reason: "unknown_key" }))
      return Either.try({
        try: () => decrypt(key.bytes, Either.getOrThrow(Encoding.decodeBase64Url(packed)), place),
        catch: () => new SealBroken({ reason: "damaged" }),
      })
    },
    isOld: (sealed) => sealed.split(".")[1] !== sealing.id,
  }
}

const form = "sealed1"
const nonceLength = 12
const tagLength = 16
const encoder = new TextEncoder()

interface SealingKey {
  readonly id: string
  readonly bytes: Uint8Array
}

/** Derived, because the server's keys sign URLs too and the two uses must not share a key. */
const deriveSealingKey = (key: Uint8Array): SealingKey => {
  // Endpoints were sealed first, so that the name of the use speaks of webhooks.
  const bytes = new Uint8Array(
    requireNodeCrypto().hkdfSync("sha256", key, "", "annotary/webhooks/sealing", 32),
  )
  const id = computeSha256Hex(joinBytes([encoder.encode("annotary/webhooks/key-id"), bytes])).slice(0, 16)
  return { id, bytes }
}

const encrypt = (key: Uint8Array, text: string, place: string): Uint8Array => {
  const nonce = globalThis.crypto.getRandomValues(new Uint8Array(nonceLength))
  const cipher = requireNodeCrypto().createCipheriv("aes-256-gcm", key, nonce)
  cipher.setAAD(encoder.encode(place))
  const encrypted = [cipher.update(encoder.encode(text)), cipher.final()]
  return joinBytes([nonce, ...encrypted, cipher.getAuthTag()])
}

const decrypt = (key: Uint8Array, packed: Uint8Array, place: string): string => {
  const tagAt = packed.length - tagLength
  const decipher = requireNodeCrypto().createDecipheriv("aes-256-gcm", key, packed.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
  decipher.setAAD(encoder.encode(place))
  decipher.setAuthTag(packed.subarray(tagAt))
  return new TextDecoder().decode(
    joinBytes([decipher.update(packed.subarray(nonceLength, tagAt)), decipher.final()]),
  )
}
