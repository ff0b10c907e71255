/** Switching prelabeling on requests labels for the samples that exist, and switching it off takes the requests back. */
import {
  ClaimStore,
  Collaborators,
  CurrentActor,
  Datasets,
  JobStore,
  Labels,
  Models,
  PrelabelRequests,
  Queue,
  Samples,
  Username,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Option, Stream } from "effect"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

const cats = named("ann", "cats")

/** Ann's dataset with these samples and the model `net`, which waits for the switch. */
const datasetWith = (...names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    yield* people("ann")
    yield* datasetOf("ann")
    yield* asSystem(Effect.flatMap(Models, (models) => models.create("ann", { username: "net" })))
    yield* as("ann")(
      Effect.flatMap(Collaborators, (collaborators) => collaborators.add(cats, { user: "net" })),
    )
    return yield* as("ann")(
      Effect.flatMap(Samples, (samples) =>
        samples.createMany(
          cats,
          names.map((name) => ({ name })),
        ),
      ),
    )
  })

const switchTo = (enablePrelabeling: boolean) =>
  as("ann")(
    Effect.flatMap(Datasets, (datasets) => datasets.update(cats, { settings: { enablePrelabeling } })),
  )

const readDataset = Effect.map(
  asSystem(Effect.flatMap(Datasets, (datasets) => datasets.get(cats))),
  ({ record }) => record.dataset,
)

const leaseJob = Effect.gen(function* () {
  const leased = yield* Effect.flatMap(JobStore, (jobs) =>
    jobs.lease({ kinds: ["prelabeling"], leaseSeconds: 60, token: "test" }),
  )
  return Option.map(leased, ({ job }) => job)
})

/** Runs the next job, and returns what it reported. */
const runJob = Effect.gen(function* () {
  const job = yield* Effect.flatten(leaseJob)
  const { handler } = yield* PrelabelRequests
  const reports: Array<number> = []
  yield* Effect.flatten(handler.run(job, (done) => Effect.sync(() => reports.push(done))))
  return reports
})

/** The samples that the model gets. */
const claimAsModel = Effect.gen(function* () {
  const queue = yield* Queue
  const claims = yield* Stream.runCollect(yield* queue.claim(cats, "prelabeling", { count: 10 }))
  return Chunk.toReadonlyArray(claims).map(({ sample }) => sample.name)
}).pipe(
  Effect.provideService(CurrentActor, {
    _tag: "Person",
    username: Username.make("net"),
    siteAdmin: false,
    credentialsExpireAt: null,
  }),
)

const countWaiting = Effect.gen(function* () {
  const { id: datasetId } = yield* readDataset
  const request = { datasetId, user: Username.make("net"), limit: 1, cap: 5000 }
  const steps = yield* Effect.flatMap(ClaimStore, (claims) =>
    claims.view({ ...request, queue: "prelabeling" }),
  )
  return steps.reduce((sum, { waiting }) => sum + waiting, 0)
})

const countClaims = Effect.gen(function* () {
  const { id } = yield* readDataset
  return (yield* Effect.flatMap(ClaimStore, (claims) => claims.ofDataset(id, 10))).length
})

const idOf = (name: string) =>
  Effect.gen(function* () {
    const lists = yield* asSystem(Effect.flatMap(Samples, (samples) => samples.list(cats, {})))
    const rows = Chunk.toReadonlyArray(yield* Stream.runCollect(lists.rows))
    const row = rows.find(({ sample }) => sample.name === name)
    return row?.sample.id ?? assert.fail(`There is no sample ${name}.`)
  })

const label = (name: string) =>
  Effect.flatMap(idOf(name), (id) =>
    as("ann")(Effect.flatMap(Labels, (labels) => labels.put(id, "ground-truth", { status: "LABELED" }))),
  )

