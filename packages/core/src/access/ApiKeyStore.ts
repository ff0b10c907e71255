import { Context, type Effect, type Option } from "effect"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { ApiKey, User } from "../domain/User.ts"

/** The port for API keys. */
export class ApiKeyStore extends Context.Tag("@annotary/core/ApiKeyStore")<
  ApiKeyStore,
  {
    /** Inserts the key. */
    readonly insert: (key: ApiKey) => Effect.Effect<void>
    /** The key and its user in one statement, including revoked and expired keys. */
    readonly find: (id: string) => Effect.Effect<Option.Option<{ readonly key: ApiKey; readonly user: User }>>
    /** The keys of a user, newest first, without revoked ones and embed tokens. */
    readonly list: (user: Username) => Effect.Effect<ReadonlyArray<ApiKey>>
    /** Revokes the key. False when the user has no such key, or it is already revoked. */
    readonly revoke: (user: Username, id: string, at: Timestamp) => Effect.Effect<boolean>
    /**
     * Names the key's successor, and lets the key expire at `until` unless it expires earlier. False when the user has no such
     * key, or it is revoked or has a successor: of two concurrent rotations, exactly one succeeds.
     */
    readonly replace: (
      user: Username,
      id: string,
      by: { readonly successor: string; readonly until: Timestamp },
    ) => Effect.Effect<boolean>
    /** Records the last use, unless one at or after `unlessAfter` is recorded: at most one write a minute. */
    readonly touch: (id: string, at: Timestamp, unlessAfter: Timestamp) => Effect.Effect<void>
    /** Deletes up to `limit` embed tokens that expired before, and returns how many. Keys in lists stay. */
    readonly forgetEmbedded: (before: Timestamp, limit: number) => Effect.Effect<number>
  }
>() {}
