/** SessionStore in memory. */
import { HashMap, Option } from "effect"
import { SessionStore } from "../access/SessionStore.ts"
import { nameKey } from "../domain/Names.ts"
import type { Session } from "../domain/Session.ts"
import type { Database } from "./Database.ts"
import type { State } from "./State.ts"
import { compareAscii } from "./sorted.ts"

export const makeSessionStore = (db: Database): typeof SessionStore.Service =>
  SessionStore.of({
    insert: (session) =>
      db.write((state) => [
        undefined,
        { ...state, sessions: HashMap.set(state.sessions, session.id, session) },
      ]),
    find: (digest) =>
      db.read((state) => {
        const session = [...HashMap.values(state.sessions)].find((one) => one.digest === digest)
        if (session === undefined) return Option.none()
        const apiKey =
          session.apiKey === null ? null : Option.getOrNull(HashMap.get(state.apiKeys, session.apiKey))
        return Option.map(HashMap.get(state.users, nameKey(session.user)), (user) => ({
          session,
          user,
          apiKey,
        }))
      }),
    list: (user) =>
      db.read((state) =>
        [...HashMap.values(state.sessions)]
          .filter((session) => session.user === user)
          .sort((a, b) => compareAscii(b.id, a.id)),
      ),
    touch: (id, at, unlessAfter) =>
      db.write((state) => {
        const sessions = HashMap.modify(state.sessions, id, (session) =>
          session.lastSeenAt >= unlessAfter ? session : { ...session, lastSeenAt: at },
        )
        return [undefined, { ...state, sessions }]
      }),
    remove: (user, id) =>
      db.write((state) => removeSessions(state, (one) => one.user === user && one.id === id)),
    removeOf: (user) =>
      db.write((state) => {
        const [, next] = removeSessions(state, (one) => one.user === user)
        const signInTokens = HashMap.filter(state.signInTokens, (token) => token.user !== user)
        return [undefined, { ...next, signInTokens }]
      }),
    removeOfKey: (apiKey) =>
      db.write((state) => [undefined, removeSessions(state, (one) => one.apiKey === apiKey)[1]]),
    insertToken: (token) =>
      db.write((state) => [
        undefined,
        { ...state, signInTokens: HashMap.set(state.signInTokens, token.digest, token) },
      ]),
    takeToken: (digest) =>
      db.write((state) => [
        HashMap.get(state.signInTokens, digest),
        { ...state, signInTokens: HashMap.remove(state.signInTokens, digest) },
      ]),
    forget: (idle, ended, limit) =>
      db.write((state) => {
        const endedSessions = [...HashMap.values(state.sessions)]
          .filter(({ endsAt, lastSeenAt }) => lastSeenAt < idle || endsAt < ended)
          .slice(0, limit)
        const ids = endedSessions.map(({ id }) => id)
        return [endedSessions.length, { ...state, sessions: HashMap.removeMany(state.sessions, ids) }]
      }),
    forgetTokens: (before, limit) =>
      db.write((state) => {
        const expiredTokens = [...HashMap.values(state.signInTokens)]
          .filter(({ expiresAt }) => expiresAt < before)
          .slice(0, limit)
        const digests = expiredTokens.map(({ digest }) => digest)
        return [
          expiredTokens.length,
          { ...state, signInTokens: HashMap.removeMany(state.signInTokens, digests) },
        ]
      }),
  })

/** The state without the sessions that match, and whether there were any. */
const removeSessions = (state: State, matches: (session: Session) => boolean): readonly [boolean, State] => {
  const sessions = HashMap.filter(state.sessions, (session) => !matches(session))
  return [HashMap.size(sessions) < HashMap.size(state.sessions), { ...state, sessions }]
}