describe("switching prelabeling on", () => {
  it.effect("requests a first label for each sample without a label, by a job", () =>
    Effect.gen(function* () {
      yield* datasetWith("a", "b", "c")
      yield* label("b")
      yield* switchTo(true)
      assert.deepStrictEqual(yield* claimAsModel, [])
      assert.deepStrictEqual(yield* runJob, [3])
      assert.deepStrictEqual(yield* claimAsModel, ["a", "c"])
    }).pipe(Effect.provide(world())),
  )

  it.effect("changes many samples in batches", () =>
    Effect.gen(function* () {
      yield* datasetWith(...Array.from({ length: 1200 }, (_, index) => `${index}`))
      yield* switchTo(true)
      assert.deepStrictEqual(yield* runJob, [500, 1000, 1200])
      assert.strictEqual(yield* countWaiting, 1200)
    }).pipe(Effect.provide(world())),
  )

  it.effect("leaves samples alone that several people label", () =>
    Effect.gen(function* () {
      yield* datasetWith()
      const datasets = yield* Datasets
      yield* as("ann")(datasets.update(cats, { settings: { overlap: 2 } }))
      yield* as("ann")(Effect.flatMap(Samples, (samples) => samples.create(cats, { name: "twice" })))
      yield* switchTo(true)
      yield* runJob
      assert.strictEqual(yield* countWaiting, 0)
    }).pipe(Effect.provide(world())),
  )

  it.effect("keeps the claims of people, and the model gets their samples when they give them back", () =>
    Effect.gen(function* () {
      yield* datasetWith("a")
      const queue = yield* Queue
      const [mine] = Chunk.toReadonlyArray(
        yield* Stream.runCollect(yield* as("ann")(queue.claim(cats, "labeling", {}))),
      )
      if (mine === undefined) return assert.fail("There is no claim.")
      yield* switchTo(true)
      yield* runJob
      assert.deepStrictEqual(yield* claimAsModel, [])
      yield* as("ann")(queue.giveBack(mine.claim.id))
      assert.deepStrictEqual(yield* claimAsModel, ["a"])
    }).pipe(Effect.provide(world())),
  )
})

describe("switching prelabeling off", () => {
  it.effect("takes the requests back, and ends the claims of models", () =>
    Effect.gen(function* () {
      yield* datasetWith("a", "b")
      yield* switchTo(true)
      yield* runJob
      const [claimed] = yield* claimAsModel
      assert.strictEqual(claimed, "a")
      yield* switchTo(false)
      yield* runJob
      assert.strictEqual(yield* countClaims, 0)
      assert.strictEqual(yield* countWaiting, 0)
      const queue = yield* Queue
      const claims = yield* Stream.runCount(yield* as("ann")(queue.claim(cats, "labeling", { count: 10 })))
      assert.strictEqual(claims, 2)
    }).pipe(Effect.provide(world())),
  )

  it.effect("before a job begins leaves it nothing to request", () =>
    Effect.gen(function* () {
      yield* datasetWith("a")
      yield* switchTo(true)
      yield* switchTo(false)
      yield* runJob
      assert.strictEqual(yield* countWaiting, 0)
    }).pipe(Effect.provide(world())),
  )

  it.effect("leaves the claims of people", () =>
    Effect.gen(function* () {
      yield* datasetWith("a")
      yield* switchTo(true)
      yield* runJob
      const queue = yield* Queue
      yield* Stream.runDrain(yield* as("ann")(queue.claim(cats, "labeling", {})))
      yield* switchTo(false)
      yield* runJob
      assert.strictEqual(yield* countClaims, 1)
    }).pipe(Effect.provide(world())),
  )
})

describe("a job of requests", () => {
  it.effect("begins with a change of the setting alone", () =>
    Effect.gen(function* () {
      yield* datasetWith("a")
      const datasets = yield* Datasets
      yield* as("ann")(datasets.update(cats, { description: "cats", settings: { dailyGoal: 3 } }))
      yield* switchTo(false)
      assert.isTrue(Option.isNone(yield* leaseJob))
    }).pipe(Effect.provide(world())),
  )

  it.effect("that runs twice changes nothing the second time, and ends where the dataset is deleted", () =>
    Effect.gen(function* () {
      yield* datasetWith("a", "b")
      yield* switchTo(true)
      const job = yield* Effect.flatten(leaseJob)
      const { handler } = yield* PrelabelRequests
      const run = Effect.flatten(handler.run(job, () => Effect.void))
      yield* run
      yield* label("a")
      yield* run
      assert.strictEqual(yield* countWaiting, 1)
      yield* as("ann")(Effect.flatMap(Datasets, (datasets) => datasets.remove(cats)))
      yield* run
    }).pipe(Effect.provide(world())),
  )
})
