/** QuotaStore: limits, and a use that no concurrent callers let exceed them. */
import {
  AssetId,
  AssetStore,
  type DatasetId,
  DatasetStore,
  generateId,
  now,
  QuotaStore,
  ReleaseStore,
  TransferId,
  TransferStore,
  toJsonText,
  type Username,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addDataset, addOrganization, addPerson, addSeconds, instant, makeRelease } from "./fixtures.ts"
import { makeSuite, runInterleaved, runTwenty } from "./suite.ts"

/** More than 32 bits. */
const tebibytes = 2 ** 40
const limits = { samples: 10, bytes: 10 * tebibytes, requestsPerMinute: 600 }
const none = { samples: null, bytes: null, requestsPerMinute: null }

const countSamples = (count: number) => ({ samples: count, bytes: 0 })
const countBytes = (count: number) => ({ samples: 0, bytes: count })

const readUsedSamples = (organization: Username) =>
  Effect.flatMap(QuotaStore, (store) =>
    Effect.map(store.get(organization), (found) => Option.getOrThrow(found).samplesUsed),
  )

const readUsedBytes = (organization: Username) =>
  Effect.flatMap(QuotaStore, (store) =>
    Effect.map(store.get(organization), (found) => Option.getOrThrow(found).bytesUsed),
  )

/** A file of this size that the dataset names. */
const addFile = (owner: Username, dataset: DatasetId, sizeBytes: number) =>
  Effect.gen(function* () {
    const store = yield* AssetStore
    const id = yield* generateId(AssetId)
    yield* store.insert({
      id,
      filename: "a.png",
      contentType: null,
      sizeBytes: null,
      createdAt: instant,
      createdBy: owner,
      readDigest: "ab".repeat(32),
      uploadDigest: "cd".repeat(32),
      uploadExpiresAt: addSeconds(instant, 3600),
      uploadedAt: null,
      unreferencedSince: null,
    })
    yield* store.takeUpload(id, { token: "one", at: instant, until: addSeconds(instant, 60) })
    yield* store.setUploaded(id, "one", { contentType: "image/png", sizeBytes, at: instant })
    yield* store.count([id], dataset)
    return id
  })

const addArchive = (
  owner: Username,
  datasetId: DatasetId,
  direction: "export" | "import",
  sizeBytes: number,
) =>
  Effect.gen(function* () {
    const id = yield* generateId(TransferId)
    yield* (yield* TransferStore).insert({
      id,
      datasetId,
      direction,
      format: "coco",
      options: toJsonText({}),
      assetId: null,
      status: "SUCCEEDED",
      statusInfo: null,
      samplesDone: 0,
      report: null,
      sha256: "ab".repeat(32),
      sizeBytes,
      fileKey: "a",
      createdAt: instant,
      createdBy: owner,
    })
    return id
  })

const addCounted = (owner: Username, name: string, samples: number) =>
  Effect.gen(function* () {
    const dataset = yield* addDataset(owner, name)
    yield* (yield* DatasetStore).addCounts(dataset.id, { samples, byStatus: {} })
    return dataset
  })

