/** `EndpointSecrets` with the cryptography of Node. */
import { createHash } from "node:crypto"
import {
  checkHeaders,
  type Endpoint,
  EndpointSecrets,
  InvalidInput,
  type PublicKeyJwk,
  type SealBroken,
  type SealedSecret,
  type Timestamp,
  WebhookConflict,
} from "@annotary/core/effect"
import { Effect, Either, Layer, Option } from "effect"
import { Sealer } from "./Sealer.ts"
import { makeSecret, readSecret } from "./SigningSecret.ts"

type Port = typeof EndpointSecrets.Service

/** Creates, seals and opens the signing secrets and headers of endpoints. */
export const layerEndpointSecrets: Layer.Layer<EndpointSecrets, never, Sealer> = Layer.effect(
  EndpointSecrets,
  Effect.map(Sealer, (sealer) => {
    const create: Port["create"] = (id, request, createdAt) =>
      Effect.gen(function* () {
        const secret =
          request.text === undefined ? Either.right(makeSecret(request.kind)) : readSecret(request.text)
        if (Either.isLeft(secret)) return yield* InvalidInput.at("/secret", secret.left.message)
        const { kind, text } = secret.right
        return { kind, sealed: yield* sealer.seal(text, id), createdAt, expiresAt: null }
      })

    const open: Port["open"] = ({ id, secrets: [first] }) =>
      first === undefined
        ? Effect.dieMessage("An endpoint without a secret.")
        : Effect.mapBoth(sealer.open(first.sealed, id), {
            onSuccess: getVerificationKey,
            onFailure: toConflict,
          })

    const listUnreadable: Port["unreadable"] = ({ headers, id, secrets }, at) => {
      const needed = [
        ...secrets.flatMap(({ expiresAt, sealed }, index) =>
          expiresAt === null || expiresAt > at
            ? [{ what: index === 0 ? "its secret" : `its older secret ${index}`, sealed }]
            : [],
        ),
        ...headers.map(({ name, sealed }) => ({ what: `its header ${name}`, sealed })),
      ]
      return Effect.map(
        Effect.forEach(needed, ({ sealed, what }) =>
          Effect.match(sealer.open(sealed, id), {
            onSuccess: () => [],
            onFailure: (broken) => [{ what, error: toConflict(broken) }],
          }),
        ),
        (found) => found.flat(),
      )
    }

    const listPublicKeys: Port["publicKeys"] = ({ id, secrets }: Endpoint, at: Timestamp) =>
      Effect.map(
        Effect.forEach(secrets.filter(isSigningAt(at)), ({ sealed }) =>
          Effect.option(sealer.open(sealed, id)),
        ),
        (opened) => opened.flatMap(Option.toArray).map((text) => toJwk(getVerificationKey(text))),
      )

    const sealHeaders: Port["sealHeaders"] = (id, headers) =>
      Effect.forEach(Object.entries(Either.getOrThrow(checkHeaders(headers))), ([name, value]) =>
        Effect.map(sealer.seal(value, id), (sealed) => ({ name, sealed })),
      )

    return EndpointSecrets.of({
      refusal: findRefusal,
      create,
      open,
      unreadable: listUnreadable,
      publicKeys: listPublicKeys,
      sealHeaders,
    })
  }),
)

const findRefusal = (text: string): string | null =>
  Either.match(readSecret(text), { onLeft: ({ message }) => message, onRight: () => null })

const isSigningAt =
  (at: Timestamp) =>
  ({ expiresAt, kind }: SealedSecret): boolean =>
    kind === "v1a" && (expiresAt === null || expiresAt > at)

const toConflict = ({ reason }: SealBroken): WebhookConflict =>
  new WebhookConflict({ code: reason === "unknown_key" ? "sealing_key_changed" : "sealed_secret_damaged" })

const getVerificationKey = (text: string): string => {
  const secret = Either.getOrThrow(readSecret(text))
  return secret.publicKey ?? secret.text
}

/** A public key `whpk_…` as a JSON Web Key. */
const toJwk = (publicKey: string): PublicKeyJwk => {
  const x = Buffer.from(publicKey.slice("whpk_".length), "base64").toString("base64url")
  // RFC 7638: these members, in this order, without whitespace.
  const kid = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url")
  return { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig", kid, x }
}
