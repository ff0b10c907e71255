/** Clones: what they take along, into whose account, and how a large one is finished by a job that may die. */
import {
  Collaborators,
  Configurations,
  CurrentActor,
  Datasets,
  type Job,
  Labels,
  Labelsets,
  Organizations,
  Purge,
  Queue,
  SampleStore,
  Samples,
  system,
  Transaction,
  toJsonText,
  Users,
} from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Context, Effect, Layer, Stream } from "effect"
import { Cloning } from "../../src/datasets/Cloning.ts"
import { as, asSystem, datasetOf, named, people, tellings, world } from "../world.ts"

const annCats = named("ann", "cats")

const changedConfiguration =
  "The configuration of the original was changed while its labels were copied. Delete this clone and clone the dataset again."

/** Ann's dataset with so many samples, the first two labeled in ground truth, the first in `model`, too. */
const stocked = (count: number) =>
  Effect.gen(function* () {
    yield* people("ann", "bob")
    yield* datasetOf("ann", { public: true })
    const samples = yield* Samples
    const inputs = Array.from({ length: count }, (_, index) => ({
      name: `sample ${String(count - index).padStart(5, "0")}`,
      attributes: toJsonText({ index }),
      priority: index % 3,
    }))
    const added = yield* as("ann")(samples.createMany(annCats, inputs))
    yield* as("ann")(Effect.flatMap(Labelsets, (labelsets) => labelsets.create(annCats, { name: "model" })))
    const labels = yield* Labels
    const [first, second] = added.samples
    if (first === undefined || second === undefined) return yield* Effect.dieMessage("no samples")
    yield* as("ann")(
      labels.put(first.sample.id, "ground-truth", {
        status: "LABELED",
        attributes: toJsonText({ annotations: [], a: 1 }),
      }),
    )
    yield* as("ann")(labels.put(second.sample.id, "ground-truth", { status: "REVIEWED", score: 0.5 }))
    yield* as("ann")(
      labels.put(first.sample.id, "model", { attributes: toJsonText({ annotations: [], m: 1 }) }),
    )
  })

/** Name, priority, body and ground-truth status of all samples, by name. */
const contentsOf = (owner: string, name: string) =>
  Effect.gen(function* () {
    const samples = yield* Samples
    const { rows } = yield* asSystem(samples.list(named(owner, name), { labelset: "ground-truth" }))
    const all = yield* asSystem(Stream.runCollect(rows))
    return Chunk.toReadonlyArray(all).map(({ sample, label }) => [
      sample.name,
      sample.priority,
      sample.attributes,
      label?.status ?? null,
    ])
  })

const clone = (name: string, input: Parameters<Datasets["clone"]>[1] = {}) =>
  Effect.flatMap(Datasets, (datasets) => as(name)(datasets.clone(annCats, input)))

