/** AuditStore: append-only, newest first. */
import { type AuditEntry, type AuditFilter, AuditId, AuditStore, nextId } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { aDataset, aPerson, instant, oddJson, plus } from "./fixtures.ts"
import { suite } from "./suite.ts"

const entry = (fields: Pick<AuditEntry, "account"> & Partial<AuditEntry>): Effect.Effect<AuditEntry> =>
  Effect.map(nextId(AuditId), (id) => ({
    id,
    at: instant,
    by: null,
    action: "collaborator.added",
    datasetId: null,
    details: oddJson,
    ...fields,
  }))

export const audit = suite("AuditStore", {
  "stores entries unchanged, by dataset and by account": Effect.gen(function* () {
    const store = yield* AuditStore
    const [ann, bob] = yield* Effect.all([aPerson("ann"), aPerson("bob")])
    const dataset = yield* aDataset(ann)
    const one = yield* entry({ account: ann, datasetId: dataset.id, by: bob })
    const two = yield* entry({ account: ann })
    const three = yield* entry({ account: bob })
    for (const each of [one, two, three]) yield* store.append(each)
    assert.deepStrictEqual(yield* store.ofDataset(dataset.id, { before: null, limit: 10 }), [one])
    assert.deepStrictEqual(yield* store.ofAccount(ann, { before: null, limit: 10 }), [two, one])
    assert.deepStrictEqual(yield* store.ofAccount(bob, { before: null, limit: 10 }), [three])
    assert.deepStrictEqual(yield* store.ofAccountAlone(ann, { before: null, limit: 1 }), [two])
    assert.deepStrictEqual(yield* store.ofAccounts({ before: null, limit: 10 }), [three, two])
    assert.deepStrictEqual(yield* store.ofAccounts({ before: three.id, limit: 1 }), [two])
  }),

  "lists pages newest first": Effect.gen(function* () {
    const store = yield* AuditStore
    const ann = yield* aPerson("ann")
    const dataset = yield* aDataset(ann)
    const all = yield* Effect.replicateEffect(entry({ account: ann, datasetId: dataset.id }), 5)
    for (const each of all) yield* store.append(each)
    const ids = all.map(({ id }) => id).reverse()
    for (const read of [store.ofDataset.bind(null, dataset.id), store.ofAccount.bind(null, ann)]) {
      const page = (before: AuditId | null, limit: number) =>
        Effect.map(read({ before, limit }), (found) => found.map(({ id }) => id))
      assert.deepStrictEqual(yield* page(null, 2), ids.slice(0, 2))
      assert.deepStrictEqual(yield* page(ids[1] ?? null, 2), ids.slice(2, 4))
      assert.deepStrictEqual(yield* page(ids[4] ?? null, 2), [])
    }
  }),

  "lists the entries of an action, a person, an account and a time, with full pages while there are more":
    Effect.gen(function* () {
      const store = yield* AuditStore
      const [ann, bob] = yield* Effect.all([aPerson("Ann"), aPerson("bob")])
      const later = plus(instant, 60)
      const added = yield* entry({ account: ann, by: bob, action: "member.added" })
      const removed = yield* entry({ account: ann, by: ann, action: "member.removed", at: later })
      const others = yield* entry({ account: bob, by: bob, action: "membership.added", at: later })
      for (const each of [added, removed, others]) yield* store.append(each)
      const list = (filter: AuditFilter, limit = 10) =>
        Effect.map(store.ofAccounts({ before: null, limit, ...filter }), (found) => found.map(({ id }) => id))
      assert.deepStrictEqual(yield* list({ action: "member" }), [removed.id, added.id])
      assert.deepStrictEqual(yield* list({ action: "member.added" }), [added.id])
      assert.deepStrictEqual(yield* list({ action: "m_mber" }), [])
      assert.deepStrictEqual(yield* list({ by: "BOB" }), [others.id, added.id])
      assert.deepStrictEqual(yield* list({ account: "ANN" }), [removed.id, added.id])
      assert.deepStrictEqual(yield* list({ since: later }), [others.id, removed.id])
      assert.deepStrictEqual(yield* list({ until: later }), [added.id])
      assert.deepStrictEqual(yield* list({ action: "member", by: "bob", account: "ann" }, 1), [added.id])
      assert.deepStrictEqual(yield* list({ before: removed.id, action: "member" } as AuditFilter), [added.id])
    }),

  "deletes entries from before, in batches": Effect.gen(function* () {
    const store = yield* AuditStore
    const ann = yield* aPerson("ann")
    const dataset = yield* aDataset(ann)
    for (const seconds of [-3, -2, -1])
      yield* store.append(yield* entry({ account: ann, datasetId: dataset.id, at: plus(instant, seconds) }))
    const kept = yield* entry({ account: ann, at: instant })
    yield* store.append(kept)
    const forget = store.forget(instant, 2)
    assert.deepStrictEqual([yield* forget, yield* forget, yield* forget], [2, 1, 0])
    assert.deepStrictEqual(yield* store.ofAccount(ann, { before: null, limit: 10 }), [kept])
  }),
})
