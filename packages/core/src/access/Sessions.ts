import { Effect, Option, Redacted } from "effect"
import { CurrentActor, type Person } from "../domain/Actor.ts"
import { computeSha256Hex } from "../domain/digest.ts"
import { InvalidInput, NotFound, PermissionDenied, Unauthorized } from "../domain/errors.ts"
import { generateId, SessionId } from "../domain/Ids.ts"
import type { Session, SignInToken } from "../domain/Session.ts"
import { fromMillis, now, type Timestamp, toMillis } from "../domain/Timestamp.ts"
import { isPerson } from "../domain/User.ts"
import { findRefusingLimit } from "../kernel/calls.ts"
import { sessionIdleMillis, sessionMillis, signInTokenMillis } from "../kernel/sessionTimes.ts"
import { traced } from "../kernel/traced.ts"
import { Transaction } from "../storage/Transaction.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { AuditLog } from "./AuditLog.ts"
import { requirePerson } from "./actors.ts"
import { IdentityCache } from "./IdentityCache.ts"
import { noteUse, useMillis } from "./noteUse.ts"
import { digestSecret, generateSecret } from "./randomSecret.ts"
import { type FoundSession, SessionStore } from "./SessionStore.ts"
import { toPerson } from "./toPerson.ts"
import { UserStore } from "./UserStore.ts"

/** A new session. Only this value has the secret. */
export interface NewSession {
  readonly session: Session
  readonly secret: Redacted.Redacted
  readonly person: Person
}

/** A new one-time token. Only this value has the secret. */
export interface NewSignInToken {
  readonly token: SignInToken
  readonly secret: Redacted.Redacted
}

/**
 * Sessions of browsers. A session is begun with an API key, a one-time token or by a host that has identified the person; it ends
 * 12 hours after its last use, after 7 days, with its API key, or when its user is disabled.
 */
