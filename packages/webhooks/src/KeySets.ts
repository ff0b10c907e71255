/** Key sets of accounts: the public keys that `v1a` signatures of any of its endpoints verify with. Nobody needs a key to read one. */
import { randomBytes } from "node:crypto"
import type { Username } from "@annotary/core"
import { now } from "@annotary/core/effect"
import { Effect, Schema } from "effect"
import { WebhookNotFound } from "./domain/errors.ts"
import { type KeySet, KeySetId, type PublicKeyJwk } from "./domain/KeySet.ts"
import { EndpointSecrets } from "./EndpointSecrets.ts"
import { EndpointStore } from "./ports/EndpointStore.ts"
import { publicKeyJwk } from "./signing/publicKeyJwk.ts"

const isKeySetId = Schema.is(KeySetId)

export class KeySets extends Effect.Service<KeySets>()("@annotary/webhooks/KeySets", {
  effect: Effect.gen(function* () {
    const store = yield* EndpointStore
    const secrets = yield* EndpointSecrets

    /** The keys that may sign now: the one in use of each endpoint first, then those of a rotation that still sign beside it. */
    const get = Effect.fn("KeySets.get")(function* (id: string) {
      const endpoints = isKeySetId(id) ? yield* store.ofKeySet(id) : null
      if (endpoints === null) return yield* new WebhookNotFound({ what: "key_set" })
      const at = yield* now
      const found = yield* Effect.forEach(endpoints, (endpoint) => secrets.publicKeys(endpoint, at))
      const keys = new Map<string, PublicKeyJwk>()
      for (const key of found.flat().map(publicKeyJwk)) keys.set(key.kid, key)
      return { keys: [...keys.values()] } satisfies KeySet
    })

    /** The id of the account's key set; created with the account's first `v1a` secret. */
    const idOf = (owner: Username): Effect.Effect<KeySetId> =>
      Effect.suspend(() => store.keySet(owner, KeySetId.make(randomBytes(32).toString("base64url"))))

    return { get, idOf }
  }),
}) {}
