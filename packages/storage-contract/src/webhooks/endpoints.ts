/** EndpointStore: endpoints, and concurrent changes of them. */
import { DatasetId, nextId } from "@annotary/core"
import { type Endpoint, EndpointId, EndpointStore, KeySetId, type SealedSecret } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { aPerson, instant, oddText } from "../fixtures.ts"
import { interleaved, twenty } from "../suite.ts"
import { anEndpoint, ann, someEndpoint } from "./fixtures.ts"
import { webhookSuite } from "./suite.ts"

const read = ({ id }: Endpoint) =>
  Effect.flatMap(EndpointStore, (store) => Effect.map(store.byId(id), Option.getOrNull))

const secret = (sealed: string): SealedSecret => ({
  kind: "v1a",
  sealed,
  createdAt: instant,
  expiresAt: instant,
})

export const endpoints = webhookSuite("EndpointStore", {
  "stores an endpoint unchanged": Effect.gen(function* () {
    const store = yield* EndpointStore
    const { owner, dataset } = yield* ann
    const plain = yield* anEndpoint(owner)
    assert.deepStrictEqual(yield* read(plain), plain)
    const full = yield* anEndpoint(owner, {
      url: "https://example.com:8443/é?x=1",
      version: 2.5,
      description: oddText,
      eventTypes: ["label.updated", "sample.*", "endpoint.failing"],
      datasets: [dataset.id, yield* nextId(DatasetId)],
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
      secrets: [secret("a"), secret("b")],
    })
    assert.deepStrictEqual(yield* read(full), full)
    assert.isTrue(Option.isNone(yield* store.byId(yield* nextId(EndpointId))))
  }),

  "lists an owner's endpoints, oldest first": Effect.gen(function* () {
    const store = yield* EndpointStore
    const { owner } = yield* ann
    const bob = yield* aPerson("bob")
    const [one, other, two] = [yield* anEndpoint(owner), yield* anEndpoint(bob), yield* anEndpoint(owner)]
    assert.deepStrictEqual(yield* store.ofOwner(owner), [one, two])
    assert.deepStrictEqual(yield* store.ofOwner(bob), [other])
  }),

  "updates all fields except the owner and whether the endpoint is enabled": Effect.gen(function* () {
    const store = yield* EndpointStore
    const { owner } = yield* ann
    const bob = yield* aPerson("bob")
    const endpoint = yield* anEndpoint(owner)
    const changed = {
      ...endpoint,
      url: "https://example.com/other",
      description: oddText,
      batch: 5,
      updatedAt: instant,
    }
    assert.isTrue(yield* store.update({ ...changed, owner: bob, enabled: false, disabledReason: "owner" }))
    assert.deepStrictEqual(yield* read(endpoint), changed)
    assert.isFalse(yield* store.update(yield* someEndpoint(owner)))
  }),

  "disables and enables an endpoint for one of twenty concurrent callers": Effect.gen(function* () {
    const store = yield* EndpointStore
    const endpoint = yield* anEndpoint((yield* ann).owner)
    const off = yield* twenty((i) =>
      store.setEnabled({ id: endpoint.id, reason: i % 2 === 0 ? "gone" : "failing" }),
    )
    assert.lengthOf(
      off.filter((done) => done),
      1,
    )
    const found = yield* read(endpoint)
    assert.isFalse(found?.enabled)
    assert.include(["gone", "failing"], found?.disabledReason)
    assert.isFalse(yield* store.setEnabled({ id: endpoint.id, reason: "owner" }))
    assert.deepStrictEqual(yield* read(endpoint), found)
    const on = yield* twenty(() => store.setEnabled({ id: endpoint.id, reason: null }))
    assert.lengthOf(
      on.filter((done) => done),
      1,
    )
    assert.deepStrictEqual(yield* read(endpoint), endpoint)
  }),

  "keeps the secrets of two concurrent rotations": Effect.gen(function* () {
    const store = yield* EndpointStore
    const endpoint = yield* anEndpoint((yield* ann).owner)
    const rotate = (sealed: string) =>
      Effect.gen(function* () {
        const found = Option.getOrThrow(yield* store.byId(endpoint.id))
        yield* store.update({ ...found, secrets: [secret(sealed), ...found.secrets] })
      })
    yield* interleaved(rotate("a"), rotate("b"))
    const kept = (yield* read(endpoint))?.secrets.map(({ sealed }) => sealed) ?? []
    assert.sameMembers([...kept], ["a", "b", "sealed"])
    assert.strictEqual(kept.at(-1), "sealed")
  }),

  "counts an owner's endpoints correctly when two are added concurrently": Effect.gen(function* () {
    const store = yield* EndpointStore
    const { owner } = yield* ann
    const add = Effect.gen(function* () {
      const before = (yield* store.ofOwner(owner)).length
      if (before < 1) yield* store.insert(yield* someEndpoint(owner))
    })
    yield* interleaved(add, add)
    assert.lengthOf(yield* store.ofOwner(owner), 1)
  }),

  "creates one key set per account, the same for all concurrent callers, with only that account's endpoints":
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { owner } = yield* ann
      const bob = yield* aPerson("bob")
      const [one, two] = [yield* anEndpoint(owner), yield* anEndpoint(owner)]
      yield* anEndpoint(bob)
      const id = (n: number) => KeySetId.make(String(n).padStart(43, "k"))
      const [first, second] = yield* interleaved(store.keySet(owner, id(0)), store.keySet(owner, id(1)))
      assert.strictEqual(first, second)
      const known = new Set(yield* twenty((n) => store.keySet(owner, id(n))))
      assert.deepStrictEqual([...known], [first])
      assert.deepStrictEqual(yield* store.ofKeySet(first), [one, two])
      assert.isNull(yield* store.ofKeySet(id(99)))
      const other = yield* store.keySet(bob, id(98))
      assert.lengthOf((yield* store.ofKeySet(other)) ?? [], 1)
      yield* store.remove(one.id)
      yield* store.remove(two.id)
      assert.deepStrictEqual(yield* store.ofKeySet(first), [])
    }),

  "removes an endpoint for one of twenty concurrent callers": Effect.gen(function* () {
    const store = yield* EndpointStore
    const endpoint = yield* anEndpoint((yield* ann).owner)
    const gone = yield* twenty(() => store.remove(endpoint.id))
    assert.lengthOf(
      gone.filter((done) => done),
      1,
    )
    assert.isNull(yield* read(endpoint))
    assert.strictEqual((yield* store.health([endpoint.id])).size, 0)
  }),
})
