/** Secrets and headers of endpoints: made, sealed for the endpoint that they belong to, opened for its owner. */
import { InvalidInput, type Timestamp, toMillis } from "@annotary/core"
import { Effect, Either, Option } from "effect"
import {
  type Endpoint,
  maxSecrets,
  type SealedHeader,
  type SealedSecret,
  type SecretKind,
} from "./domain/Endpoint.ts"
import { WebhookConflict } from "./domain/errors.ts"
import type { EndpointId } from "./domain/ids.ts"
import { type CustomHeaders, checkHeaders } from "./headers/customHeaders.ts"
import type { SealBroken } from "./signing/SealBroken.ts"
import { Sealer } from "./signing/Sealer.ts"
import { makeSecret, readSecret } from "./signing/SigningSecret.ts"

export interface NewSecret {
  readonly kind: SecretKind
  readonly text: string | undefined
}

/** Something sealed of an endpoint that does not open: which, such as `its header authorization`, and why. */
export interface Unreadable {
  readonly what: string
  readonly error: WebhookConflict
}

export class EndpointSecrets extends Effect.Service<EndpointSecrets>()("@annotary/webhooks/EndpointSecrets", {
  effect: Effect.gen(function* () {
    const sealer = yield* Sealer

    /** A secret in use: the one that was brought along, or a new one. */
    const make = (
      id: EndpointId,
      ask: NewSecret,
      createdAt: Timestamp,
    ): Effect.Effect<SealedSecret, InvalidInput> =>
      Effect.gen(function* () {
        const secret = ask.text === undefined ? Either.right(makeSecret(ask.kind)) : readSecret(ask.text)
        if (Either.isLeft(secret)) return yield* InvalidInput.at("/secret", secret.left.message)
        const { kind, text } = secret.right
        return { kind, sealed: yield* sealer.seal(text, id), createdAt, expiresAt: null }
      })

    /** The new secret first; those before it sign until `expiresAt` at the latest, and what has expired is gone. */
    const rotated = (
      { secrets }: Endpoint,
      fresh: SealedSecret,
      at: Timestamp,
      expiresAt: Timestamp,
    ): Effect.Effect<ReadonlyArray<SealedSecret>, WebhookConflict> => {
      const old = secrets
        .map((secret) => ({ ...secret, expiresAt: earlier(secret.expiresAt, expiresAt) }))
        .filter((secret) => toMillis(secret.expiresAt) > toMillis(at))
      return old.length < maxSecrets
        ? Effect.succeed([fresh, ...old])
        : Effect.fail(new WebhookConflict({ code: "too_many_secrets" }))
    }

    /** What receivers verify with: the shared secret in use, or the public key of the pair; the private one stays here. */
    const open = ({ id, secrets: [first] }: Endpoint): Effect.Effect<string, WebhookConflict> =>
      first === undefined
        ? Effect.dieMessage("An endpoint without a secret.")
        : Effect.mapBoth(sealer.open(first.sealed, id), { onSuccess: verifiedWith, onFailure: conflictOf })

    /** Everything sealed of an endpoint that a delivery needs and that cannot be opened; each by what it is. */
    const unreadable = ({ headers, id, secrets }: Endpoint, at: Timestamp) => {
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
            onFailure: (broken) => [{ what, error: conflictOf(broken) } satisfies Unreadable],
          }),
        ),
        (found): ReadonlyArray<Unreadable> => found.flat(),
      )
    }

    /** Of the pairs that sign at the instant, the one in use first. One that cannot be opened signs nothing, and is left out. */
    const publicKeys = ({ id, secrets }: Endpoint, at: Timestamp): Effect.Effect<ReadonlyArray<string>> =>
      Effect.map(
        Effect.forEach(
          secrets.filter(({ expiresAt, kind }) => kind === "v1a" && (expiresAt === null || expiresAt > at)),
          ({ sealed }) => Effect.option(sealer.open(sealed, id)),
        ),
        (opened) => opened.flatMap(Option.toArray).map(verifiedWith),
      )

    const sealHeaders = (
      id: EndpointId,
      headers: CustomHeaders,
    ): Effect.Effect<ReadonlyArray<SealedHeader>> =>
      Effect.forEach(Object.entries(Either.getOrThrow(checkHeaders(headers))), ([name, value]) =>
        Effect.map(sealer.seal(value, id), (sealed) => ({ name, sealed })),
      )

    return { make, rotated, open, unreadable, publicKeys, sealHeaders }
  }),
}) {}

const conflictOf = ({ reason }: SealBroken): WebhookConflict =>
  new WebhookConflict({ code: reason === "unknown_key" ? "sealing_key_changed" : "sealed_secret_damaged" })

const verifiedWith = (text: string): string => {
  const secret = Either.getOrThrow(readSecret(text))
  return secret.publicKey ?? secret.text
}

const earlier = (a: Timestamp | null, b: Timestamp): Timestamp => (a === null || a > b ? b : a)
