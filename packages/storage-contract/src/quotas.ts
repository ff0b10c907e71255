/** QuotaStore: limits, and a number of samples that no concurrent callers exceed. */
import { DatasetStore, now, QuotaStore, type Username } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { aDataset, anOrganization, aPerson } from "./fixtures.ts"
import { interleaved, suite, twenty } from "./suite.ts"

const limits = { samples: 10, requestsPerMinute: 600 }

const used = (organization: Username) =>
  Effect.flatMap(QuotaStore, (store) =>
    Effect.map(store.get(organization), (found) => Option.getOrThrow(found).samplesUsed),
  )

const counted = (owner: Username, name: string, samples: number) =>
  Effect.gen(function* () {
    const dataset = yield* aDataset(owner, name)
    yield* (yield* DatasetStore).addCounts(dataset.id, { samples, byStatus: {} })
    return dataset
  })

export const quotas = suite("QuotaStore", {
  "keeps the limits of an organization, and their use when they change": Effect.gen(function* () {
    const store = yield* QuotaStore
    const [acme, beta] = yield* Effect.all([anOrganization("acme"), anOrganization("beta")])
    assert.isTrue(Option.isNone(yield* store.get(acme)))
    yield* store.set(acme, limits)
    yield* store.set(beta, { samples: null, requestsPerMinute: null })
    assert.isTrue(yield* store.addSamples(acme, 4))
    yield* store.set(acme, { ...limits, samples: 2 })
    const quota = { organization: acme, samples: 2, requestsPerMinute: 600, samplesUsed: 4 }
    assert.deepStrictEqual(yield* store.get(acme), Option.some(quota))
    assert.strictEqual(yield* used(beta), 0)
  }),

  "counts up to the limit, and always less": Effect.gen(function* () {
    const store = yield* QuotaStore
    const [acme, beta] = yield* Effect.all([anOrganization("acme"), anOrganization("beta")])
    assert.isFalse(yield* store.addSamples(acme, 1))
    yield* store.set(acme, limits)
    yield* store.set(beta, { samples: null, requestsPerMinute: null })
    assert.isTrue(yield* store.addSamples(acme, 10))
    assert.isFalse(yield* store.addSamples(acme, 1))
    assert.strictEqual(yield* used(acme), 10)
    yield* store.set(acme, { ...limits, samples: 0 })
    assert.isTrue(yield* store.addSamples(acme, -3))
    assert.isTrue(yield* store.addSamples(beta, 1_000_000))
    assert.deepStrictEqual([yield* used(acme), yield* used(beta)], [7, 1_000_000])
  }),

  "counts no more than the limit for interleaved and many concurrent callers": Effect.gen(function* () {
    const store = yield* QuotaStore
    const acme = yield* anOrganization("acme")
    yield* store.set(acme, limits)
    const both = yield* interleaved(store.addSamples(acme, 6), store.addSamples(acme, 6))
    assert.sameMembers([...both], [true, false])
    const all = yield* twenty(() => store.addSamples(acme, 1))
    assert.strictEqual(all.filter((isCounted) => isCounted).length, 4)
    assert.strictEqual(yield* used(acme), 10)
  }),

  "counts anew the samples of live datasets of the organization": Effect.gen(function* () {
    const store = yield* QuotaStore
    const [acme, ann] = yield* Effect.all([anOrganization("acme"), aPerson("ann")])
    yield* store.set(acme, limits)
    yield* store.recount(acme)
    assert.strictEqual(yield* used(acme), 0)
    yield* counted(acme, "cars", 3)
    yield* counted(acme, "cats", 4)
    yield* counted(ann, "dogs", 5)
    const gone = yield* counted(acme, "gone", 8)
    yield* (yield* DatasetStore).markDeleted(gone.id, yield* now)
    yield* store.recount(acme)
    assert.strictEqual(yield* used(acme), 7)
    yield* store.recount(ann)
    assert.isTrue(Option.isNone(yield* store.get(ann)))
  }),

  "counts anew after a caller that adds samples meanwhile": Effect.gen(function* () {
    const store = yield* QuotaStore
    const datasets = yield* DatasetStore
    const acme = yield* anOrganization("acme")
    yield* store.set(acme, limits)
    const { id } = yield* counted(acme, "cars", 3)
    yield* store.recount(acme)
    const adding = store
      .addSamples(acme, 2)
      .pipe(Effect.zipLeft(datasets.addCounts(id, { samples: 2, byStatus: {} })))
    yield* interleaved(adding, store.recount(acme))
    assert.strictEqual(yield* used(acme), 5)
  }),

  "is known with the access to the organization's datasets": Effect.gen(function* () {
    const store = yield* QuotaStore
    const acme = yield* anOrganization("acme")
    const { id } = yield* aDataset(acme)
    const quota = Effect.flatMap(DatasetStore, (datasets) =>
      Effect.map(datasets.access({ _tag: "Id", id }, null), (found) => Option.getOrThrow(found).ownerQuota),
    )
    assert.isNull(yield* quota)
    yield* store.set(acme, { samples: 1, requestsPerMinute: null })
    assert.strictEqual((yield* quota)?.requestsPerMinute, null)
    yield* store.set(acme, limits)
    assert.strictEqual((yield* quota)?.requestsPerMinute, 600)
  }),
})
