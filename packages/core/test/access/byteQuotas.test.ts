/** Quotas of bytes: which files count for an organization, and what they refuse. */
import {
  AssetCollection,
  AssetRemoval,
  Assets,
  Datasets,
  Exports,
  Issues,
  JobWorker,
  Labels,
  layerJobHandlers,
  Organizations,
  QuotaStore,
  Quotas,
  Releases,
  Samples,
  Users,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream, TestClock } from "effect"
import { findAssetIds } from "../../src/assets/assetReferences.ts"
import { FormatRegistry } from "../../src/files/FormatRegistry.ts"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

const cars = named("acme", "cars")

/** A format whose archives have 50 bytes. */
const formats = Layer.succeed(FormatRegistry, {
  list: () => Promise.resolve([{ name: "zeros", title: "Zeros", reads: false, writes: true, taskTypes: [] }]),
  write: async ({ samples }: { readonly samples: AsyncIterable<unknown> }) => {
    let count = 0
    for await (const _ of samples) count++
    async function* bytes() {
      yield new Uint8Array(50)
    }
    return { bytes: bytes(), report: { samples: count, losses: [] }, close: () => Promise.resolve() }
  },
  read: () => Promise.reject(new Error("reads nothing")),
} as unknown as typeof FormatRegistry.Service)

const engine = () =>
  JobWorker.Default.pipe(
    Layer.provide(layerJobHandlers),
    Layer.provideMerge(world()),
    Layer.provideMerge(formats),
  )

const setting = (bytes: number | null) =>
  Effect.gen(function* () {
    yield* people("ann", "bob")
    yield* as("ann")(Effect.flatMap(Organizations, (all) => all.create({ username: "acme" })))
    yield* datasetOf("acme", { name: "cars" })
    if (bytes !== null) yield* limit(bytes)
  })

const limit = (bytes: number | null) =>
  asSystem(Effect.flatMap(Quotas, (quotas) => quotas.change("acme", { bytes })))

const used = Effect.flatMap(Quotas, (quotas) =>
  Effect.map(asSystem(quotas.get("acme")), ({ bytesUsed }) => bytesUsed),
)

/** The URL of an uploaded file of this size. */
const file = (size: number, by = "ann") =>
  Effect.flatMap(Assets, (assets) => assets.save("a.png", Stream.make(new Uint8Array(size)))).pipe(as(by))

const add = (ref: typeof cars, name: string, url: string) =>
  as("ann")(
    Effect.flatMap(Samples, (samples) => samples.create(ref, { name, attributes: { image: { url } } })),
  )

const label = (id: Parameters<Labels["put"]>[0], url: string) =>
  as("ann")(
    Effect.flatMap(Labels, (labels) =>
      labels.put(id, "ground-truth", {
        status: "LABELED",
        attributes: { annotations: [], segmentation_bitmap: { url } },
      }),
    ),
  )

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

const work = Effect.flatMap(JobWorker, ({ step }) => step)

