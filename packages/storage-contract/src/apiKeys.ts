/** ApiKeyStore: lookup with the user, revocation, and recorded use. */
import { ApiKeyStore, DatasetId, nextId, type Username, UserStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { aPerson, instant, oddText, plus, someApiKey } from "./fixtures.ts"
import { interleaved, suite, twenty } from "./suite.ts"

const found = (id: string) =>
  Effect.flatMap(ApiKeyStore, (keys) => Effect.map(keys.find(id), Option.getOrNull))

export const apiKeys = suite("ApiKeyStore", {
  "finds a key with its user, and nothing for another id": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const ann = yield* aPerson("ann", { disabledAt: instant, email: "a@b" })
    const full = someApiKey("AbCdEfG1", ann, {
      description: oddText,
      lastUsedAt: instant,
      expiresAt: plus(instant, 60),
      readOnly: true,
      datasetId: yield* nextId(DatasetId),
      maxRole: "labeler",
      webhooksOf: ann,
      embedded: true,
    })
    yield* store.insert(full)
    const user = Option.getOrThrow(yield* (yield* UserStore).byName("ann"))
    assert.deepStrictEqual(yield* found("AbCdEfG1"), { key: full, user })
    assert.isNull(yield* found("abcdefg1"))
  }),

  "lists no embed tokens, and forgets those that have expired, in batches": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const ann = yield* aPerson("ann")
    const token = (id: string, seconds: number) =>
      store.insert(someApiKey(id, ann, { embedded: true, expiresAt: plus(instant, seconds) }))
    yield* token("0000000a", 1)
    yield* token("0000000b", 2)
    yield* token("0000000c", 3)
    yield* store.insert(someApiKey("0000000d", ann, { expiresAt: plus(instant, 1) }))
    assert.deepStrictEqual(
      (yield* store.list(ann)).map(({ id }) => id),
      ["0000000d"],
    )
    const forget = store.forgetEmbedded(plus(instant, 3), 1)
    assert.deepStrictEqual([yield* forget, yield* forget, yield* forget], [1, 1, 0])
    assert.isNull(yield* found("0000000a"))
    assert.isNull(yield* found("0000000b"))
    assert.isNotNull(yield* found("0000000c"))
    assert.isNotNull(yield* found("0000000d"))
  }),

  "finds revoked and expired keys too": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const ann = yield* aPerson("ann")
    const old = someApiKey("00000001", ann, { expiresAt: plus(instant, -60), revokedAt: instant })
    yield* store.insert(old)
    assert.deepStrictEqual((yield* found("00000001"))?.key, old)
  }),

  "lists a user's keys, newest first, without revoked ones": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const [ann, bob] = yield* Effect.all([aPerson("ann"), aPerson("bob")])
    yield* store.insert(someApiKey("0000000z", ann))
    yield* store.insert(someApiKey("0000000a", ann, { createdAt: plus(instant, 1) }))
    yield* store.insert(someApiKey("0000000m", ann, { createdAt: plus(instant, 2), expiresAt: instant }))
    yield* store.insert(someApiKey("0000000r", ann, { revokedAt: instant }))
    yield* store.insert(someApiKey("0000000b", bob))
    assert.deepStrictEqual(
      (yield* store.list(ann)).map(({ id }) => id),
      ["0000000m", "0000000a", "0000000z"],
    )
  }),

  "revokes a key once, and only for its owner": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const [ann, bob] = yield* Effect.all([aPerson("ann"), aPerson("bob")])
    yield* store.insert(someApiKey("00000001", ann))
    assert.isFalse(yield* store.revoke(bob, "00000001", instant))
    assert.isFalse(yield* store.revoke(ann, "00000002", instant))
    assert.isTrue(yield* store.revoke(ann, "00000001", instant))
    assert.isFalse(yield* store.revoke(ann, "00000001", plus(instant, 1)))
    assert.strictEqual((yield* found("00000001"))?.key.revokedAt, instant)
  }),

  "revokes a key for one of many concurrent callers": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const ann = yield* aPerson("ann")
    for (const id of ["00000001", "00000002"]) yield* store.insert(someApiKey(id, ann))
    const both = yield* interleaved(
      store.revoke(ann, "00000001", instant),
      store.revoke(ann, "00000001", instant),
    )
    assert.sameMembers([...both], [true, false])
    const all = yield* twenty(() => store.revoke(ann, "00000002", instant))
    assert.strictEqual(all.filter((revoked) => revoked).length, 1)
  }),

  "replaces a key once, and lets it expire no later than before": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const [ann, bob] = yield* Effect.all([aPerson("ann"), aPerson("bob")])
    const until = plus(instant, 60)
    yield* store.insert(someApiKey("00000001", ann))
    yield* store.insert(someApiKey("00000002", ann, { expiresAt: plus(instant, 30) }))
    yield* store.insert(someApiKey("00000003", ann, { revokedAt: instant }))
    const replace = (user: Username, id: string, successor: string) =>
      store.replace(user, id, { successor, until })
    assert.isFalse(yield* replace(bob, "00000001", "next"))
    assert.isFalse(yield* replace(ann, "00000003", "next"))
    assert.isFalse(yield* replace(ann, "00000009", "next"))
    assert.isTrue(yield* replace(ann, "00000001", "next"))
    assert.isTrue(yield* replace(ann, "00000002", "next"))
    assert.isFalse(yield* replace(ann, "00000001", "other"))
    const [first, second] = [(yield* found("00000001"))?.key, (yield* found("00000002"))?.key]
    assert.deepInclude(first, { successor: "next", expiresAt: until })
    assert.deepInclude(second, { successor: "next", expiresAt: plus(instant, 30) })
  }),

  "replaces a key for one of many concurrent callers": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const ann = yield* aPerson("ann")
    for (const id of ["00000001", "00000002"]) yield* store.insert(someApiKey(id, ann))
    const by = (successor: string) => ({ successor, until: plus(instant, 60) })
    const both = yield* interleaved(
      store.replace(ann, "00000001", by("one")),
      store.replace(ann, "00000001", by("two")),
    )
    assert.sameMembers([...both], [true, false])
    const all = yield* twenty((n) => store.replace(ann, "00000002", by(`key${n}`)))
    assert.strictEqual(all.filter((replaced) => replaced).length, 1)
  }),

  "records a use unless a recent enough one is recorded": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const ann = yield* aPerson("ann")
    yield* store.insert(someApiKey("00000001", ann))
    const used = Effect.map(found("00000001"), (row) => row?.key.lastUsedAt)
    const touch = (seconds: number) =>
      store.touch("00000001", plus(instant, seconds), plus(instant, seconds - 60))
    yield* touch(0)
    assert.strictEqual(yield* used, plus(instant, 0))
    yield* touch(60)
    assert.strictEqual(yield* used, plus(instant, 0))
    yield* touch(61)
    assert.strictEqual(yield* used, plus(instant, 61))
    yield* store.touch("unknown1", instant, instant)
  }),
})
