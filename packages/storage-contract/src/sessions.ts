/** SessionStore: lookup with user and key, ends of sessions, and one-time tokens. */
import {
  type ApiKey,
  ApiKeyStore,
  generateId,
  type Session,
  SessionId,
  SessionStore,
  type SignInToken,
  type Username,
  UserStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addPerson, addSeconds, instant, makeApiKey } from "./fixtures.ts"
import { makeSuite, runInterleaved, runTwenty } from "./suite.ts"

const addSession = (user: Username, digest: string, fields: Partial<Session> = {}) =>
  Effect.gen(function* () {
    const session: Session = {
      id: yield* generateId(SessionId),
      user,
      digest,
      apiKey: null,
      createdAt: instant,
      lastSeenAt: instant,
      endsAt: addSeconds(instant, 3600),
      ...fields,
    }
    yield* (yield* SessionStore).insert(session)
    return session
  })

const addKey = (id: string, user: Username, fields: Partial<ApiKey> = {}) =>
  Effect.gen(function* () {
    const key = makeApiKey(id, user, { digest: id, readOnly: true, maxRole: "labeler", ...fields })
    yield* (yield* ApiKeyStore).insert(key)
    return key
  })

const addToken = (user: Username, digest: string, fields: Partial<SignInToken> = {}) =>
  Effect.gen(function* () {
    const token = { user, digest, createdAt: instant, expiresAt: addSeconds(instant, 300), ...fields }
    yield* (yield* SessionStore).insertToken(token)
    return token
  })

const findSession = (digest: string) =>
  Effect.flatMap(SessionStore, (store) => Effect.map(store.find(digest), Option.getOrNull))

const listDigests = (user: Username) =>
  Effect.flatMap(SessionStore, (store) =>
    Effect.map(store.list(user), (all) => all.map(({ digest }) => digest)),
  )

export const sessions = makeSuite("SessionStore", {
  "finds a session with its user and its API key, and nothing for another digest": Effect.gen(function* () {
    const ann = yield* addPerson("ann", { disabledAt: instant })
    const user = Option.getOrThrow(yield* (yield* UserStore).byName("ann"))
    const apiKey = yield* addKey("AbCdEfG1", ann, { revokedAt: instant, expiresAt: addSeconds(instant, 9) })
    const plain = yield* addSession(ann, "d1")
    const keyed = yield* addSession(ann, "d2", { apiKey: apiKey.id, endsAt: instant })
    assert.deepStrictEqual(yield* findSession("d1"), { session: plain, user, apiKey: null })
    assert.deepStrictEqual(yield* findSession("d2"), { session: keyed, user, apiKey })
    assert.isNull(yield* findSession("D1"))
  }),

  "lists a user's sessions, newest first": Effect.gen(function* () {
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    yield* addSession(ann, "old", { endsAt: instant })
    yield* addSession(bob, "other")
    yield* addSession(ann, "new")
    assert.deepStrictEqual(yield* listDigests(ann), ["new", "old"])
  }),

  "records a use unless a recent enough one is recorded": Effect.gen(function* () {
    const store = yield* SessionStore
    const { id } = yield* addSession(yield* addPerson("ann"), "d")
    const seen = Effect.map(findSession("d"), (row) => row?.session.lastSeenAt)
    yield* store.touch(id, addSeconds(instant, 60), instant)
    assert.strictEqual(yield* seen, instant)
    yield* store.touch(id, addSeconds(instant, 61), addSeconds(instant, 1))
    assert.strictEqual(yield* seen, addSeconds(instant, 61))
    yield* store.touch(yield* generateId(SessionId), addSeconds(instant, 99), addSeconds(instant, 99))
    assert.strictEqual(yield* seen, addSeconds(instant, 61))
  }),

  "deletes a session once, and only for its user": Effect.gen(function* () {
    const store = yield* SessionStore
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    const { id } = yield* addSession(ann, "d")
    yield* addSession(ann, "kept")
    assert.isFalse(yield* store.remove(bob, id))
    const both = yield* runInterleaved(store.remove(ann, id), store.remove(ann, id))
    assert.sameMembers([...both], [true, false])
    assert.deepStrictEqual(yield* listDigests(ann), ["kept"])
  }),

  "deletes all sessions and tokens of a user, and no others": Effect.gen(function* () {
    const store = yield* SessionStore
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    for (const digest of ["a1", "a2"]) yield* addSession(ann, digest)
    yield* addSession(bob, "b1")
    yield* addToken(ann, "ta")
    const remaining = yield* addToken(bob, "tb")
    yield* store.removeOf(ann)
    assert.deepStrictEqual(yield* listDigests(ann), [])
    assert.deepStrictEqual(yield* listDigests(bob), ["b1"])
    assert.isTrue(Option.isNone(yield* store.takeToken("ta")))
    assert.deepStrictEqual(Option.getOrNull(yield* store.takeToken("tb")), remaining)
  }),

  "deletes the sessions of an API key, and no others": Effect.gen(function* () {
    const store = yield* SessionStore
    const ann = yield* addPerson("ann")
    for (const id of ["00000001", "00000002"]) yield* addKey(id, ann)
    yield* addSession(ann, "none")
    yield* addSession(ann, "one", { apiKey: "00000001" })
    yield* addSession(ann, "two", { apiKey: "00000002" })
    yield* store.removeOfKey("00000001")
    assert.deepStrictEqual(yield* listDigests(ann), ["two", "none"])
  }),

  "gives a token to one of many concurrent callers": Effect.gen(function* () {
    const store = yield* SessionStore
    const ann = yield* addPerson("ann")
    const token = yield* addToken(ann, "t1", { expiresAt: instant })
    yield* addToken(ann, "t2")
    assert.isTrue(Option.isNone(yield* store.takeToken("T1")))
    const both = yield* runInterleaved(store.takeToken("t1"), store.takeToken("t1"))
    assert.deepStrictEqual(both.flatMap(Option.toArray), [token])
    const all = yield* runTwenty(() => store.takeToken("t2"))
    assert.strictEqual(all.filter(Option.isSome).length, 1)
  }),

  "forgets sessions that are idle or have ended, in batches": Effect.gen(function* () {
    const store = yield* SessionStore
    const ann = yield* addPerson("ann")
    yield* addSession(ann, "kept", { lastSeenAt: addSeconds(instant, 10), endsAt: addSeconds(instant, 20) })
    yield* addSession(ann, "idle", { lastSeenAt: addSeconds(instant, 9), endsAt: addSeconds(instant, 20) })
    yield* addSession(ann, "ended", { lastSeenAt: addSeconds(instant, 10), endsAt: addSeconds(instant, 19) })
    const forget = store.forget(addSeconds(instant, 10), addSeconds(instant, 20), 1)
    assert.deepStrictEqual([yield* forget, yield* forget, yield* forget], [1, 1, 0])
    assert.deepStrictEqual(yield* listDigests(ann), ["kept"])
  }),

  "forgets expired tokens, in batches": Effect.gen(function* () {
    const store = yield* SessionStore
    const ann = yield* addPerson("ann")
    for (const digest of ["t1", "t2"]) yield* addToken(ann, digest, { expiresAt: instant })
    yield* addToken(ann, "kept", { expiresAt: addSeconds(instant, 1) })
    const forget = store.forgetTokens(addSeconds(instant, 1), 1)
    assert.deepStrictEqual([yield* forget, yield* forget, yield* forget], [1, 1, 0])
    assert.isTrue(Option.isSome(yield* store.takeToken("kept")))
  }),
})
