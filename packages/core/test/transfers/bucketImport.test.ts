import {
  BucketConnections,
  type BucketPage,
  Buckets,
  type Connections,
  Datasets,
  Imports,
  InvalidInput,
  JobWorker,
  layerJobHandlers,
  Organizations,
  Quotas,
  Samples,
  type TaskType,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream, TestClock } from "effect"
import { maxAttempts } from "../../src/jobs/JobHandlers.ts"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

const drives = named("acme", "drives")

/** A bucket whose pages have two keys, in the order of the keys. `refusals` refuse the first listings. */
const connectionsOf = (keys: ReadonlyArray<string>, asked: Array<string>, refusals: Array<BucketPage> = []) =>
  Layer.succeed(BucketConnections, {
    check: () => [],
    seal: () => Effect.succeed("sealed"),
    open: () => Effect.succeed(null),
    list: ({ prefix }, { after }) =>
      Effect.sync((): BucketPage => {
        asked.push(`${prefix} ${after ?? "first"}`)
        const refusal = refusals.shift()
        if (refusal !== undefined) return refusal
        const found = keys.filter((key) => key.startsWith(prefix)).toSorted()
        const start = after === null ? 0 : Number(after)
        const next = start + 2 < found.length ? String(start + 2) : null
        return { keys: found.slice(start, start + 2), next }
      }),
  } satisfies Connections)

const engineWith = (
  keys: ReadonlyArray<string>,
  asked: Array<string> = [],
  refusals: Array<BucketPage> = [],
) =>
  JobWorker.Default.pipe(
    Layer.provide(layerJobHandlers),
    Layer.provideMerge(world()),
    Layer.provideMerge(connectionsOf(keys, asked, refusals)),
  )

/** An organization of ada, in which bob has a dataset to manage, with one bucket. */
const prepared = (taskType: TaskType = "vector") =>
  Effect.gen(function* () {
    yield* people("ada", "bob")
    const organizations = yield* Organizations
    yield* as("ada")(organizations.create({ username: "acme" }))
    yield* as("ada")(organizations.putMember("acme", "bob", "manager"))
    const dataset = { name: "drives", category: "other", taskType, owner: "acme" } as const
    yield* as("ada")((yield* Datasets).create(dataset))
    const credentials = { keyId: "id", secret: "secret" }
    const bucket = { kind: "s3", name: "data", prefix: "raw/", credentials } as const
    yield* as("ada")((yield* Buckets).create("acme", bucket))
  })

const imported = (url: string) =>
  Effect.gen(function* () {
    const imports = yield* Imports
    const begun = yield* as("ada")(imports.create(drives, { url }))
    yield* (yield* JobWorker).step
    return yield* as("ada")(imports.get(drives, begun.id))
  })

const samplesOf = Effect.gen(function* () {
  const { rows } = yield* as("ada")((yield* Samples).list(drives))
  const found = yield* Stream.runCollect(rows)
  return Array.from(found, ({ sample }) => [sample.name, JSON.parse(sample.attributes ?? "{}")])
})

