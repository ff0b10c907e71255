/** Storages whose API keys are broken on purpose. */
import { Effect, type Layer, Option } from "effect"
import { ApiKeyStore } from "../../src/access/ApiKeyStore.ts"
import type { Storage } from "../../src/engine/Storage.ts"
import { but, lockless } from "./sabotage.ts"

export const brokenApiKeys: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  ["ApiKeyStore", "without a lock", lockless],
  [
    "ApiKeyStore",
    "that revokes again",
    but(ApiKeyStore, (w) => ({ revoke: (...of) => Effect.as(w.revoke(...of), true) })),
  ],
  [
    "ApiKeyStore",
    "that replaces again",
    but(ApiKeyStore, (w) => ({ replace: (...of) => Effect.as(w.replace(...of), true) })),
  ],
  [
    "ApiKeyStore",
    "that extends a key which it replaces",
    but(ApiKeyStore, (w) => ({
      find: (id) =>
        Effect.map(
          w.find(id),
          Option.map(({ key, user }) => ({
            key: key.successor === null ? key : { ...key, expiresAt: null },
            user,
          })),
        ),
    })),
  ],
  [
    "ApiKeyStore",
    "that forgets the limits of a key",
    but(ApiKeyStore, (w) => ({
      insert: (key) =>
        w.insert({ ...key, readOnly: false, datasetId: null, maxRole: null, webhooksOf: null }),
    })),
  ],
  [
    "ApiKeyStore",
    "that lists embed tokens",
    but(ApiKeyStore, (w) => ({ insert: (key) => w.insert({ ...key, embedded: false }) })),
  ],
  [
    "ApiKeyStore",
    "that forgets embed tokens too early",
    but(ApiKeyStore, (w) => ({
      forgetEmbedded: (_before, limit) => w.forgetEmbedded("9999" as typeof _before, limit),
    })),
  ],
  [
    "ApiKeyStore",
    "that notes every use",
    but(ApiKeyStore, (w) => ({ touch: (id, at) => w.touch(id, at, at) })),
  ],
]