describe("a quota of bytes", () => {
  it.effect("counts the files that samples and labels name, each once, whoever uploaded them", () =>
    Effect.gen(function* () {
      yield* setting(1000)
      const [one, two, mask] = yield* Effect.all([file(100), file(200, "bob"), file(7)])
      assert.strictEqual(yield* used, 0)
      const { sample } = yield* add(cars, "a", one)
      yield* add(cars, "b", one)
      yield* add(cars, "c", two)
      yield* label(sample.id, mask)
      yield* label(sample.id, mask)
      assert.strictEqual(yield* used, 307)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("refuses a sample and a label whose file would exceed it, and writes nothing of them", () =>
    Effect.gen(function* () {
      yield* setting(100)
      const [small, large, mask] = yield* Effect.all([file(60), file(41), file(41)])
      const { sample } = yield* add(cars, "a", small)
      const error = yield* Effect.flip(add(cars, "b", large))
      assert.deepInclude(error, { _tag: "QuotaExceeded", quota: "bytes", limit: 100, used: 60 })
      assert.strictEqual(yield* tagOf(label(sample.id, mask)), "QuotaExceeded")
      const labels = yield* Labels
      assert.strictEqual(yield* tagOf(as("ann")(labels.get(sample.id, "ground-truth"))), "NotFound")
      const change = as("ann")(
        Effect.flatMap(Samples, (samples) =>
          samples.update(sample.id, { attributes: { image: { url: large } } }),
        ),
      )
      assert.strictEqual(yield* tagOf(change), "QuotaExceeded")
      assert.strictEqual(yield* used, 60)
      // What needs no file is written.
      yield* add(cars, "c", "https://elsewhere.example/c.png")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is not exceeded by many callers at once", () =>
    Effect.gen(function* () {
      yield* setting(70)
      const urls = yield* Effect.all(Array.from({ length: 12 }, () => file(10)))
      const all = yield* Effect.forEach(urls, (url, n) => tagOf(add(cars, `s${n}`, url)), {
        concurrency: "unbounded",
      })
      assert.strictEqual(all.filter((outcome) => outcome === "done").length, 7)
      assert.strictEqual(yield* used, 70)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is free again when a file is deleted or collected, and when a dataset goes", () =>
    Effect.gen(function* () {
      yield* setting(1000)
      const [one, two] = yield* Effect.all([file(100), file(20)])
      const { sample } = yield* add(cars, "a", one)
      yield* add(cars, "b", two)
      const [id = assert.fail()] = findAssetIds(two)
      yield* as("ann")(Effect.flatMap(AssetRemoval, (removal) => removal.remove(id, { force: true })))
      assert.strictEqual(yield* used, 100)
      yield* as("ann")(Effect.flatMap(Samples, (samples) => samples.remove(sample.id)))
      assert.strictEqual(yield* used, 100)
      const collection = yield* AssetCollection
      yield* TestClock.adjust("2 hours")
      yield* Stream.runDrain(collection.collect({ dryRun: true, keepMillis: -3_600_000 }))
      assert.strictEqual(yield* used, 100)
      yield* Stream.runDrain(collection.collect({ dryRun: false, keepMillis: -3_600_000 }))
      assert.strictEqual(yield* used, 0)
      yield* add(cars, "c", yield* file(5))
      yield* as("ann")(Effect.flatMap(Datasets, (datasets) => datasets.remove(cars)))
      assert.strictEqual(yield* used, 0)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("counts what datasets of before name, and moves with a dataset that is transferred", () =>
    Effect.gen(function* () {
      yield* setting(null)
      yield* add(cars, "a", yield* file(100))
      yield* as("ann")(Effect.flatMap(Datasets, (all) => all.clone(cars, { name: "mine", owner: "ann" })))
      yield* limit(120)
      assert.strictEqual(yield* used, 100)
      const mine = named("ann", "mine")
      yield* add(mine, "b", yield* file(30))
      const datasets = yield* Datasets
      const transfer = as("ann")(datasets.transfer(mine, "acme"))
      const error = yield* Effect.flip(transfer)
      assert.deepInclude(error, { _tag: "QuotaExceeded", quota: "bytes", used: 130 })
      yield* limit(130)
      yield* transfer
      assert.strictEqual(yield* used, 130)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("counts a shared file for another dataset that names it, after a scan, when the first goes", () =>
    Effect.gen(function* () {
      yield* setting(1000)
      const url = yield* file(100)
      yield* datasetOf("ann", { name: "mine" })
      yield* add(named("ann", "mine"), "a", url)
      yield* add(cars, "a", url)
      assert.strictEqual(yield* used, 0)
      yield* as("ann")(Effect.flatMap(Datasets, (datasets) => datasets.remove(named("ann", "mine"))))
      const collection = yield* AssetCollection
      yield* Stream.runDrain(collection.collect({ dryRun: true, keepMillis: 3_600_000 }))
      assert.strictEqual(yield* used, 100)
      // What is counted is in the sum already, and not added to it again by the next call.
      yield* limit(150)
      yield* add(cars, "b", yield* file(50))
      assert.strictEqual(yield* tagOf(add(cars, "c", yield* file(1))), "QuotaExceeded")
      assert.strictEqual(yield* used, 150)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("counts anew before it refuses", () =>
    Effect.gen(function* () {
      yield* setting(100)
      yield* add(cars, "a", yield* file(40))
      const { username } = (yield* asSystem(Effect.flatMap(Users, (users) => users.get("acme")))).user
      // As after files that were collected by a server that knows of no quotas.
      yield* Effect.flatMap(QuotaStore, (store) => store.add(username, { samples: 0, bytes: 60 }))
      yield* add(cars, "b", yield* file(40))
      assert.strictEqual(yield* used, 80)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("counts files that a new dataset names", () =>
    Effect.gen(function* () {
      yield* setting(1000)
      const readme = yield* file(100)
      const trucks = { owner: "acme", name: "trucks", category: "other", taskType: "bboxes", readme } as const
      yield* as("ann")(Effect.flatMap(Datasets, (datasets) => datasets.create(trucks)))
      assert.strictEqual(yield* used, 100)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("counts files of readmes and issues, and does not refuse them", () =>
    Effect.gen(function* () {
      yield* setting(10)
      const [readme, picture] = yield* Effect.all([file(100), file(200)])
      const { sample } = yield* add(cars, "a", "https://elsewhere.example/a.png")
      yield* as("ann")(Effect.flatMap(Datasets, (datasets) => datasets.update(cars, { readme })))
      const issue = { description: `see ${picture}` }
      yield* as("ann")(Effect.flatMap(Issues, (issues) => issues.open(sample.id, issue)))
      assert.strictEqual(yield* used, 300)
    }).pipe(Effect.provide(engine())),
  )
})

describe("the files of releases and exports", () => {
  it.effect("count until they are deleted, and fail when they would exceed the quota", () =>
    Effect.gen(function* () {
      yield* setting(1_000_000)
      yield* add(cars, "a", "https://elsewhere.example/a.png")
      const releases = yield* Releases
      const release = (name: string) =>
        Effect.gen(function* () {
          yield* as("ann")(releases.create(cars, { name }))
          yield* work
          return yield* as("ann")(releases.get(cars, name))
        })
      const first = yield* release("v1")
      assert.strictEqual(first.status, "SUCCEEDED")
      assert.strictEqual(yield* used, first.sizeBytes)
      yield* limit((first.sizeBytes ?? 0) + 1)
      const second = yield* release("v2")
      assert.deepInclude(second, { status: "FAILED", fileKey: null, sizeBytes: null })
      assert.match(second.statusInfo ?? "", /quota of \d+ bytes of files/)
      assert.strictEqual(yield* used, first.sizeBytes)
      yield* as("ann")(releases.remove(cars, "v1"))
      assert.strictEqual(yield* used, 0)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("of an export count, too", () =>
    Effect.gen(function* () {
      yield* setting(60)
      yield* add(cars, "a", "https://elsewhere.example/a.png")
      const exports = yield* Exports
      const written = Effect.gen(function* () {
        const { id } = yield* as("ann")(exports.create(cars, { format: "zeros" }))
        yield* work
        return yield* as("ann")(exports.get(cars, id))
      })
      const first = yield* written
      assert.deepInclude(first, { status: "SUCCEEDED", sizeBytes: 50 })
      assert.strictEqual(yield* used, 50)
      const second = yield* written
      assert.deepInclude(second, { status: "FAILED", fileKey: null })
      assert.include(second.statusInfo ?? "", "quota of 60 bytes of files and uses 50")
      yield* as("ann")(exports.remove(cars, first.id))
      assert.strictEqual(yield* used, 0)
    }).pipe(Effect.provide(engine())),
  )
})