export class Sessions extends Effect.Service<Sessions>()("@annotary/core/Sessions", {
  effect: Effect.gen(function* () {
    const store = yield* SessionStore
    const users = yield* UserStore
    const keys = yield* ApiKeys
    const transaction = yield* Transaction
    const audit = yield* AuditLog
    const cache = yield* IdentityCache

    /** Begins a session of the user of an API key. */
    const beginWithKey = traced("Sessions.beginWithKey")(function* (apiKey: Redacted.Redacted) {
      return yield* insert(yield* keys.findActor(apiKey))
    })

    /** Begins a session with a one-time token, which is used up by that. */
    const beginWithToken = traced("Sessions.beginWithToken")(function* (secret: Redacted.Redacted) {
      const digest = digestSecret(secret)
      if (digest === null) return yield* new Unauthorized()
      const token = Option.getOrUndefined(yield* store.takeToken(digest))
      if (token === undefined || token.expiresAt <= (yield* now)) return yield* new Unauthorized()
      return yield* begin(token.user)
    })

    /** Begins a session of a person whom the host has identified. Checks no permissions. */
    const begin = traced("Sessions.begin")(function* (name: string) {
      const user = Option.getOrUndefined(yield* users.byName(name))
      if (user === undefined || user.disabledAt !== null || !isPerson(user)) return yield* new Unauthorized()
      return yield* insert(toPerson(user))
    })

    /** Creates a one-time token for a person. Only the engine itself may, since the token is enough to act as that person. */
    const createToken = traced("Sessions.createToken")(function* (name: string) {
      const actor = yield* CurrentActor
      if (actor._tag !== "System") return yield* new PermissionDenied()
      const user = Option.getOrUndefined(yield* users.byName(name))
      if (user === undefined) return yield* new NotFound({ resource: "user" })
      if (!isPerson(user)) return yield* InvalidInput.at("/user", "must be a person")
      if (user.disabledAt !== null) return yield* InvalidInput.at("/user", "must be enabled")
      const secret = generateSecret()
      const createdAt = yield* now
      const token: SignInToken = {
        digest: computeSha256Hex(secret),
        user: user.username,
        createdAt,
        expiresAt: addMillis(createdAt, signInTokenMillis),
      }
      yield* transaction.run(
        Effect.zipRight(
          store.insertToken(token),
          audit.record({ action: "sign_in_token.created", account: user.username }),
        ),
      )
      return { token, secret: Redacted.make(secret) } satisfies NewSignInToken
    })

    /** Lists the caller's open sessions, newest first. */
    const list = traced("Sessions.list")(function* () {
      const { username } = yield* requirePerson
      const at = yield* now
      return (yield* store.list(username)).filter((session) => isOpen(session, at))
    })

    /**
     * Ends a session of the caller: at once in this process, and in others when their cache expires. Credentials with a scope end
     * no session but that of the request.
     */
    const end = traced("Sessions.end")(function* (id: SessionId) {
      const person = yield* requirePerson
      const scope = findRefusingLimit(person, "manage")
      if (scope !== null && person.session?.id !== id) return yield* new PermissionDenied({ scope })
      const { username } = person
      yield* transaction.run(
        Effect.gen(function* () {
          if (!(yield* store.remove(username, id))) return yield* new NotFound({ resource: "session" })
          yield* audit.record({ action: "session.ended", account: username, details: { session: id } })
          yield* cache.forgetKey(id)
        }),
      )
    })

    /** Returns the person of a session. All refusals are the same `Unauthorized`. */
    const findActor = traced("Sessions.findActor")(function* (secret: Redacted.Redacted) {
      const digest = digestSecret(secret)
      if (digest === null) return yield* new Unauthorized()
      const person = yield* cache.getCached(digest, "", lookUp(digest))
      if (person.session === undefined || person.session.endsAt <= (yield* now))
        return yield* new Unauthorized()
      return person
    })

    const lookUp = (digest: string) =>
      Effect.gen(function* () {
        const foundSession = Option.getOrUndefined(yield* store.find(digest))
        const at = yield* now
        if (foundSession === undefined || !isValid(foundSession, at)) return yield* new Unauthorized()
        const { apiKey, session, user } = foundSession
        const unlessAfter = addMillis(at, -useMillis)
        if (session.lastSeenAt < unlessAfter) yield* noteUse(store.touch(session.id, at, unlessAfter))
        return { ...toPerson(user, apiKey), session }
      })

    const insert = (person: Person) =>
      Effect.gen(function* () {
        const createdAt = yield* now
        const secret = generateSecret()
        const session: Session = {
          id: yield* generateId(SessionId),
          user: person.username,
          digest: computeSha256Hex(secret),
          apiKey: person.apiKeyId ?? null,
          createdAt,
          lastSeenAt: createdAt,
          endsAt: pickEarlier(addMillis(createdAt, sessionMillis), person.credentialsExpireAt),
        }
        const details = { session: session.id, api_key: session.apiKey }
        yield* transaction.run(
          Effect.gen(function* () {
            // Locked, so that no session is left of a person who is disabled meanwhile.
            const [user] = yield* users.findForUpdate([person.username])
            if (user === undefined || user.disabledAt !== null || !isPerson(user))
              return yield* new Unauthorized()
            yield* store.insert(session)
            yield* audit.record({ action: "session.created", account: session.user, details })
          }),
        )
        return { session, secret: Redacted.make(secret), person } satisfies NewSession
      }).pipe(Effect.provideService(CurrentActor, person))

    return { beginWithKey, beginWithToken, begin, createToken, list, end, findActor }
  }),
}) {
  static readonly dependencies = [ApiKeys, AuditLog, IdentityCache] as const
}

const addMillis = (at: Timestamp, millis: number): Timestamp => fromMillis(toMillis(at) + millis)

/** No session outlives the credentials that begin it. */
const pickEarlier = (at: Timestamp, other: Timestamp | null): Timestamp =>
  other === null || at < other ? at : other

const isOpen = ({ endsAt, lastSeenAt }: Session, at: Timestamp): boolean =>
  endsAt > at && addMillis(lastSeenAt, sessionIdleMillis) > at

const isValid = ({ apiKey, session, user }: FoundSession, at: Timestamp): boolean => {
  if (user.disabledAt !== null || !isOpen(session, at)) return false
  if (apiKey === null) return session.apiKey === null
  return apiKey.revokedAt === null && (apiKey.expiresAt === null || apiKey.expiresAt > at)
}