describe("a folder of a bucket", () => {
  const keys = [
    "raw/a/1.jpg",
    "raw/a/2.PNG",
    "raw/a/notes.txt",
    "raw/a/",
    "raw/b/3.jpg",
    "raw/4.jpg",
    "other/5.jpg",
  ]

  it.effect("becomes a sample for each image, page by page, and says what it left out", () => {
    const asked: Array<string> = []
    return Effect.gen(function* () {
      yield* prepared()
      const transfer = yield* imported("s3://data/raw")
      assert.deepStrictEqual(
        [transfer.status, transfer.format, transfer.samplesDone],
        ["SUCCEEDED", "bucket", 4],
      )
      assert.deepStrictEqual(
        new Map((yield* samplesOf) as Array<[string, unknown]>),
        new Map(
          ["4.jpg", "a/1.jpg", "a/2.PNG", "b/3.jpg"].map((name) => [
            name,
            { image: { url: `s3://data/raw/${name}` } },
          ]),
        ),
      )
      const { existing, losses, samples } = JSON.parse(transfer.report ?? "")
      assert.deepStrictEqual([samples, existing], [4, 0])
      assert.deepStrictEqual(
        losses.map(({ count, examples, kind }: Record<string, unknown>) => ({ count, examples, kind })),
        [{ kind: "other_files", count: 1, examples: ["raw/a/notes.txt"] }],
      )
      // Once to check all of it, and once to save.
      assert.deepStrictEqual(asked, ["raw/ first", "raw/ 2", "raw/ 4", "raw/ first", "raw/ 2", "raw/ 4"])
    }).pipe(Effect.provide(engineWith(keys, asked)))
  })

  it.effect("leaves out keys that nobody asked for, and those whose URLs lead elsewhere", () => {
    const odd = [
      "other/5.jpg",
      "/etc/6.jpg",
      "raw/../7.jpg",
      "raw/./8.jpg",
      "raw/a/..",
      "raw/..b/9.jpg",
      "raw/ok.jpg",
    ]
    const answered = Layer.succeed(BucketConnections, {
      check: () => [],
      seal: () => Effect.succeed("sealed"),
      open: () => Effect.succeed(null),
      list: () => Effect.succeed({ keys: odd, next: null }),
    } satisfies Connections)
    const engine = JobWorker.Default.pipe(
      Layer.provide(layerJobHandlers),
      Layer.provideMerge(world()),
      Layer.provideMerge(answered),
    )
    return Effect.gen(function* () {
      yield* prepared()
      const transfer = yield* imported("s3://data/raw/")
      const names = (yield* samplesOf).map(([name]) => name)
      assert.sameMembers(names, ["..b/9.jpg", "ok.jpg"])
      const [loss] = JSON.parse(transfer.report ?? "").losses
      assert.deepInclude(loss, { kind: "odd_keys", count: 5, examples: odd.slice(0, 5) })
    }).pipe(Effect.provide(engine))
  })

  it.effect.each([
    [
      "announces the same next page",
      () => ({ keys: ["raw/1.jpg"], next: "again" }),
      /the same next page again/,
    ],
    [
      "answers pages without keys",
      (page: number) => ({ keys: [], next: String(page) }),
      /pages in a row without a key/,
    ],
  ] as const)("ends when the server %s", ([, list, reason]) => {
    let pages = 0
    const endless = Layer.succeed(BucketConnections, {
      check: () => [],
      seal: () => Effect.succeed("sealed"),
      open: () => Effect.succeed(null),
      list: () => Effect.sync((): BucketPage => list(++pages)),
    } satisfies Connections)
    const engine = JobWorker.Default.pipe(
      Layer.provide(layerJobHandlers),
      Layer.provideMerge(world()),
      Layer.provideMerge(endless),
    )
    return Effect.gen(function* () {
      yield* prepared()
      const transfer = yield* imported("s3://data/raw/")
      assert.strictEqual(transfer.status, "FAILED")
      assert.match(transfer.statusInfo ?? "", reason)
      assert.isAtMost(pages, 200)
      assert.deepStrictEqual(yield* samplesOf, [])
    }).pipe(Effect.provide(engine))
  })

  it.effect("that is larger than the quota fails by its name, and goes on when the quota is raised", () =>
    Effect.gen(function* () {
      yield* prepared()
      const [imports, quotas, worker] = [yield* Imports, yield* Quotas, yield* JobWorker]
      yield* asSystem(quotas.change("acme", { samples: 2 }))
      const { id } = yield* imported("s3://data/raw/")
      for (let attempt = 1; attempt < maxAttempts; attempt++) {
        yield* TestClock.adjust("1 hour")
        yield* worker.step
      }
      const refused = yield* as("ada")(imports.get(drives, id))
      assert.strictEqual(refused.status, "FAILED")
      assert.strictEqual(
        refused.statusInfo,
        "4 samples could not be saved. The organization has a quota of 2 samples and uses 0. A site admin can raise it.",
      )
      assert.deepStrictEqual(yield* samplesOf, [])
      yield* asSystem(quotas.change("acme", { samples: 10 }))
      const done = yield* imported("s3://data/raw/")
      assert.strictEqual(done.status, "SUCCEEDED")
      assert.lengthOf(yield* samplesOf, 4)
    }).pipe(Effect.provide(engineWith(keys))),
  )

  it.effect("leaves samples as they are that exist, so that a second import adds what is new", () => {
    const more = [...keys]
    return Effect.gen(function* () {
      yield* prepared()
      yield* imported("s3://data/raw/a/")
      more.push("raw/a/9.jpg")
      const transfer = yield* imported("s3://data/raw/a/")
      const { existing, samples } = JSON.parse(transfer.report ?? "")
      assert.deepStrictEqual([existing, samples], [2, 1])
      assert.isNull(transfer.statusInfo)
      assert.lengthOf(yield* samplesOf, 3)
    }).pipe(Effect.provide(engineWith(more)))
  })

  it.effect("becomes a sequence for each folder, with frames in the order of their names", () =>
    Effect.gen(function* () {
      yield* prepared("pointcloud-cuboid-sequence")
      yield* imported("s3://data/raw/")
      const frame = (name: string, folder: string, type: string) => ({
        name,
        pcd: { url: `s3://data/raw/${folder}${name}`, type },
      })
      assert.sameDeepMembers(yield* samplesOf, [
        ["one", { frames: [frame("1.pcd", "one/", "pcd"), frame("2.pcd", "one/", "pcd")] }],
        ["one/deep", { frames: [frame("1.bin", "one/deep/", "kitti")] }],
        ["raw", { frames: [frame("0.pcd.bin", "", "nuscenes")] }],
      ])
    }).pipe(
      Effect.provide(
        engineWith([
          "raw/one/2.pcd",
          "raw/one/1.pcd",
          "raw/one/deep/1.bin",
          "raw/0.pcd.bin",
          "raw/one/image.jpg",
        ]),
      ),
    ),
  )

  it.effect("is listed again when the server refused, and nothing is there twice", () => {
    const refusals: Array<BucketPage> = [
      { refusal: "The server refused the listing with status 503.", status: 503 },
    ]
    return Effect.gen(function* () {
      yield* prepared()
      const transfer = yield* imported("s3://data/raw/")
      assert.strictEqual(transfer.status, "PENDING")
      assert.lengthOf(yield* samplesOf, 0)
    }).pipe(Effect.provide(engineWith(keys, [], refusals)))
  })

  const refused: ReadonlyArray<readonly [string, Record<string, unknown>, string]> = [
    ["of no bucket of the organization", { url: "s3://elsewhere/raw/" }, "/url"],
    ["outside of the prefix of the bucket", { url: "s3://data/other/" }, "/url"],
    ["that steps out of the prefix", { url: "s3://data/raw/../other/" }, "/url"],
    ["with another scheme", { url: "https://data.example/raw/" }, "/url"],
    ["beside an asset", { url: "s3://data/raw/", asset: "0b2c9f6e-3f64-4b7b-9f0e-6a2d7c9b1a11" }, "/asset"],
    ["beside a format", { url: "s3://data/raw/", format: "coco" }, "/format"],
    ["that is missing", {}, "/asset"],
  ]
  for (const [what, input, pointer] of refused)
    it.effect(`${what} is refused at its place`, () =>
      Effect.gen(function* () {
        yield* prepared()
        const error = yield* Effect.flip(as("ada")((yield* Imports).create(drives, input)))
        assert.instanceOf(error, InvalidInput)
        assert.deepStrictEqual(
          error.errors.map((violation) => violation.pointer),
          [pointer],
        )
      }).pipe(Effect.provide(engineWith(keys))),
    )

  it.effect("is refused for samples of several sensors, and for a dataset of a person", () =>
    Effect.gen(function* () {
      yield* prepared("multisensor-sequence")
      yield* datasetOf("ada")
      const imports = yield* Imports
      for (const ref of [drives, named("ada", "cats")])
        assert.instanceOf(
          yield* Effect.flip(as("ada")(imports.create(ref, { url: "s3://data/raw/" }))),
          InvalidInput,
        )
    }).pipe(Effect.provide(engineWith(keys))),
  )

  it.effect("is listed for admins of the organization alone", () =>
    Effect.gen(function* () {
      yield* prepared()
      const error = yield* Effect.flip(as("bob")((yield* Imports).create(drives, { url: "s3://data/raw/" })))
      assert.notInstanceOf(error, InvalidInput)
      assert.include(["PermissionDenied", "NotFound"], error._tag)
    }).pipe(Effect.provide(engineWith(keys))),
  )
})