describe("a clone", () => {
  it.effect("of a public dataset belongs to whoever makes it, without labels unless asked", () =>
    Effect.gen(function* () {
      yield* stocked(5)
      const { view, job } = yield* clone("bob")
      assert.isNull(job)
      const { dataset, counts, labelsets } = view.record
      assert.deepStrictEqual(
        [dataset.owner, dataset.name, dataset.clonedFrom, dataset.public, dataset.configVersion],
        ["bob", "cats-clone", "ann/cats", true, 1],
      )
      assert.deepStrictEqual([counts.samples, counts.byStatus], [5, {}])
      assert.deepStrictEqual(
        labelsets.map(({ name }) => name),
        ["ground-truth"],
      )
      const originals = yield* contentsOf("ann", "cats")
      const copies = yield* contentsOf("bob", "cats-clone")
      assert.deepStrictEqual(
        copies,
        originals.map(([name, priority, attributes]) => [name, priority, attributes, null]),
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("takes all labels along when asked, and counts them", () =>
    Effect.gen(function* () {
      yield* stocked(5)
      const { view } = yield* clone("bob", {
        cloneLabels: true,
        name: "mine",
        public: false,
        taskType: "bboxes",
      })
      assert.deepStrictEqual(view.record.counts.byStatus, { LABELED: 1, REVIEWED: 1 })
      assert.deepStrictEqual(
        view.record.labelsets.map(({ name }) => name),
        ["ground-truth", "model"],
      )
      assert.deepStrictEqual([view.record.dataset.taskType, view.record.dataset.public], ["bboxes", false])
      assert.deepStrictEqual(yield* contentsOf("bob", "mine"), yield* contentsOf("ann", "cats"))
    }).pipe(Effect.provide(world())),
  )

  it.effect("has a queue of its own, in the order of the original", () =>
    Effect.gen(function* () {
      yield* stocked(6)
      yield* clone("bob", { cloneLabels: true })
      const queue = yield* Queue
      const names = (owner: string, name: string) =>
        Effect.gen(function* () {
          const claims = yield* as(owner)(queue.claim(named(owner, name), "labeling", { count: 10 }))
          const all = yield* Stream.runCollect(claims)
          return Chunk.toReadonlyArray(all).map(({ sample }) => sample.name)
        })
      const mine = yield* names("bob", "cats-clone")
      assert.strictEqual(mine.length, 4)
      assert.deepStrictEqual(mine, yield* names("ann", "cats"))
    }).pipe(Effect.provide(world())),
  )

  it.effect("of a private dataset is for its admins; into an organization, for that one's admins", () =>
    Effect.gen(function* () {
      yield* stocked(2)
      const tag = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.map(Effect.flip(effect), (error) => error._tag)
      const datasets = yield* Datasets
      const collaborators = yield* Collaborators
      yield* as("ann")(
        Effect.flatMap(Organizations, (organizations) => organizations.create({ username: "acme" })),
      )
      assert.strictEqual(yield* tag(clone("bob", { owner: "acme" })), "PermissionDenied")
      yield* as("ann")(datasets.update(annCats, { public: false }))
      assert.strictEqual(yield* tag(clone("bob")), "NotFound")
      yield* as("ann")(collaborators.add(annCats, { user: "bob", role: "manager" }))
      assert.strictEqual(yield* tag(clone("bob")), "PermissionDenied")
      yield* as("ann")(collaborators.setRole(annCats, "bob", "admin"))
      assert.isFalse((yield* clone("bob")).view.record.dataset.public)
      assert.strictEqual(yield* tag(clone("bob")), "AlreadyExists")
      assert.strictEqual((yield* clone("ann", { owner: "ACME" })).view.record.dataset.owner, "acme")
      assert.strictEqual(yield* tag(clone("ann", { taskType: "" })), "InvalidInput")
    }).pipe(Effect.provide(world())),
  )

  it.effect("is one event", () =>
    Effect.gen(function* () {
      yield* stocked(3)
      const before = (yield* tellings).length
      yield* clone("bob", { cloneLabels: true })
      assert.deepStrictEqual((yield* tellings).slice(before), [
        "dataset.created: bob created the dataset bob/cats-clone.",
      ])
    }).pipe(Effect.provide(world({ events: "always" }))),
  )

  it.effect("by a job is one event, when it is whole", () =>
    Effect.gen(function* () {
      yield* stocked(3)
      const before = (yield* tellings).length
      const { job } = yield* clone("bob", { cloneLabels: true })
      assert.lengthOf(yield* tellings, before)
      yield* work(job ?? assert.fail("no job"))
      assert.deepStrictEqual((yield* tellings).slice(before), [
        "dataset.created: bob created the dataset bob/cats-clone.",
      ])
    }).pipe(Effect.provide(world({ events: "always", cloneInRequest: 2 }))),
  )
})

/** Runs the job's work, as the worker would. */
const work = (job: Job) =>
  Effect.gen(function* () {
    const { handler } = yield* Cloning
    const { run } = yield* Transaction
    yield* run(yield* handler.run(job, () => Effect.void))
  }).pipe(Effect.provideService(CurrentActor, system))

/** A storage, and the most text of samples and labels that was asked of it at once. */
const weighed = () => {
  let most = 0
  const weigh = (texts: Iterable<string | null>) => {
    let sum = 0
    for (const text of texts) sum += text?.length ?? 0
    most = Math.max(most, sum)
  }
  const storage = memory().pipe(
    Layer.map((all) => {
      const store = Context.get(all, SampleStore)
      return Context.add(all, SampleStore, {
        ...store,
        byIds: (...request) =>
          Effect.tap(store.byIds(...request), (found) => weigh(found.map(({ attributes }) => attributes))),
        portion: (...request) =>
          Effect.tap(store.portion(...request), ({ rows }) =>
            weigh(rows.flatMap(({ label, sample }) => [sample.attributes, label?.attributes ?? null])),
          ),
        labels: (...request) =>
          Effect.tap(store.labels(...request), (found) =>
            weigh([...found.values()].map(({ attributes }) => attributes)),
          ),
      })
    }),
  )
  const forget = () => {
    most = 0
  }
  return { storage, most: () => most, forget }
}

describe("a clone of samples with large bodies", () => {
  const { forget, most, storage } = weighed()

  it.effect("has few of them in memory at once", () =>
    Effect.gen(function* () {
      yield* stocked(150)
      const { samples } = yield* Effect.all({ samples: SampleStore })
      const labels = yield* Labels
      const large = toJsonText({ annotations: [], text: "x".repeat(1024 * 1024) })
      const page = yield* samples.page({
        filter: {
          datasetId: (yield* as("ann")(Effect.flatMap(Datasets, (all) => all.get(annCats)))).record.dataset
            .id,
        },
        sort: { key: "created_at", descending: false },
        start: { offset: 0 },
        limit: 150,
      })
      yield* Effect.forEach(page.slice(20), ({ id }) =>
        as("ann")(labels.put(id, "ground-truth", { status: "LABELED", attributes: large })),
      )
      yield* Effect.forEach(page.slice(100), ({ id }) =>
        as("ann")(labels.put(id, "model", { attributes: large })),
      )
      forget()
      const { view } = yield* clone("bob", { cloneLabels: true })
      assert.strictEqual(view.record.counts.byStatus.LABELED, 131)
      assert.isAtMost(most(), 9 * 1024 * 1024)
      assert.deepStrictEqual(yield* contentsOf("bob", "cats-clone"), yield* contentsOf("ann", "cats"))
    }).pipe(Effect.provide(world({}, storage))),
  )
})

describe("a large clone", () => {
  const settings = { cloneInRequest: 1000 }

  const started = Effect.gen(function* () {
    yield* stocked(2100)
    const { view, job } = yield* clone("bob", { cloneLabels: true })
    if (job === null) return yield* Effect.dieMessage("no job")
    assert.deepStrictEqual(
      [view.record.counts.samples, job.kind, job.total, job.status],
      [0, "clone", 2100, "PENDING"],
    )
    return job
  })

  it.effect("is a job that anybody who sees the clone can follow", () =>
    Effect.gen(function* () {
      const job = yield* started
      yield* work(job)
      const datasets = yield* Datasets
      const { record } = yield* as("bob")(datasets.get(named("bob", "cats-clone")))
      assert.deepStrictEqual(
        [record.counts.samples, record.counts.byStatus],
        [2100, { LABELED: 1, REVIEWED: 1 }],
      )
      assert.deepStrictEqual(yield* contentsOf("bob", "cats-clone"), yield* contentsOf("ann", "cats"))
    }).pipe(Effect.provide(world(settings))),
  )

  it.effect("goes on where a process that died has left it", () =>
    Effect.gen(function* () {
      const job = yield* started
      const { handler } = yield* Cloning
      let reports = 0
      const dying = handler.run(job, () =>
        Effect.suspend(() => (++reports === 2 ? Effect.interrupt : Effect.void)),
      )
      yield* Effect.exit(Effect.scoped(dying))
      assert.strictEqual(reports, 2)
      yield* work(job)
      yield* work(job)
      const datasets = yield* Datasets
      const { record } = yield* as("bob")(datasets.get(named("bob", "cats-clone")))
      assert.deepStrictEqual(
        [record.counts.samples, record.counts.byStatus],
        [2100, { LABELED: 1, REVIEWED: 1 }],
      )
    }).pipe(Effect.provide(world(settings))),
  )

  it.effect(
    "fails for good when its original is deleted meanwhile, and stops when it is deleted itself",
    () =>
      Effect.gen(function* () {
        const job = yield* started
        const { handler } = yield* Cloning
        const datasets = yield* Datasets
        assert.isTrue(yield* handler.beat?.(job, 0, null) ?? Effect.succeed(false))
        yield* as("ann")(datasets.remove(annCats))
        const failure = yield* Effect.flip(work(job))
        assert.deepStrictEqual([failure.reason, failure.final], ["The dataset was deleted meanwhile.", true])
        yield* as("bob")(datasets.remove(named("bob", "cats-clone")))
        assert.isFalse(yield* handler.beat?.(job, 0, null) ?? Effect.succeed(true))
      }).pipe(Effect.provide(world(settings))),
  )

  it.effect("fails for good when the original's configuration is changed before all labels are copied", () =>
    Effect.gen(function* () {
      const job = yield* started
      const { handler } = yield* Cloning
      const datasets = yield* Datasets
      const configured = as("ann")(
        datasets.update(annCats, { taskAttributes: toJsonText({ categories: [{ id: 1, name: "car" }] }) }),
      ).pipe(Effect.provideService(Users, yield* Users))
      let reports = 0
      const changing = handler.run(job, () =>
        Effect.suspend(() => (++reports === 1 ? Effect.asVoid(Effect.orDie(configured)) : Effect.void)),
      )
      const failure = yield* Effect.flip(changing)
      assert.deepStrictEqual([failure.reason, failure.final], [changedConfiguration, true])
      // Another attempt does not take it for the configuration that the clone has.
      assert.strictEqual((yield* Effect.flip(work(job))).reason, changedConfiguration)
    }).pipe(Effect.provide(world(settings))),
  )

  it.effect("is not begun with labels while the configuration of the original is being changed", () =>
    Effect.gen(function* () {
      yield* stocked(2100)
      yield* as("ann")(
        Effect.flatMap(Configurations, (all) =>
          all.apply(annCats, {
            configuration: toJsonText({ categories: [{ id: 1, name: "car" }] }),
            configVersion: 1,
            actions: [],
          }),
        ),
      )
      const refused = yield* Effect.flip(clone("bob", { cloneLabels: true }))
      assert.strictEqual(refused._tag === "Conflict" && refused.code, "configuration_changing")
      assert.isNotNull((yield* clone("bob")).job)
    }).pipe(Effect.provide(world(settings))),
  )

  it.effect("leaves nothing in a clone that was deleted and purged while it worked", () =>
    Effect.gen(function* () {
      const job = yield* started
      const { handler } = yield* Cloning
      const samples = yield* SampleStore
      const datasets = yield* Datasets
      const purge = (yield* Purge).handler
      const users = yield* Users
      const removed = as("bob")(datasets.remove(named("bob", "cats-clone"))).pipe(
        Effect.zipRight(Effect.flatten(purge.run({ ...job, kind: "purge" }, () => Effect.void))),
        Effect.provideService(Users, users),
        Effect.orDie,
      )
      let reports = 0
      const running = handler.run(job, () => Effect.suspend(() => (++reports === 2 ? removed : Effect.void)))
      const failure = yield* Effect.flip(Effect.provideService(Effect.flatten(running), CurrentActor, system))
      assert.isTrue(failure.final)
      assert.strictEqual(yield* samples.count({ datasetId: job.datasetId }, 10), 0)
    }).pipe(Effect.provide(world(settings))),
  )
})
