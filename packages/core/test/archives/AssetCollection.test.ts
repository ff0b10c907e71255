/** The collection of assets: what nothing names is deleted after the grace period, and nothing else. */
import {
  AssetCollection,
  AssetStore,
  BlobStore,
  computeSha256Hex,
  Datasets,
  type EngineSettingsValues,
  FormatRegistry,
  type Formats,
  generateId,
  Imports,
  Issues,
  Labels,
  Maintenance,
  now,
  ReleaseId,
  ReleaseName,
  ReleaseStore,
  Samples,
  StorageFailure,
  TransferId,
  TransferStore,
  toJsonText,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Option, Stream, TestClock } from "effect"
import { memory } from "../../src/memory.ts"
import { aDataset, aSample, gone, saved, stateOf, there } from "../assets/world.ts"
import { as, named, people, world } from "../world.ts"

const engine = (settings: Partial<EngineSettingsValues> = {}, storage = memory()) =>
  Layer.provideMerge(Maintenance.Default, world(settings, storage))

const collectWhenDue = Effect.flatMap(AssetCollection, (collection) => collection.collectWhenDue)

const collect = (keepMillis: number, dryRun = false) =>
  Effect.flatMap(AssetCollection, (collection) =>
    Effect.map(Stream.runCollect(collection.collect({ keepMillis, dryRun })), (found) =>
      [...found].map(({ id }) => id),
    ),
  )

const hour = 3_600_000
const markOf = (id: Parameters<(typeof AssetStore.Service)["byId"]>[0]) =>
  Effect.flatMap(AssetStore, (store) =>
    Effect.map(store.byId(id), (found) => Option.getOrThrow(found).unreferencedSince),
  )

const begun = Effect.zipRight(people("ada", "bob"), aDataset("cats"))

