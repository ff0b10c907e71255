/**
 * The secrets that sign deliveries: `whsec_` for HMAC-SHA256 (`v1`), `whsk_` for ed25519 (`v1a`). Secrets are
 * decoded once and kept as key objects, because decoding per delivery costs as much as signing.
 */
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto"
import { Either } from "effect"
import { SecretRefused } from "./SecretRefused.ts"

/**
 * The signature scheme: `v1` uses a secret shared with the receiver; for `v1a` the receiver has the public key
 * only.
 */
export type SignatureKind = "v1" | "v1a"

/** A decoded signing secret. */
export interface SigningSecret {
  readonly kind: SignatureKind
  /** The secret in canonical form, as it is shown to its owner. */
  readonly text: string
  /** The public key `whpk_…` that verifies `v1a` signatures; null for `v1`. */
  readonly publicKey: string | null
  /** Returns one entry of the signature header. */
  readonly sign: (head: string, body: Uint8Array) => string
}

const sharedPrefix = "whsec_"
const privatePrefix = "whsk_"
const publicPrefix = "whpk_"

/** Decodes a signing secret. Errors never repeat it. */
export const readSecret = (text: string): Either.Either<SigningSecret, SecretRefused> => {
  if (/^v1a?,/.test(text)) return refuseSecret("version_prefix")
  if (text.startsWith(publicPrefix)) return refuseSecret("public_key")
  const isPrivate = text.startsWith(privatePrefix)
  const encoded = isPrivate
    ? text.slice(privatePrefix.length)
    : text.startsWith(sharedPrefix)
      ? text.slice(sharedPrefix.length)
      : text
  if (encoded === "") return refuseSecret("empty")
  const bytes = decodeBase64(encoded)
  if (bytes === undefined) return refuseSecret("not_base64")
  return isPrivate ? parsePrivate(bytes) : parseShared(bytes)
}

/** Creates a secret: 32 random bytes, or a new key pair. */
export const makeSecret = (kind: SignatureKind): SigningSecret =>
  Either.getOrThrow(kind === "v1" ? parseShared(randomBytes(32)) : parsePrivate(generateSeed()))

const parseShared = (key: Buffer): Either.Either<SigningSecret, SecretRefused> =>
  key.length < 24 || key.length > 64
    ? refuseSecret("shared_length")
    : Either.right({
        kind: "v1",
        text: `${sharedPrefix}${key.toString("base64")}`,
        publicKey: null,
        sign: (head, body) => `v1,${createHmac("sha256", key).update(head).update(body).digest("base64")}`,
      })

/** 32 bytes are the seed alone; 64 are the seed and its public key, which must match. */
const parsePrivate = (bytes: Buffer): Either.Either<SigningSecret, SecretRefused> => {
  if (bytes.length !== 32 && bytes.length !== 64) return refuseSecret("private_length")
  const seed = bytes.subarray(0, 32)
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: "der", type: "pkcs8" })
  const open = exportPublic(createPublicKey(key))
  if (bytes.length === 64 && !bytes.subarray(32).equals(open)) return refuseSecret("key_pair")
  return Either.right({
    kind: "v1a",
    text: `${privatePrefix}${Buffer.concat([seed, open]).toString("base64")}`,
    publicKey: `${publicPrefix}${open.toString("base64")}`,
    sign: (head, body) => `v1a,${sign(null, joinSigned(head, body), key).toString("base64")}`,
  })
}

/** Ed25519 signs in one call, so that the body is copied here. */
const joinSigned = (head: string, body: Uint8Array): Buffer => Buffer.concat([Buffer.from(head), body])

/** The DER prefix of a 32-byte ed25519 seed (RFC 8410, section 7). */
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex")

const exportPublic = (key: KeyObject): Buffer => key.export({ format: "der", type: "spki" }).subarray(-32)

const generateSeed = (): Buffer =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "der", type: "pkcs8" }).subarray(-32)

/** Standard base64, with or without padding. Node alone would skip invalid characters. */
const decodeBase64 = (text: string): Buffer | undefined =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.replace(/=+$/, "").length % 4 !== 1
    ? Buffer.from(text, "base64")
    : undefined

const refuseSecret = (reason: SecretRefused["reason"]) => Either.left(new SecretRefused({ reason }))
