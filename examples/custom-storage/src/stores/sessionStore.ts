/** SessionStore: sessions by id, and one-time tokens by digest. A session is read together with its user and API key. */
import { nameKey, type Session } from "@annotary/core"
import { SessionStore } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"

export const sessionStore = ({ call, tables: { apiKeys, sessions, signInTokens, users } }: Database) => {
  const remove = (found: ReadonlyArray<Session>) => found.filter(({ id }) => sessions.delete(id)).length

  return SessionStore.of({
    insert: (session) => call("SessionStore.insert", () => sessions.put(session.id, session)),
    find: (digest) =>
      call("SessionStore.find", () => {
        const [session] = sessions.by("digest", digest)
        const user = session && users.get(nameKey(session.user))
        if (session === undefined || user === undefined) return Option.none()
        const apiKey = session.apiKey === null ? null : (apiKeys.get(session.apiKey) ?? null)
        return Option.some({ session, user, apiKey })
      }),
    list: (user) =>
      call("SessionStore.list", () => sessions.by("user", user).toSorted((a, b) => (a.id > b.id ? -1 : 1))),
    touch: (id, at, unlessAfter) =>
      call("SessionStore.touch", () => {
        const session = sessions.get(id)
        if (session === undefined || session.lastSeenAt >= unlessAfter) return
        sessions.put(id, { ...session, lastSeenAt: at })
      }),
    remove: (user, id) =>
      call("SessionStore.remove", () => sessions.get(id)?.user === user && sessions.delete(id)),
    removeOf: (user) =>
      call("SessionStore.removeOf", () => {
        remove(sessions.by("user", user))
        for (const token of signInTokens.all()) if (token.user === user) signInTokens.delete(token.digest)
      }),
    removeOfKey: (apiKey) =>
      call("SessionStore.removeOfKey", () => {
        remove(sessions.all().filter((session) => session.apiKey === apiKey))
      }),
    insertToken: (token) => call("SessionStore.insertToken", () => signInTokens.put(token.digest, token)),
    takeToken: (digest) =>
      call("SessionStore.takeToken", () => {
        const token = signInTokens.get(digest)
        signInTokens.delete(digest)
        return Option.fromNullable(token)
      }),
    forget: (idle, ended, limit) =>
      call("SessionStore.forget", () =>
        remove(
          sessions
            .all()
            .filter(({ endsAt, lastSeenAt }) => lastSeenAt < idle || endsAt < ended)
            .slice(0, limit),
        ),
      ),
    forgetTokens: (before, limit) =>
      call("SessionStore.forgetTokens", () => {
        const due = signInTokens.all().filter(({ expiresAt }) => expiresAt < before)
        return due.slice(0, limit).filter(({ digest }) => signInTokens.delete(digest)).length
      }),
  })
}
