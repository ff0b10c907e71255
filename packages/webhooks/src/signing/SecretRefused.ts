/** Why a signing secret cannot be used. The messages never repeat it. */
import { Schema } from "effect"

const sentences = {
  empty: "A signing secret must not be empty.",
  version_prefix: "A signing secret starts with whsec_ or whsk_; v1, and v1a, stand before signatures only.",
  public_key: "This is a public key; a signing secret starts with whsec_ or whsk_.",
  not_base64: "A signing secret is base64 behind whsec_ or whsk_.",
  shared_length: "A whsec_ secret holds 24 to 64 bytes.",
  private_length: "A whsk_ secret holds 64 bytes: seed and public key; or the 32 of the seed.",
  key_pair: "The two halves of the whsk_ secret do not belong together.",
} as const

/** A signing secret cannot be used. The message says why and never repeats the secret. */
export class SecretRefused extends Schema.TaggedError<SecretRefused>()("SecretRefused", {
  reason: Schema.Literal(
    "empty",
    "version_prefix",
    "public_key",
    "not_base64",
    "shared_length",
    "private_length",
    "key_pair",
  ),
}) {
  override get message() {
    return sentences[this.reason]
  }
}
