/** ApiKeyStore: lookup with the user, revocation, and recorded use. */
import { ApiKeyStore, DatasetId, generateId, type Username, UserStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addPerson, addSeconds, instant, makeApiKey, oddText } from "./fixtures.ts"
import { makeSuite, runInterleaved, runTwenty } from "./suite.ts"

const findKey = (id: string) =>
  Effect.flatMap(ApiKeyStore, (keys) => Effect.map(keys.find(id), Option.getOrNull))

export const apiKeys = makeSuite("ApiKeyStore", {
  "finds a key with its user, and nothing for another id": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const ann = yield* addPerson("ann", { disabledAt: instant, email: "a@b" })
    const full = makeApiKey("AbCdEfG1", ann, {
      description: oddText,
      lastUsedAt: instant,
      expiresAt: addSeconds(instant, 60),
      readOnly: true,
      datasetId: yield* generateId(DatasetId),
      maxRole: "labeler",
      webhooksOf: ann,
      embedded: true,
      embedGrants: ["webhook_secrets", "disable_webhooks"],
    })
    yield* store.insert(full)
    const user = Option.getOrThrow(yield* (yield* UserStore).byName("ann"))
    assert.deepStrictEqual(yield* findKey("AbCdEfG1"), { key: full, user })
    assert.isNull(yield* findKey("abcdefg1"))
  }),

  "lists no embed tokens, and forgets those that have expired, in batches": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const ann = yield* addPerson("ann")
    const insertToken = (id: string, seconds: number) =>
      store.insert(makeApiKey(id, ann, { embedded: true, expiresAt: addSeconds(instant, seconds) }))
    yield* insertToken("0000000a", 1)
    yield* insertToken("0000000b", 2)
    yield* insertToken("0000000c", 3)
    yield* store.insert(makeApiKey("0000000d", ann, { expiresAt: addSeconds(instant, 1) }))
    assert.deepStrictEqual(
      (yield* store.list(ann)).map(({ id }) => id),
      ["0000000d"],
    )
    const forget = store.forgetEmbedded(addSeconds(instant, 3), 1)
    assert.deepStrictEqual([yield* forget, yield* forget, yield* forget], [1, 1, 0])
    assert.isNull(yield* findKey("0000000a"))
    assert.isNull(yield* findKey("0000000b"))
    assert.isNotNull(yield* findKey("0000000c"))
    assert.isNotNull(yield* findKey("0000000d"))
  }),

  "finds revoked and expired keys too": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const ann = yield* addPerson("ann")
    const old = makeApiKey("00000001", ann, { expiresAt: addSeconds(instant, -60), revokedAt: instant })
    yield* store.insert(old)
    assert.deepStrictEqual((yield* findKey("00000001"))?.key, old)
  }),

  "lists a user's keys, newest first, without revoked ones": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    yield* store.insert(makeApiKey("0000000z", ann))
    yield* store.insert(makeApiKey("0000000a", ann, { createdAt: addSeconds(instant, 1) }))
    yield* store.insert(
      makeApiKey("0000000m", ann, { createdAt: addSeconds(instant, 2), expiresAt: instant }),
    )
    yield* store.insert(makeApiKey("0000000r", ann, { revokedAt: instant }))
    yield* store.insert(makeApiKey("0000000b", bob))
    assert.deepStrictEqual(
      (yield* store.list(ann)).map(({ id }) => id),
      ["0000000m", "0000000a", "0000000z"],
    )
  }),

  "revokes a key once, and only for its owner": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    yield* store.insert(makeApiKey("00000001", ann))
    assert.isFalse(yield* store.revoke(bob, "00000001", instant))
    assert.isFalse(yield* store.revoke(ann, "00000002", instant))
    assert.isTrue(yield* store.revoke(ann, "00000001", instant))
    assert.isFalse(yield* store.revoke(ann, "00000001", addSeconds(instant, 1)))
    assert.strictEqual((yield* findKey("00000001"))?.key.revokedAt, instant)
  }),

  "revokes a key for one of many concurrent callers": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const ann = yield* addPerson("ann")
    for (const id of ["00000001", "00000002"]) yield* store.insert(makeApiKey(id, ann))
    const both = yield* runInterleaved(
      store.revoke(ann, "00000001", instant),
      store.revoke(ann, "00000001", instant),
    )
    assert.sameMembers([...both], [true, false])
    const all = yield* runTwenty(() => store.revoke(ann, "00000002", instant))
    assert.strictEqual(all.filter((revoked) => revoked).length, 1)
  }),

  "replaces a key once, and lets it expire no later than before": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    const until = addSeconds(instant, 60)
    yield* store.insert(makeApiKey("00000001", ann))
    yield* store.insert(makeApiKey("00000002", ann, { expiresAt: addSeconds(instant, 30) }))
    yield* store.insert(makeApiKey("00000003", ann, { revokedAt: instant }))
    const replace = (user: Username, id: string, successor: string) =>
      store.replace(user, id, { successor, until })
    assert.isFalse(yield* replace(bob, "00000001", "next"))
    assert.isFalse(yield* replace(ann, "00000003", "next"))
    assert.isFalse(yield* replace(ann, "00000009", "next"))
    assert.isTrue(yield* replace(ann, "00000001", "next"))
    assert.isTrue(yield* replace(ann, "00000002", "next"))
    assert.isFalse(yield* replace(ann, "00000001", "other"))
    const [first, second] = [(yield* findKey("00000001"))?.key, (yield* findKey("00000002"))?.key]
    assert.deepInclude(first, { successor: "next", expiresAt: until })
    assert.deepInclude(second, { successor: "next", expiresAt: addSeconds(instant, 30) })
  }),

  "replaces a key for one of many concurrent callers": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const ann = yield* addPerson("ann")
    for (const id of ["00000001", "00000002"]) yield* store.insert(makeApiKey(id, ann))
    const makeReplacement = (successor: string) => ({ successor, until: addSeconds(instant, 60) })
    const both = yield* runInterleaved(
      store.replace(ann, "00000001", makeReplacement("one")),
      store.replace(ann, "00000001", makeReplacement("two")),
    )
    assert.sameMembers([...both], [true, false])
    const all = yield* runTwenty((n) => store.replace(ann, "00000002", makeReplacement(`key${n}`)))
    assert.strictEqual(all.filter((replaced) => replaced).length, 1)
  }),

  "records a use unless a recent enough one is recorded": Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const ann = yield* addPerson("ann")
    yield* store.insert(makeApiKey("00000001", ann))
    const used = Effect.map(findKey("00000001"), (row) => row?.key.lastUsedAt)
    const touch = (seconds: number) =>
      store.touch("00000001", addSeconds(instant, seconds), addSeconds(instant, seconds - 60))
    yield* touch(0)
    assert.strictEqual(yield* used, addSeconds(instant, 0))
    yield* touch(60)
    assert.strictEqual(yield* used, addSeconds(instant, 0))
    yield* touch(61)
    assert.strictEqual(yield* used, addSeconds(instant, 61))
    yield* store.touch("unknown1", instant, instant)
  }),
})
