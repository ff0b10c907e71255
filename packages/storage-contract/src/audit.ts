/** AuditStore: append-only, newest first. */
import { type AuditEntry, type AuditFilter, AuditId, AuditStore, generateId } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { addDataset, addPerson, addSeconds, instant, oddJson } from "./fixtures.ts"
import { makeSuite } from "./suite.ts"

const makeEntry = (fields: Pick<AuditEntry, "account"> & Partial<AuditEntry>): Effect.Effect<AuditEntry> =>
  Effect.map(generateId(AuditId), (id) => ({
    id,
    at: instant,
    by: null,
    action: "collaborator.added",
    datasetId: null,
    details: oddJson,
    ...fields,
  }))

export const audit = makeSuite("AuditStore", {
  "stores entries unchanged, by dataset and by account": Effect.gen(function* () {
    const store = yield* AuditStore
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    const dataset = yield* addDataset(ann)
    const first = yield* makeEntry({ account: ann, datasetId: dataset.id, by: bob })
    const two = yield* makeEntry({ account: ann })
    const three = yield* makeEntry({ account: bob })
    for (const auditEntry of [first, two, three]) yield* store.append(auditEntry)
    assert.deepStrictEqual(yield* store.ofDataset(dataset.id, { before: null, limit: 10 }), [first])
    assert.deepStrictEqual(yield* store.ofAccount(ann, { before: null, limit: 10 }), [two, first])
    assert.deepStrictEqual(yield* store.ofAccount(bob, { before: null, limit: 10 }), [three])
    assert.deepStrictEqual(yield* store.ofAccountAlone(ann, { before: null, limit: 1 }), [two])
    assert.deepStrictEqual(yield* store.ofAccounts({ before: null, limit: 10 }), [three, two])
    assert.deepStrictEqual(yield* store.ofAccounts({ before: three.id, limit: 1 }), [two])
  }),

  "lists pages newest first": Effect.gen(function* () {
    const store = yield* AuditStore
    const ann = yield* addPerson("ann")
    const dataset = yield* addDataset(ann)
    const all = yield* Effect.replicateEffect(makeEntry({ account: ann, datasetId: dataset.id }), 5)
    for (const auditEntry of all) yield* store.append(auditEntry)
    const ids = all.map(({ id }) => id).reverse()
    for (const read of [store.ofDataset.bind(null, dataset.id), store.ofAccount.bind(null, ann)]) {
      const readPage = (before: AuditId | null, limit: number) =>
        Effect.map(read({ before, limit }), (found) => found.map(({ id }) => id))
      assert.deepStrictEqual(yield* readPage(null, 2), ids.slice(0, 2))
      assert.deepStrictEqual(yield* readPage(ids[1] ?? null, 2), ids.slice(2, 4))
      assert.deepStrictEqual(yield* readPage(ids[4] ?? null, 2), [])
    }
  }),

  "lists the entries of an action, a person, an account and a time, with full pages while there are more":
    Effect.gen(function* () {
      const store = yield* AuditStore
      const [ann, bob] = yield* Effect.all([addPerson("Ann"), addPerson("bob")])
      const later = addSeconds(instant, 60)
      const added = yield* makeEntry({ account: ann, by: bob, action: "member.added" })
      const removed = yield* makeEntry({ account: ann, by: ann, action: "member.removed", at: later })
      const others = yield* makeEntry({ account: bob, by: bob, action: "membership.added", at: later })
      for (const auditEntry of [added, removed, others]) yield* store.append(auditEntry)
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
    const ann = yield* addPerson("ann")
    const dataset = yield* addDataset(ann)
    for (const seconds of [-3, -2, -1])
      yield* store.append(
        yield* makeEntry({ account: ann, datasetId: dataset.id, at: addSeconds(instant, seconds) }),
      )
    const recent = yield* makeEntry({ account: ann, at: instant })
    yield* store.append(recent)
    const forget = store.forget(instant, 2)
    assert.deepStrictEqual([yield* forget, yield* forget, yield* forget], [2, 1, 0])
    assert.deepStrictEqual(yield* store.ofAccount(ann, { before: null, limit: 10 }), [recent])
  }),
})
