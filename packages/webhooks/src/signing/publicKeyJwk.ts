/** A public key `whpk_…` as a JSON Web Key. */
import { createHash } from "node:crypto"
import type { PublicKeyJwk } from "@annotary/core/effect"

export const publicKeyJwk = (publicKey: string): PublicKeyJwk => {
  const x = Buffer.from(publicKey.slice("whpk_".length), "base64").toString("base64url")
  // RFC 7638: these members, in this order, without blanks.
  const kid = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url")
  return { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig", kid, x }
}
