/** What the engine asks of storage about API keys. */
import { Context, type Effect, type Option } from "effect"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { ApiKey, User } from "../domain/User.ts"

export class ApiKeyStore extends Context.Tag("@annotary/core/ApiKeyStore")<
  ApiKeyStore,
  {
    readonly insert: (key: ApiKey) => Effect.Effect<void>
    /** The key and its user, read in one statement; revoked and expired ones too. */
    readonly find: (id: string) => Effect.Effect<Option.Option<{ readonly key: ApiKey; readonly user: User }>>
    /** Newest first; revoked ones are left out. */
    readonly list: (user: Username) => Effect.Effect<ReadonlyArray<ApiKey>>
    /** False when the user has no such key, or it was revoked before. */
    readonly revoke: (user: Username, id: string, at: Timestamp) => Effect.Effect<boolean>
    /** Notes the use, unless a use at or after `unlessAfter` is noted already (so that it is written at most once a minute). */
    readonly touch: (id: string, at: Timestamp, unlessAfter: Timestamp) => Effect.Effect<void>
  }
>() {}
