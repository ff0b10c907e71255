/** EndpointStore: endpoints, and concurrent changes of them. */
import { DatasetId, generateId } from "@annotary/core"
import { type Endpoint, EndpointId, EndpointStore, KeySetId, type SealedSecret } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addPerson, instant, oddText } from "../fixtures.ts"
import { runInterleaved, runTwenty } from "../suite.ts"
import { addEndpoint, ann, makeEndpoint } from "./fixtures.ts"
import { makeWebhookSuite } from "./suite.ts"

const read = ({ id }: Endpoint) =>
  Effect.flatMap(EndpointStore, (store) => Effect.map(store.byId(id), Option.getOrNull))

const makeSecret = (sealed: string): SealedSecret => ({
  kind: "v1a",
  sealed,
  createdAt: instant,
  expiresAt: instant,
})

export const endpoints = makeWebhookSuite("EndpointStore", {
  "stores an endpoint unchanged": Effect.gen(function* () {
    const store = yield* EndpointStore
    const { owner, dataset } = yield* ann
    const plain = yield* addEndpoint(owner)
    assert.deepStrictEqual(yield* read(plain), plain)
    const full = yield* addEndpoint(owner, {
      url: "https://example.com:8443/é?x=1",
      version: 2.5,
      description: oddText,
      eventTypes: ["label.updated", "sample.*", "endpoint.failing"],
      datasets: [dataset.id, yield* generateId(DatasetId)],
      enabled: false,
      disabledReason: "gone",
      rateLimit: 1000,
      headers: [{ name: "X-É", sealed: oddText }],
      chat: true,
      fifo: true,
      batch: 1000,
      retrySchedule: [5, 3600],
      timeoutSeconds: 7,
      timeToLiveSeconds: 86_400,
      secrets: [makeSecret("a"), makeSecret("b")],
    })
    assert.deepStrictEqual(yield* read(full), full)
    assert.isTrue(Option.isNone(yield* store.byId(yield* generateId(EndpointId))))
  }),

  "lists an owner's endpoints, oldest first": Effect.gen(function* () {
    const store = yield* EndpointStore
    const { owner } = yield* ann
    const bob = yield* addPerson("bob")
    const [one, other, two] = [yield* addEndpoint(owner), yield* addEndpoint(bob), yield* addEndpoint(owner)]
    assert.deepStrictEqual(yield* store.ofOwner(owner), [one, two])
    assert.deepStrictEqual(yield* store.ofOwner(bob), [other])
  }),

  "updates all fields except the owner and whether the endpoint is enabled": Effect.gen(function* () {
    const store = yield* EndpointStore
    const { owner } = yield* ann
    const bob = yield* addPerson("bob")
    const endpoint = yield* addEndpoint(owner)
    const changed = {
      ...endpoint,
      url: "https://example.com/other",
      description: oddText,
      batch: 5,
      updatedAt: instant,
    }
    assert.isTrue(yield* store.update({ ...changed, owner: bob, enabled: false, disabledReason: "owner" }))
    assert.deepStrictEqual(yield* read(endpoint), changed)
    assert.isFalse(yield* store.update(yield* makeEndpoint(owner)))
  }),

  "disables and enables an endpoint for one of twenty concurrent callers": Effect.gen(function* () {
    const store = yield* EndpointStore
    const endpoint = yield* addEndpoint((yield* ann).owner)
    const off = yield* runTwenty((i) =>
      store.setEnabled({ id: endpoint.id, reason: i % 2 === 0 ? "gone" : "failing" }),
    )
    assert.lengthOf(
      off.filter((done) => done),
      1,
    )
    const stored = yield* read(endpoint)
    assert.isFalse(stored?.enabled)
    assert.include(["gone", "failing"], stored?.disabledReason)
    assert.isFalse(yield* store.setEnabled({ id: endpoint.id, reason: "owner" }))
    assert.deepStrictEqual(yield* read(endpoint), stored)
    const on = yield* runTwenty(() => store.setEnabled({ id: endpoint.id, reason: null }))
    assert.lengthOf(
      on.filter((done) => done),
      1,
    )
    assert.deepStrictEqual(yield* read(endpoint), endpoint)
  }),

  "keeps the secrets of two concurrent rotations": Effect.gen(function* () {
    const store = yield* EndpointStore
    const endpoint = yield* addEndpoint((yield* ann).owner)
    const rotate = (sealed: string) =>
      Effect.gen(function* () {
        const stored = Option.getOrThrow(yield* store.byId(endpoint.id))
        yield* store.update({ ...stored, secrets: [makeSecret(sealed), ...stored.secrets] })
      })
    yield* runInterleaved(rotate("a"), rotate("b"))
    const storedSecrets = (yield* read(endpoint))?.secrets.map(({ sealed }) => sealed) ?? []
    assert.sameMembers([...storedSecrets], ["a", "b", "sealed"])
    assert.strictEqual(storedSecrets.at(-1), "sealed")
  }),

  "counts an owner's endpoints correctly when two are added concurrently": Effect.gen(function* () {
    const store = yield* EndpointStore
    const { owner } = yield* ann
    const add = Effect.gen(function* () {
      const before = (yield* store.ofOwner(owner)).length
      if (before < 1) yield* store.insert(yield* makeEndpoint(owner))
    })
    yield* runInterleaved(add, add)
    assert.lengthOf(yield* store.ofOwner(owner), 1)
  }),

  "creates one key set per account, the same for all concurrent callers, with only that account's endpoints":
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { owner } = yield* ann
      const bob = yield* addPerson("bob")
      const [one, two] = [yield* addEndpoint(owner), yield* addEndpoint(owner)]
      yield* addEndpoint(bob)
      const makeKeySetId = (n: number) => KeySetId.make(String(n).padStart(43, "k"))
      const [first, second] = yield* runInterleaved(
        store.keySet(owner, makeKeySetId(0)),
        store.keySet(owner, makeKeySetId(1)),
      )
      assert.strictEqual(first, second)
      const keySets = new Set(yield* runTwenty((n) => store.keySet(owner, makeKeySetId(n))))
      assert.deepStrictEqual([...keySets], [first])
      assert.deepStrictEqual(yield* store.ofKeySet(first), [one, two])
      assert.isNull(yield* store.ofKeySet(makeKeySetId(99)))
      const other = yield* store.keySet(bob, makeKeySetId(98))
      assert.lengthOf((yield* store.ofKeySet(other)) ?? [], 1)
      yield* store.remove(one.id)
      yield* store.remove(two.id)
      assert.deepStrictEqual(yield* store.ofKeySet(first), [])
    }),

  "removes an endpoint for one of twenty concurrent callers": Effect.gen(function* () {
    const store = yield* EndpointStore
    const endpoint = yield* addEndpoint((yield* ann).owner)
    const gone = yield* runTwenty(() => store.remove(endpoint.id))
    assert.lengthOf(
      gone.filter((done) => done),
      1,
    )
    assert.isNull(yield* read(endpoint))
    assert.strictEqual((yield* store.health([endpoint.id])).size, 0)
  }),
})
