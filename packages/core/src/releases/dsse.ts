/**
 * DSSE envelopes (Dead Simple Signing Envelope, version 1.0.2): a payload with its type and signatures. A signature covers the
 * pre-authentication encoding of type and payload, so that the bytes of the payload are verified before they are parsed.
 */
import { Either, Encoding, Option } from "effect"
import type { Envelope } from "../domain/Envelope.ts"
import { joinBytes } from "../domain/joinBytes.ts"
import type { SigningKey, VerificationKey } from "../kernel/ed25519.ts"

/** The payload type of in-toto statements. */
export const inTotoType = "application/vnd.in-toto+json"

/** Signs a payload. */
export const signEnvelope = (key: SigningKey, payloadType: string, text: string): Envelope => {
  const payload = encoder.encode(text)
  return {
    payload: Encoding.encodeBase64(payload),
    payloadType,
    signatures: [
      {
        keyid: key.publicKey.kid,
        sig: Encoding.encodeBase64(key.sign(encodeForSigning(payloadType, payload))),
      },
    ],
  }
}

/** Why an envelope was refused. */
export type EnvelopeFault =
  | { readonly reason: "payload_type" | "not_base64" | "not_utf8" | "no_signature" | "bad_signature" }
  | { readonly reason: "unknown_key"; readonly keyIds: ReadonlyArray<string> }

/** The payload of an envelope that one of the keys has signed. Signatures by other keys are ignored, as DSSE asks. */
export const openEnvelope = (
  { payload, payloadType, signatures }: Envelope,
  keys: ReadonlyArray<VerificationKey>,
): Either.Either<{ readonly text: string; readonly keyId: string }, EnvelopeFault> => {
  if (payloadType !== inTotoType) return Either.left({ reason: "payload_type" })
  const bytes = decodeBase64(payload)
  if (bytes === undefined) return Either.left({ reason: "not_base64" })
  if (signatures.length === 0) return Either.left({ reason: "no_signature" })
  const candidates = signatures.flatMap(({ keyid, sig }) => {
    const key = keys.find(({ kid }) => kid === keyid)
    return key === undefined ? [] : [{ key, sig }]
  })
  if (candidates.length === 0)
    return Either.left({ reason: "unknown_key", keyIds: signatures.map(({ keyid }) => keyid) })
  const signed = encodeForSigning(payloadType, bytes)
  const signer = candidates.find(({ key, sig }) => {
    const signature = decodeBase64(sig)
    return signature !== undefined && key.verify(signed, signature)
  })
  if (signer === undefined) return Either.left({ reason: "bad_signature" })
  try {
    return Either.right({ text: decoder.decode(bytes), keyId: signer.key.kid })
  } catch {
    return Either.left({ reason: "not_utf8" })
  }
}

/** The payload of an envelope whose signature is not verified. None when it is not UTF-8 in base64. */
export const readEnvelopeText = ({ payload }: Envelope): Option.Option<string> =>
  Option.flatMap(
    Option.fromNullable(decodeBase64(payload)),
    Option.liftThrowable((bytes) => decoder.decode(bytes)),
  )

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** "DSSEv1", the type and the payload, each with its length in bytes, separated by spaces. */
const encodeForSigning = (payloadType: string, payload: Uint8Array): Uint8Array => {
  const type = encoder.encode(payloadType)
  return joinBytes([
    encoder.encode(`DSSEv1 ${type.length} `),
    type,
    encoder.encode(` ${payload.length} `),
    payload,
  ])
}

/** Only the canonical form is accepted, so that every changed character of an envelope is refused. */
const decodeBase64 = (text: string): Uint8Array | undefined => {
  const bytes = Either.getOrUndefined(Encoding.decodeBase64(text))
  return bytes !== undefined && Encoding.encodeBase64(bytes) === text ? bytes : undefined
}
