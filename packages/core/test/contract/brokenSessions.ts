/** Storages whose sessions, invitations, buckets and links to providers are broken on purpose. */
import { Effect, type Layer, Option } from "effect"
import { LinkedIdentityStore } from "../../src/access/LinkedIdentityStore.ts"
import { SessionStore } from "../../src/access/SessionStore.ts"
import { BucketStore } from "../../src/buckets/BucketStore.ts"
import { InvitationStore } from "../../src/datasets/InvitationStore.ts"
import type { Storage } from "../../src/engine/Storage.ts"
import { but, lockless } from "./sabotage.ts"

export const brokenSessions: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  ["SessionStore", "without a lock", lockless],
  [
    "SessionStore",
    "that finds no keys",
    but(SessionStore, (w) => ({
      find: (digest) =>
        Effect.map(
          w.find(digest),
          Option.map((found) => ({ ...found, apiKey: null })),
        ),
    })),
  ],
  [
    "SessionStore",
    "that notes every use",
    but(SessionStore, (w) => ({ touch: (id, at) => w.touch(id, at, at) })),
  ],
  [
    "SessionStore",
    "that deletes sessions of others",
    but(SessionStore, (w) => ({ remove: (...of) => Effect.as(w.remove(...of), true) })),
  ],
  [
    "SessionStore",
    "that keeps sessions of a key",
    but(SessionStore, () => ({ removeOfKey: () => Effect.void })),
  ],
  [
    "SessionStore",
    "that keeps sessions of a user",
    but(SessionStore, () => ({ removeOf: () => Effect.void })),
  ],
  [
    "SessionStore",
    "that keeps idle sessions",
    but(SessionStore, (w) => ({
      forget: (_idle, ended, limit) => w.forget("" as typeof ended, ended, limit),
    })),
  ],
  ["InvitationStore", "without a lock", lockless],
  [
    "InvitationStore",
    "that counts every use",
    but(InvitationStore, (w) => ({ use: (id) => Effect.as(w.use(id), true) })),
  ],
  [
    "InvitationStore",
    "that deletes invitations of other places",
    but(InvitationStore, (w) => ({ remove: (...of) => Effect.as(w.remove(...of), true) })),
  ],
  [
    "InvitationStore",
    "that keeps expired invitations",
    but(InvitationStore, () => ({ forget: () => Effect.succeed(0) })),
  ],
  ["BucketStore", "without a lock", lockless],
  [
    "BucketStore",
    "that deletes buckets of other organizations",
    but(BucketStore, (w) => ({ remove: (...of) => Effect.as(w.remove(...of), true) })),
  ],
  [
    "BucketStore",
    "that changes buckets of other organizations",
    but(BucketStore, (w) => ({ update: (bucket) => Effect.as(w.update(bucket), true) })),
  ],
  [
    "BucketStore",
    "that takes a place again",
    but(BucketStore, (w) => ({ insert: (bucket) => Effect.as(w.insert(bucket), true) })),
  ],
  [
    "BucketStore",
    "that seals replaced credentials again",
    but(BucketStore, (w) => ({ reseal: (...of) => Effect.as(w.reseal(...of), true) })),
  ],
  ["LinkedIdentityStore", "without a lock", lockless],
  [
    "LinkedIdentityStore",
    "that links again",
    but(LinkedIdentityStore, (w) => ({ insert: (link) => Effect.as(w.insert(link), true) })),
  ],
  [
    "LinkedIdentityStore",
    "that finds subjects by case",
    but(LinkedIdentityStore, (w) => ({
      find: (issuer, subject) => w.find(issuer, subject === "subject-1" ? "Subject-1" : subject),
    })),
  ],
  [
    "LinkedIdentityStore",
    "that keeps given roles",
    but(LinkedIdentityStore, () => ({ removeGivenRoles: () => Effect.void })),
  ],
]
