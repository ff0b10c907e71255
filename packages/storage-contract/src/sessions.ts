/** SessionStore: lookup with user and key, ends of sessions, and one-time tokens. */
import {
  type ApiKey,
  ApiKeyStore,
  nextId,
  type Session,
  SessionId,
  SessionStore,
  type SignInToken,
  type Username,
  UserStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { aPerson, instant, plus, someApiKey } from "./fixtures.ts"
import { interleaved, suite, twenty } from "./suite.ts"

const aSession = (user: Username, digest: string, fields: Partial<Session> = {}) =>
  Effect.gen(function* () {
    const session: Session = {
      id: yield* nextId(SessionId),
      user,
      digest,
      apiKey: null,
      createdAt: instant,
      lastSeenAt: instant,
      endsAt: plus(instant, 3600),
      ...fields,
    }
    yield* (yield* SessionStore).insert(session)
    return session
  })

const aKey = (id: string, user: Username, fields: Partial<ApiKey> = {}) =>
  Effect.gen(function* () {
    const key = someApiKey(id, user, { digest: id, readOnly: true, maxRole: "labeler", ...fields })
    yield* (yield* ApiKeyStore).insert(key)
    return key
  })

const aToken = (user: Username, digest: string, fields: Partial<SignInToken> = {}) =>
  Effect.gen(function* () {
    const token = { user, digest, createdAt: instant, expiresAt: plus(instant, 300), ...fields }
    yield* (yield* SessionStore).insertToken(token)
    return token
  })

const found = (digest: string) =>
  Effect.flatMap(SessionStore, (store) => Effect.map(store.find(digest), Option.getOrNull))

const digestsOf = (user: Username) =>
  Effect.flatMap(SessionStore, (store) =>
    Effect.map(store.list(user), (all) => all.map(({ digest }) => digest)),
  )

export const sessions = suite("SessionStore", {
  "finds a session with its user and its API key, and nothing for another digest": Effect.gen(function* () {
    const ann = yield* aPerson("ann", { disabledAt: instant })
    const user = Option.getOrThrow(yield* (yield* UserStore).byName("ann"))
    const apiKey = yield* aKey("AbCdEfG1", ann, { revokedAt: instant, expiresAt: plus(instant, 9) })
    const plain = yield* aSession(ann, "d1")
    const keyed = yield* aSession(ann, "d2", { apiKey: apiKey.id, endsAt: instant })
    assert.deepStrictEqual(yield* found("d1"), { session: plain, user, apiKey: null })
    assert.deepStrictEqual(yield* found("d2"), { session: keyed, user, apiKey })
    assert.isNull(yield* found("D1"))
  }),

  "lists a user's sessions, newest first": Effect.gen(function* () {
    const [ann, bob] = yield* Effect.all([aPerson("ann"), aPerson("bob")])
    yield* aSession(ann, "old", { endsAt: instant })
    yield* aSession(bob, "other")
    yield* aSession(ann, "new")
    assert.deepStrictEqual(yield* digestsOf(ann), ["new", "old"])
  }),

  "records a use unless a recent enough one is recorded": Effect.gen(function* () {
    const store = yield* SessionStore
    const { id } = yield* aSession(yield* aPerson("ann"), "d")
    const seen = Effect.map(found("d"), (row) => row?.session.lastSeenAt)
    yield* store.touch(id, plus(instant, 60), instant)
    assert.strictEqual(yield* seen, instant)
    yield* store.touch(id, plus(instant, 61), plus(instant, 1))
    assert.strictEqual(yield* seen, plus(instant, 61))
    yield* store.touch(yield* nextId(SessionId), plus(instant, 99), plus(instant, 99))
    assert.strictEqual(yield* seen, plus(instant, 61))
  }),

  "deletes a session once, and only for its user": Effect.gen(function* () {
    const store = yield* SessionStore
    const [ann, bob] = yield* Effect.all([aPerson("ann"), aPerson("bob")])
    const { id } = yield* aSession(ann, "d")
    yield* aSession(ann, "kept")
    assert.isFalse(yield* store.remove(bob, id))
    const both = yield* interleaved(store.remove(ann, id), store.remove(ann, id))
    assert.sameMembers([...both], [true, false])
    assert.deepStrictEqual(yield* digestsOf(ann), ["kept"])
  }),

  "deletes all sessions and tokens of a user, and no others": Effect.gen(function* () {
    const store = yield* SessionStore
    const [ann, bob] = yield* Effect.all([aPerson("ann"), aPerson("bob")])
    for (const digest of ["a1", "a2"]) yield* aSession(ann, digest)
    yield* aSession(bob, "b1")
    yield* aToken(ann, "ta")
    const kept = yield* aToken(bob, "tb")
    yield* store.removeOf(ann)
    assert.deepStrictEqual(yield* digestsOf(ann), [])
    assert.deepStrictEqual(yield* digestsOf(bob), ["b1"])
    assert.isTrue(Option.isNone(yield* store.takeToken("ta")))
    assert.deepStrictEqual(Option.getOrNull(yield* store.takeToken("tb")), kept)
  }),

  "deletes the sessions of an API key, and no others": Effect.gen(function* () {
    const store = yield* SessionStore
    const ann = yield* aPerson("ann")
    for (const id of ["00000001", "00000002"]) yield* aKey(id, ann)
    yield* aSession(ann, "none")
    yield* aSession(ann, "one", { apiKey: "00000001" })
    yield* aSession(ann, "two", { apiKey: "00000002" })
    yield* store.removeOfKey("00000001")
    assert.deepStrictEqual(yield* digestsOf(ann), ["two", "none"])
  }),

  "gives a token to one of many concurrent callers": Effect.gen(function* () {
    const store = yield* SessionStore
    const ann = yield* aPerson("ann")
    const token = yield* aToken(ann, "t1", { expiresAt: instant })
    yield* aToken(ann, "t2")
    assert.isTrue(Option.isNone(yield* store.takeToken("T1")))
    const both = yield* interleaved(store.takeToken("t1"), store.takeToken("t1"))
    assert.deepStrictEqual(both.flatMap(Option.toArray), [token])
    const all = yield* twenty(() => store.takeToken("t2"))
    assert.strictEqual(all.filter(Option.isSome).length, 1)
  }),

  "forgets sessions that are idle or have ended, in batches": Effect.gen(function* () {
    const store = yield* SessionStore
    const ann = yield* aPerson("ann")
    yield* aSession(ann, "kept", { lastSeenAt: plus(instant, 10), endsAt: plus(instant, 20) })
    yield* aSession(ann, "idle", { lastSeenAt: plus(instant, 9), endsAt: plus(instant, 20) })
    yield* aSession(ann, "ended", { lastSeenAt: plus(instant, 10), endsAt: plus(instant, 19) })
    const forget = store.forget(plus(instant, 10), plus(instant, 20), 1)
    assert.deepStrictEqual([yield* forget, yield* forget, yield* forget], [1, 1, 0])
    assert.deepStrictEqual(yield* digestsOf(ann), ["kept"])
  }),

  "forgets expired tokens, in batches": Effect.gen(function* () {
    const store = yield* SessionStore
    const ann = yield* aPerson("ann")
    for (const digest of ["t1", "t2"]) yield* aToken(ann, digest, { expiresAt: instant })
    yield* aToken(ann, "kept", { expiresAt: plus(instant, 1) })
    const forget = store.forgetTokens(plus(instant, 1), 1)
    assert.deepStrictEqual([yield* forget, yield* forget, yield* forget], [1, 1, 0])
    assert.isTrue(Option.isSome(yield* store.takeToken("kept")))
  }),
})
