/** Sessions of browsers, and one-time tokens that begin them. */
import type { SessionId } from "./Ids.ts"
import type { Username } from "./Names.ts"
import type { Timestamp } from "./Timestamp.ts"

/** A stored session, with a digest in place of its secret. */
export interface Session {
  /** Public; lists and logs show it. */
  readonly id: SessionId
  readonly user: Username
  /** SHA-256 of the secret, hex. */
  readonly digest: string
  /** The id of the API key that it was begun with, and with which it ends. Null when it was begun without one. */
  readonly apiKey: string | null
  readonly createdAt: Timestamp
  /** The last use, at most a minute late. */
  readonly lastSeenAt: Timestamp
  /** When it ends, however much it is used. */
  readonly endsAt: Timestamp
}

/** A stored one-time token, with a digest in place of its secret. */
export interface SignInToken {
  /** SHA-256 of the token, hex. */
  readonly digest: string
  readonly user: Username
  readonly createdAt: Timestamp
  readonly expiresAt: Timestamp
}
