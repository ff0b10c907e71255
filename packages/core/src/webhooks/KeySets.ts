import { Effect, Encoding, Schema } from "effect"
import type { Username } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import { WebhookNotFound } from "../domain/webhooks/errors.ts"
import { type KeySet, KeySetId, type PublicKeyJwk } from "../domain/webhooks/KeySet.ts"
import { traced } from "../kernel/traced.ts"
import { EndpointSecrets } from "./EndpointSecrets.ts"
import { EndpointStore } from "./EndpointStore.ts"

const isKeySetId = Schema.is(KeySetId)

/**
 * Key sets of accounts: the public keys that verify the `v1a` signatures of an account's endpoints. Readable without
 * an API key.
 */
export class KeySets extends Effect.Service<KeySets>()("@annotary/core/KeySets", {
  effect: Effect.gen(function* () {
    const store = yield* EndpointStore
    const secrets = yield* EndpointSecrets

    /** Returns the public keys that may sign now: those in use first, then those of a rotation that still sign. */
    const get = traced("KeySets.get")(function* (id: string) {
      const endpoints = isKeySetId(id) ? yield* store.ofKeySet(id) : null
      if (endpoints === null) return yield* new WebhookNotFound({ what: "key_set" })
      const at = yield* now
      const publicKeys = yield* Effect.forEach(endpoints, (endpoint) => secrets.publicKeys(endpoint, at))
      const keys = new Map<string, PublicKeyJwk>()
      for (const key of publicKeys.flat()) keys.set(key.kid, key)
      return { keys: [...keys.values()] } satisfies KeySet
    })

    /** The id of the account's key set; created with the account's first `v1a` secret. */
    const findKeySetId = (owner: Username): Effect.Effect<KeySetId> =>
      Effect.suspend(() => store.keySet(owner, generateKeySetId()))

    return { get, findKeySetId }
  }),
}) {}

const generateKeySetId = (): KeySetId =>
  KeySetId.make(Encoding.encodeBase64Url(globalThis.crypto.getRandomValues(new Uint8Array(32))))
