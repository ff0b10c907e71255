/** Events: in the transaction of their change or not at all, frozen, and short when their resource is not. */
import {
  Datasets,
  Events,
  LabelsetId,
  Notifier,
  type Sample,
  SampleId,
  SampleName,
  Transaction,
  toJsonText,
  Username,
  VersionId,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { as, datasetOf, named, people, told, world } from "../world.ts"

const id = "01930000-0000-7000-8000-000000000001"

const scopeOf = (recordsEvents: boolean) =>
  Effect.map(datasetOf("ann"), ({ record }) => ({
    dataset: record.dataset,
    recordsEvents,
    actor: Username.make("ann"),
  }))

const sampleOf = (scope: Effect.Effect.Success<ReturnType<typeof scopeOf>>): Sample => ({
  id: SampleId.make(id),
  datasetId: scope.dataset.id,
  name: SampleName.make("frame <1>"),
  attributes: toJsonText({ image: { url: "x" } }),
  metadata: toJsonText({}),
  readme: "",
  priority: 0,
  assignedLabeler: null,
  assignedReviewer: null,
  createdAt: scope.dataset.createdAt,
  createdBy: Username.make("ann"),
  updatedAt: scope.dataset.createdAt,
  version: VersionId.make(id),
})

describe("events", () => {
  it.effect("hold the representation at the change, and a line", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const scope = yield* scopeOf(true)
      const events = yield* Events
      const transaction = yield* Transaction
      const sample = sampleOf(scope)
      yield* transaction.run(events.record(scope, [{ type: "sample.created", sample }]))
      const [event] = yield* told
      assert.deepInclude(event, {
        type: "sample.created",
        datasetId: scope.dataset.id,
        owner: Username.make("ann"),
        dataset: "ann/cats",
        text: "ann added the sample “frame &lt;1&gt;” to ann/cats.",
      })
      assert.deepInclude(JSON.parse(event?.object ?? ""), {
        uuid: id,
        name: "frame <1>",
        dataset_full_name: "ann/cats",
      })
    }).pipe(Effect.provide(world())),
  )

  it.effect("name files of this server by its present URL", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const scope = yield* scopeOf(true)
      const events = yield* Events
      const transaction = yield* Transaction
      const path = `/assets/${id}/${"0".repeat(32)}.png`
      const sample = { ...sampleOf(scope), attributes: toJsonText({ image: { url: path } }) }
      yield* transaction.run(events.record(scope, [{ type: "sample.created", sample }]))
      const [event] = yield* told
      const url = `https://labels.example${path}`
      assert.deepStrictEqual(JSON.parse(event?.object ?? "").attributes, { image: { url } })
    }).pipe(Effect.provide(world({ publicUrl: () => "https://labels.example" }))),
  )

  it.effect("vanish with the transaction that is rolled back", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const scope = yield* scopeOf(true)
      const events = yield* Events
      const transaction = yield* Transaction
      const recorded = events.record(scope, [{ type: "sample.deleted", sample: sampleOf(scope) }])
      yield* Effect.flip(transaction.run(Effect.zipRight(recorded, Effect.fail("no"))))
      assert.deepStrictEqual(yield* told, [])
    }).pipe(Effect.provide(world())),
  )

  it.effect("are written only when the owner enabled webhooks or the embedder asked", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const scope = yield* scopeOf(false)
      const events = yield* Events
      const transaction = yield* Transaction
      assert.isFalse(events.wanted(scope))
      yield* transaction.run(events.record(scope, [{ type: "sample.created", sample: sampleOf(scope) }]))
      assert.deepStrictEqual(yield* told, [])
      assert.isTrue(events.wanted({ recordsEvents: true }))
    }).pipe(Effect.provide(world())),
  )

  it.effect("wake their delivery, when there are any", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const scope = yield* scopeOf(false)
      const events = yield* Events
      const { wait } = yield* Notifier
      const transaction = yield* Transaction
      const isNotified = Effect.map(Effect.timeoutOption(wait("deliveries"), 0), Option.isSome)
      const change = { type: "sample.created", sample: sampleOf(scope) } as const
      const recorded = (recordsEvents: boolean, changes: ReadonlyArray<typeof change>) =>
        Effect.zipRight(transaction.run(events.record({ ...scope, recordsEvents }, changes)), isNotified)
      assert.isFalse(yield* recorded(false, [change]))
      assert.isFalse(yield* recorded(true, []))
      assert.isTrue(yield* recorded(true, [change]))
    }).pipe(Effect.provide(world())),
  )

  it.effect("tell a resource that is too long by its id alone", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const scope = yield* scopeOf(true)
      const events = yield* Events
      const transaction = yield* Transaction
      const sample = sampleOf(scope)
      const label = {
        datasetId: scope.dataset.id,
        sampleId: sample.id,
        labelsetId: LabelsetId.make(id),
        status: "LABELED",
        attributes: toJsonText({ text: "é".repeat(600) }),
        score: null,
        rating: null,
        createdAt: sample.createdAt,
        createdBy: sample.createdBy,
        updatedAt: sample.createdAt,
        updatedBy: sample.createdBy,
        reviewedAt: null,
        reviewedBy: null,
        labeler: null,
        reviewer: null,
        rejecter: null,
        configVersion: 1,
        version: sample.version,
      } as const
      const context = { labelset: "ground-truth", taskType: "vector" } as const
      yield* transaction.run(
        events.record(scope, [
          { type: "label.updated", label, context, sampleName: sample.name },
          { type: "sample.updated", sample: { ...sample, readme: "x".repeat(2000) } },
          { type: "sample.updated", sample },
        ]),
      )
      const objects = (yield* told).map(({ object }) => JSON.parse(object))
      assert.deepStrictEqual(objects.slice(0, 2), [
        { uuid: id, sample_uuid: id, labelset: "ground-truth", truncated: true },
        { uuid: id, truncated: true },
      ])
      assert.strictEqual(objects[2].name, sample.name)
    }).pipe(Effect.provide(world({ maxEventBytes: 1000 }))),
  )

  it.effect("show no address and no permissions of anybody", () =>
    Effect.gen(function* () {
      yield* people("ann")
      yield* datasetOf("ann")
      yield* as("ann")(Effect.flatMap(Datasets, (datasets) => datasets.remove(named("ann", "cats"))))
      const objects = (yield* told).map(({ object }) => JSON.parse(object))
      assert.strictEqual(objects.length, 2)
      for (const object of objects) {
        assert.strictEqual(object.full_name, "ann/cats")
        assert.strictEqual(object.owner.email, null)
        assert.notProperty(object, "permissions")
        assert.notProperty(object, "role")
      }
    }).pipe(Effect.provide(world({ events: "always" }))),
  )
})
