import { Context, type Effect, type Option } from "effect"
import type { SessionId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Session, SignInToken } from "../domain/Session.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { ApiKey, User } from "../domain/User.ts"

/** A session with what decides whether it counts. */
export interface FoundSession {
  readonly session: Session
  readonly user: User
  /** The API key that the session was begun with. */
  readonly apiKey: ApiKey | null
}

/** The port for sessions and for the one-time tokens that begin them. */
export class SessionStore extends Context.Tag("@annotary/core/SessionStore")<
  SessionStore,
  {
    /** Inserts the session. */
    readonly insert: (session: Session) => Effect.Effect<void>
    /** The session, its user and its API key in one statement, including ended sessions and revoked keys. */
    readonly find: (digest: string) => Effect.Effect<Option.Option<FoundSession>>
    /** The sessions of a user, newest first, including ended ones. */
    readonly list: (user: Username) => Effect.Effect<ReadonlyArray<Session>>
    /** Records the last use, unless one at or after `unlessAfter` is recorded: at most one write a minute. */
    readonly touch: (id: SessionId, at: Timestamp, unlessAfter: Timestamp) => Effect.Effect<void>
    /** Deletes the session. False when the user has no such session. */
    readonly remove: (user: Username, id: SessionId) => Effect.Effect<boolean>
    /** Deletes all sessions and one-time tokens of a user. */
    readonly removeOf: (user: Username) => Effect.Effect<void>
    /** Deletes the sessions that were begun with the API key. */
    readonly removeOfKey: (apiKey: string) => Effect.Effect<void>
    /** Inserts the one-time token. */
    readonly insertToken: (token: SignInToken) => Effect.Effect<void>
    /** Deletes the token and returns it, also when it is expired. Of several concurrent callers, exactly one gets it. */
    readonly takeToken: (digest: string) => Effect.Effect<Option.Option<SignInToken>>
    /** Deletes up to `limit` sessions last used before `idle` or that ended before `ended`, and returns how many. */
    readonly forget: (idle: Timestamp, ended: Timestamp, limit: number) => Effect.Effect<number>
    /** Deletes up to `limit` tokens that expired before, and returns how many. */
    readonly forgetTokens: (before: Timestamp, limit: number) => Effect.Effect<number>
  }
>() {}