export const quotas = makeSuite("QuotaStore", {
  "keeps the limits of an organization, and their use when they change": Effect.gen(function* () {
    const store = yield* QuotaStore
    const [acme, beta] = yield* Effect.all([addOrganization("acme"), addOrganization("beta")])
    assert.isTrue(Option.isNone(yield* store.get(acme)))
    yield* store.set(acme, limits)
    yield* store.set(beta, none)
    assert.isTrue(yield* store.add(acme, countSamples(4)))
    yield* store.set(acme, { ...limits, samples: 2 })
    const quota = { ...limits, organization: acme, samples: 2, samplesUsed: 4, bytesUsed: 0 }
    assert.deepStrictEqual(yield* store.get(acme), Option.some(quota))
    assert.strictEqual(yield* readUsedSamples(beta), 0)
  }),

  "counts up to the limit, and always less": Effect.gen(function* () {
    const store = yield* QuotaStore
    const [acme, beta] = yield* Effect.all([addOrganization("acme"), addOrganization("beta")])
    assert.isFalse(yield* store.add(acme, countSamples(1)))
    yield* store.set(acme, limits)
    yield* store.set(beta, none)
    assert.isTrue(yield* store.add(acme, countSamples(10)))
    assert.isFalse(yield* store.add(acme, countSamples(1)))
    assert.strictEqual(yield* readUsedSamples(acme), 10)
    yield* store.set(acme, { ...limits, samples: 0 })
    assert.isTrue(yield* store.add(acme, countSamples(-3)))
    assert.isTrue(yield* store.add(beta, countSamples(1_000_000)))
    assert.deepStrictEqual([yield* readUsedSamples(acme), yield* readUsedSamples(beta)], [7, 1_000_000])
  }),

  "counts bytes up to the limit, and nothing of what exceeds one of the limits": Effect.gen(function* () {
    const store = yield* QuotaStore
    const acme = yield* addOrganization("acme")
    yield* store.set(acme, limits)
    assert.isTrue(yield* store.add(acme, { samples: 9, bytes: 9 * tebibytes }))
    assert.isFalse(yield* store.add(acme, { samples: 1, bytes: 2 * tebibytes }))
    assert.isFalse(yield* store.add(acme, { samples: 2, bytes: 1 }))
    assert.isTrue(yield* store.add(acme, countBytes(tebibytes)))
    assert.isFalse(yield* store.add(acme, countBytes(1)))
    // At the limit of bytes, samples without files are added.
    assert.isTrue(yield* store.add(acme, countSamples(1)))
    assert.isTrue(yield* store.add(acme, countBytes(-tebibytes)))
    const quota = { ...limits, organization: acme, samplesUsed: 10, bytesUsed: 9 * tebibytes }
    assert.deepStrictEqual(yield* store.get(acme), Option.some(quota))
  }),

  "counts no more than the limit for interleaved and many concurrent callers": Effect.gen(function* () {
    const store = yield* QuotaStore
    const acme = yield* addOrganization("acme")
    yield* store.set(acme, limits)
    const both = yield* runInterleaved(store.add(acme, countSamples(6)), store.add(acme, countSamples(6)))
    assert.sameMembers([...both], [true, false])
    const all = yield* runTwenty(() => store.add(acme, countSamples(1)))
    assert.strictEqual(all.filter((isCounted) => isCounted).length, 4)
    assert.strictEqual(yield* readUsedSamples(acme), 10)
    const six = store.add(acme, countBytes(6 * tebibytes))
    assert.sameMembers([...(yield* runInterleaved(six, six))], [true, false])
    const more = yield* runTwenty(() => store.add(acme, countBytes(tebibytes)))
    assert.strictEqual(more.filter((isCounted) => isCounted).length, 4)
    assert.strictEqual(yield* readUsedBytes(acme), limits.bytes)
  }),

  "counts anew the samples of live datasets of the organization": Effect.gen(function* () {
    const store = yield* QuotaStore
    const [acme, ann] = yield* Effect.all([addOrganization("acme"), addPerson("ann")])
    yield* store.set(acme, limits)
    yield* store.recount(acme)
    assert.strictEqual(yield* readUsedSamples(acme), 0)
    yield* addCounted(acme, "cars", 3)
    yield* addCounted(acme, "cats", 4)
    yield* addCounted(ann, "dogs", 5)
    const gone = yield* addCounted(acme, "gone", 8)
    yield* (yield* DatasetStore).markDeleted(gone.id, yield* now)
    yield* store.recount(acme)
    assert.strictEqual(yield* readUsedSamples(acme), 7)
    yield* store.recount(ann)
    assert.isTrue(Option.isNone(yield* store.get(ann)))
  }),

  "counts anew the bytes of the assets, releases and exports of live datasets": Effect.gen(function* () {
    const store = yield* QuotaStore
    const releases = yield* ReleaseStore
    const [acme, ann] = yield* Effect.all([addOrganization("acme"), addPerson("ann")])
    yield* store.set(acme, limits)
    const cars = yield* addDataset(acme, "cars")
    const asset = yield* addFile(ann, cars.id, tebibytes)
    yield* addFile(ann, cars.id, 2)
    const release = yield* makeRelease(cars, "v1", { sizeBytes: 30, status: "SUCCEEDED" })
    yield* releases.insert(release)
    yield* releases.insert(yield* makeRelease(cars, "v2", { sizeBytes: null }))
    const archive = yield* addArchive(ann, cars.id, "export", 400)
    yield* addArchive(ann, cars.id, "import", 5000)
    const dogs = yield* addDataset(ann, "dogs")
    yield* addFile(ann, dogs.id, 60_000)
    const gone = yield* addDataset(acme, "gone")
    yield* addFile(ann, gone.id, 700_000)
    yield* (yield* DatasetStore).markDeleted(gone.id, yield* now)
    yield* store.recount(acme)
    assert.strictEqual(yield* readUsedBytes(acme), tebibytes + 432)
    yield* (yield* AssetStore).discard([asset], null)
    yield* releases.remove(release.id)
    yield* (yield* TransferStore).remove(archive)
    yield* store.recount(acme)
    assert.strictEqual(yield* readUsedBytes(acme), 2)
  }),

  "counts anew after a caller that adds samples meanwhile": Effect.gen(function* () {
    const store = yield* QuotaStore
    const datasets = yield* DatasetStore
    const acme = yield* addOrganization("acme")
    yield* store.set(acme, limits)
    const { id } = yield* addCounted(acme, "cars", 3)
    yield* store.recount(acme)
    const adding = store
      .add(acme, countSamples(2))
      .pipe(Effect.zipLeft(datasets.addCounts(id, { samples: 2, byStatus: {} })))
    yield* runInterleaved(adding, store.recount(acme))
    assert.strictEqual(yield* readUsedSamples(acme), 5)
  }),

  "is known with the access to the organization's datasets": Effect.gen(function* () {
    const store = yield* QuotaStore
    const acme = yield* addOrganization("acme")
    const { id } = yield* addDataset(acme)
    const quota = Effect.flatMap(DatasetStore, (datasets) =>
      Effect.map(datasets.access({ _tag: "Id", id }, null), (found) => Option.getOrThrow(found).ownerQuota),
    )
    assert.isNull(yield* quota)
    yield* store.set(acme, { ...none, samples: 1 })
    assert.strictEqual((yield* quota)?.requestsPerMinute, null)
    yield* store.set(acme, limits)
    assert.strictEqual((yield* quota)?.requestsPerMinute, 600)
  }),
})