describe("the collection of assets", () => {
  it.effect("deletes an asset that nothing names thirty days after this was found, with its file", () =>
    Effect.gen(function* () {
      yield* begun
      const asset = yield* saved("ada")
      yield* collectWhenDue
      assert.deepStrictEqual(yield* stateOf(asset), there)
      // An asset that is as old as the first scan has no mark yet.
      yield* TestClock.adjust("1 day")
      yield* collectWhenDue
      yield* TestClock.adjust("30 days")
      yield* collectWhenDue
      assert.deepStrictEqual(yield* stateOf(asset), there)
      yield* TestClock.adjust("1 day")
      yield* collectWhenDue
      assert.deepStrictEqual(yield* stateOf(asset), gone)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("keeps what a text names, in a dataset of whomever", () =>
    Effect.gen(function* () {
      yield* begun
      const [samples, labels, issues] = yield* Effect.all([Samples, Labels, Issues])
      const urls: { [place: string]: Effect.Effect.Success<ReturnType<typeof saved>> } = {}
      for (const place of [
        "attributes",
        "metadata",
        "readme",
        "label",
        "history",
        "issue",
        "reply",
        "dataset",
      ])
        urls[place] = yield* saved("bob", `${place}.png`)
      const url = (place: string) => urls[place]?.url ?? ""
      const ref = named("ada", "cats")
      yield* Effect.gen(function* () {
        const { sample } = yield* samples.create(ref, {
          name: "all",
          attributes: { image: { url: url("attributes") } },
          metadata: `{"url":"${url("metadata").replaceAll("/", "\\/")}"}`,
          readme: `![](${url("readme")})`,
        })
        for (const place of ["history", "label"])
          yield* labels.put(sample.id, "ground-truth", {
            attributes: { annotations: [], segmentation_bitmap: { url: url(place) } },
          })
        const issue = yield* issues.open(sample.id, { description: url("issue") })
        yield* issues.addComment(issue.id, url("reply"))
        yield* (yield* Datasets).update(ref, { readme: url("dataset") })
      }).pipe(as("ada"))
      const unnamed = yield* saved("ada")
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* collect(hour), [])
      yield* TestClock.adjust("2 hours")
      assert.deepStrictEqual(yield* collect(hour), [unnamed.id])
      for (const [place, asset] of Object.entries(urls))
        assert.deepStrictEqual(yield* stateOf(asset), there, place)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("keeps what the file of a release names, and the archive of an import that is PENDING", () =>
    Effect.gen(function* () {
      yield* begun
      const { record } = yield* Effect.flatMap(Datasets, (datasets) =>
        datasets.get(named("ada", "cats")),
      ).pipe(as("ada"))
      const [releases, transfers, blobs] = yield* Effect.all([ReleaseStore, TransferStore, BlobStore])
      const [released, pending, ended] = yield* Effect.all([saved("ada"), saved("ada"), saved("ada")])
      const made = {
        datasetId: record.dataset.id,
        createdAt: yield* now,
        createdBy: record.dataset.createdBy,
      }
      const fileKey = "releases/one/1.json"
      const file = new TextEncoder().encode(`{"url":"${released.url}"}`)
      yield* blobs.put(fileKey, Stream.make(file))
      yield* releases.insert({
        ...made,
        id: yield* generateId(ReleaseId),
        name: ReleaseName.make("v1"),
        description: "",
        status: "SUCCEEDED",
        statusInfo: null,
        samplesCount: 0,
        samplesDone: 0,
        sha256: computeSha256Hex(file),
        sizeBytes: file.length,
        samplesSha256: null,
        fileKey,
      })
      for (const [status, { id: assetId }] of [
        ["PENDING", pending],
        ["FAILED", ended],
      ] as const)
        yield* transfers.insert({
          ...made,
          id: yield* generateId(TransferId),
          direction: "import",
          format: "coco",
          options: toJsonText({}),
          assetId,
          status,
          statusInfo: null,
          samplesDone: 0,
          report: null,
          sha256: null,
          sizeBytes: null,
          fileKey: null,
        })
      yield* TestClock.adjust("1 hour")
      yield* collect(hour)
      yield* TestClock.adjust("2 hours")
      assert.deepStrictEqual(yield* collect(hour), [ended.id])
      for (const asset of [released, pending]) assert.deepStrictEqual(yield* stateOf(asset), there)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("keeps the archive of an import that begins behind a scan in progress", () => {
    const reads = { name: "none", title: "None", writes: false, reads: true }
    const formats: Formats = {
      list: async () => [reads],
      write: () => Promise.reject(new Error("It is only read.")),
      read: () => Promise.reject(new Error("No worker runs.")),
    }
    return Effect.gen(function* () {
      yield* begun
      const imports = yield* Imports
      const archive = yield* saved("ada")
      yield* TestClock.adjust("1 hour")
      yield* collect(hour)
      assert.isNotNull(yield* markOf(archive.id))
      yield* as("ada")(imports.create(named("ada", "cats"), { asset: archive.id }))
      assert.isNull(yield* markOf(archive.id))
    }).pipe(Effect.provide(Layer.provideMerge(engine(), Layer.succeed(FormatRegistry, formats))))
  })

  it.effect("deletes what only a deleted dataset or a deleted sample named", () =>
    Effect.gen(function* () {
      yield* begun
      yield* aDataset("dogs")
      const [ofSample, ofDataset, ofOther] = yield* Effect.all([saved("ada"), saved("ada"), saved("ada")])
      const { sample } = yield* aSample("cats", "one", ofSample.url)
      yield* aSample("cats", "two", ofOther.url)
      yield* aSample("dogs", "one", ofDataset.url)
      yield* TestClock.adjust("1 hour")
      yield* collect(hour)
      yield* Effect.zipRight(
        Effect.flatMap(Samples, (samples) => samples.remove(sample.id)),
        Effect.flatMap(Datasets, (datasets) => datasets.remove(named("ada", "dogs"))),
      ).pipe(as("ada"))
      assert.deepStrictEqual(yield* collect(hour), [])
      yield* TestClock.adjust("2 hours")
      assert.sameMembers(yield* collect(hour), [ofSample.id, ofDataset.id])
      assert.deepStrictEqual(yield* stateOf(ofOther), there)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("keeps an asset that is named again, also behind a scan in progress", () =>
    Effect.gen(function* () {
      yield* begun
      const [store, labels] = yield* Effect.all([AssetStore, Labels])
      const { sample } = yield* aSample("cats", "one", null)
      const asset = yield* saved("ada")
      yield* TestClock.adjust("1 hour")
      yield* collect(hour)
      yield* TestClock.adjust("2 hours")
      const startedAt = yield* now
      // The scan has read the dataset, and then the label names the asset.
      assert.isNotNull(yield* markOf(asset.id))
      yield* labels
        .put(sample.id, "ground-truth", { attributes: { annotations: [], url: asset.url } })
        .pipe(as("ada"))
      assert.isNull(yield* markOf(asset.id))
      assert.deepStrictEqual(yield* store.discard([asset.id], { before: startedAt }), [])
      assert.deepStrictEqual(yield* stateOf(asset), there)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("removes the mark with every text that a person writes", () =>
    Effect.gen(function* () {
      yield* begun
      const [samples, labels, issues, datasets] = yield* Effect.all([Samples, Labels, Issues, Datasets])
      const ref = named("ada", "cats")
      const { url, id } = yield* saved("ada")
      const { sample } = yield* aSample("cats", "one", null)
      const issue = yield* issues.open(sample.id, { description: "dark" }).pipe(as("ada"))
      const writes = {
        sample: samples.create(ref, { name: "two", metadata: { url } }),
        samples: samples.createMany(ref, [{ name: "three", readme: url }]),
        change: samples.update(sample.id, { attributes: { url } }),
        withLabel: samples.create(ref, {
          name: "four",
          label: { status: "PRELABELED", attributes: { annotations: [], url } },
        }),
        label: labels.put(sample.id, "ground-truth", { attributes: { annotations: [], url } }),
        issue: issues.open(sample.id, { description: url }),
        issueChange: issues.update(issue.id, { description: url }),
        reply: issues.addComment(issue.id, url),
        dataset: datasets.create({ name: "dogs", category: "other", taskType: "vector", readme: url }),
        readme: datasets.update(ref, { readme: url }),
      }
      for (const [name, write] of Object.entries<Effect.Effect<unknown, unknown, never>>(writes as never)) {
        yield* TestClock.adjust("1 hour")
        yield* Effect.flatMap(AssetStore, (store) =>
          Effect.flatMap(now, (at) => store.mark(at, { after: null, limit: 10 })),
        )
        assert.isNotNull(yield* markOf(id), name)
        yield* write.pipe(as("ada"))
        assert.isNull(yield* markOf(id), name)
      }
    }).pipe(Effect.provide(engine())),
  )

  it.effect("deletes nothing in a dry run, and nothing while the settings keep assets for ever", () =>
    Effect.gen(function* () {
      yield* begun
      const asset = yield* saved("ada")
      yield* TestClock.adjust("1 hour")
      yield* collect(hour, true)
      yield* TestClock.adjust("3650 days")
      assert.deepStrictEqual(yield* collect(hour, true), [asset.id])
      yield* collectWhenDue
      assert.deepStrictEqual(yield* stateOf(asset), there)
      assert.isTrue(Option.isNone(yield* Effect.flatMap(AssetStore, (store) => store.scan)))
    }).pipe(Effect.provide(engine({ keepAssetsMillis: null }))),
  )

  it.effect("goes on with a scan that was interrupted, after the last dataset that it read", () =>
    Effect.gen(function* () {
      yield* people("ada")
      const first = yield* aDataset("one")
      yield* aDataset("two")
      const [read, unread] = yield* Effect.all([saved("ada"), saved("ada")])
      yield* aSample("one", "a", read.url)
      yield* aSample("two", "a", unread.url)
      const store = yield* AssetStore
      yield* TestClock.adjust("1 hour")
      const startedAt = yield* now
      yield* store.mark(startedAt, { after: null, limit: 10 })
      yield* store.saveScan({ startedAt, after: first.record.dataset.id })
      yield* TestClock.adjust("1 hour")
      yield* collectWhenDue
      // The scan did not begin again: nobody has removed the mark of the first dataset's asset.
      assert.strictEqual(yield* markOf(read.id), startedAt)
      assert.isNull(yield* markOf(unread.id))
      assert.deepStrictEqual(yield* store.scan, Option.some({ startedAt, after: null }))
    }).pipe(Effect.provide(engine())),
  )

  it.effect("leaves a file whose deletion failed to the cleanup of uploads, and nobody can read it", () => {
    let broken = true
    const storage = memory().pipe(
      Layer.map((all) => {
        const blobs = Context.get(all, BlobStore)
        const failing = new StorageFailure({
          operation: "BlobStore.remove",
          transient: true,
          cause: "broken",
        })
        const remove = (key: string) =>
          Effect.suspend(() => (broken ? Effect.die(failing) : blobs.remove(key)))
        return Context.add(all, BlobStore, { ...blobs, remove })
      }),
    )
    return Effect.gen(function* () {
      yield* begun
      const asset = yield* saved("ada")
      yield* TestClock.adjust("1 hour")
      yield* collect(hour)
      yield* TestClock.adjust("2 days")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(collect(hour))))
      assert.deepStrictEqual(yield* stateOf(asset), { read: false, record: true, file: true })
      broken = false
      yield* Effect.flatMap(Maintenance, (maintenance) => maintenance.forget)
      assert.deepStrictEqual(yield* stateOf(asset), gone)
    }).pipe(Effect.provide(engine({}, storage)))
  })
})
