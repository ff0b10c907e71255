import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import type { QueueName } from "../../src/domain/Claim.ts"
import type { SampleId } from "../../src/domain/Ids.ts"
import { Username } from "../../src/domain/Names.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { Placement } from "../../src/placement/Placement.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { QueueViews } from "../../src/queue/QueueViews.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import { Samples } from "../../src/samples/Samples.ts"
import {
  aSample,
  as,
  body,
  claimed,
  engine,
  labeled,
  nextClaim,
  perform,
  refusal,
  samplesNamed,
  streets,
  undo,
} from "./world.ts"
import { changeSettings, prelabel, worldOfModels } from "./worldOfModels.ts"

const namesFor = (name: string, queue: QueueName = "prelabeling", count = 9) =>
  Effect.map(claimed(name, queue, { count }), (rows) => rows.map(({ sample }) => sample.name))

const explain = (name: string, user?: string, queue: QueueName = "prelabeling") =>
  Effect.flatMap(QueueViews, (views) => views.explain(streets, queue, { user })).pipe(as(name))

const claimSample = (name: string, queue: QueueName, sample: SampleId) =>
  Effect.flatMap(Queue, (queues) => queues.claimSample(streets, queue, sample)).pipe(as(name))

describe("the queue of models", () => {
  it.effect("gives new samples to one model each, the most urgent first, and the same claims again", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      const [, b] = yield* samplesNamed("a", "b", "c")
      if (b === undefined) return assert.fail()
      yield* Effect.flatMap(Samples, (samples) => samples.update(b, { priority: 2 })).pipe(as("ann"))
      const [first] = yield* claimed("net", "prelabeling", { count: 2 })
      assert.deepStrictEqual(
        [first?.sample.name, first?.label, first?.claim.step, first?.claim.queue],
        ["b", null, 1, "prelabeling"],
      )
      assert.deepStrictEqual(yield* namesFor("net2"), ["c"])
      assert.deepStrictEqual(yield* namesFor("net"), ["b", "a"])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is for models alone, and closed while prelabeling is off", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      yield* aSample()
      for (const name of ["lab", "man", "ann"])
        assert.strictEqual(yield* refusal(claimed(name, "prelabeling")), "PermissionDenied permission_denied")
      assert.strictEqual(yield* refusal(claimed("net", "labeling")), "PermissionDenied permission_denied")
      const claim = yield* nextClaim("net", "prelabeling")
      assert.strictEqual(
        yield* refusal(perform("net", claim, "submit")),
        "PermissionDenied permission_denied",
      )
      yield* changeSettings({ enablePrelabeling: false })
      const refused = yield* Effect.flip(claimed("net", "prelabeling"))
      assert.strictEqual(refused.message, "Prelabeling is off for this dataset (enable_prelabeling).")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("has no samples from before prelabeling was on, and none that several people label", () =>
    Effect.gen(function* () {
      yield* worldOfModels({ enablePrelabeling: false })
      yield* aSample("old")
      yield* changeSettings({ enablePrelabeling: true, overlap: 2, usesOverlap: true })
      yield* aSample("of two people")
      yield* changeSettings({ overlap: 1 })
      yield* aSample("new")
      assert.deepStrictEqual(yield* namesFor("net"), ["new"])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("keeps a sample whose priority or assignee changes, and loses one that a person labels", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      const [a, b, c, d] = yield* samplesNamed("a", "b", "c", "d")
      if (a === undefined || b === undefined || c === undefined || d === undefined) return assert.fail()
      const bulk = yield* SampleBulk
      yield* bulk
        .updateMany(streets, { uuids: [d] }, { priority: 5, assignedLabeler: Username.make("lab") })
        .pipe(as("ann"))
      yield* labeled(b, "PRELABELED")
      yield* labeled(c, "LABELED")
      yield* Effect.flatMap(Labels, (labels) => labels.remove(c, "ground-truth")).pipe(as("ann"))
      assert.deepStrictEqual(yield* namesFor("net"), ["d", "a"])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("takes the claims of a model that is no longer on the dataset", () =>
    Effect.gen(function* () {
      const { dataset } = yield* worldOfModels()
      yield* aSample()
      const claim = yield* nextClaim("net", "prelabeling")
      const net = Username.make("net")
      yield* Effect.flatMap(DatasetStore, (datasets) => datasets.removeCollaborator(dataset.id, net))
      yield* Effect.flatMap(Placement, (placement) => placement.refreshUser(dataset.id, net))
      assert.strictEqual((yield* nextClaim("net2", "prelabeling")).sampleId, claim.sampleId)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("explains to models and managers what waits, and why nothing does", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      assert.deepStrictEqual(
        (yield* explain("net")).obstacles.map(({ code }) => code),
        ["none_waiting"],
      )
      const id = yield* aSample()
      const { next, steps } = yield* explain("man", "net")
      assert.deepStrictEqual([next?.sample.name, next?.reason], ["one", "Has no label."])
      assert.deepStrictEqual(
        steps.map(({ step, waiting }) => [step, waiting]),
        [
          [1, 1],
          [2, 0],
        ],
      )
      yield* nextClaim("net2", "prelabeling")
      assert.deepStrictEqual(
        (yield* explain("net")).obstacles.map(({ code, samples }) => [code, samples[0]?.user?.toString()]),
        [["claimed", "net2"]],
      )
      yield* labeled(id, "PRELABELED")
      assert.deepStrictEqual(
        (yield* explain("net")).obstacles.map(({ code }) => code),
        ["not_requested"],
      )
      assert.strictEqual(yield* refusal(claimSample("net", "prelabeling", id)), "Conflict not_requested")
      assert.strictEqual(yield* refusal(explain("lab")), "PermissionDenied permission_denied")
      assert.deepStrictEqual(
        (yield* explain("man")).obstacles.map(({ code }) => code),
        ["not_allowed"],
      )
    }).pipe(Effect.provide(engine())),
  )
})

describe("people beside models", () => {
  it.effect("are not named to models, and are named to managers", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      const id = yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      const listHolders = (name: string) =>
        Effect.map(explain(name, "net"), ({ obstacles }) =>
          obstacles.map(({ code, samples }) => [code, samples[0]?.user?.toString()]),
        )
      assert.deepStrictEqual(yield* listHolders("net"), [["claimed", undefined]])
      assert.deepStrictEqual(yield* listHolders("man"), [["claimed", "lab"]])
      const refused = yield* Effect.flip(claimSample("net", "prelabeling", id))
      assert.deepInclude(refused, { code: "sample_held", holder: undefined })
      assert.strictEqual(refused.message, "Someone else has claimed this sample.")
      const renew = Effect.flatMap(Queue, (queue) => queue.renew(claim.id))
      const checkNameless = <A, E extends object, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.map(Effect.flip(effect), (error) =>
          assert.deepInclude<object>(error, { code: "stale_claim", holder: undefined }),
        )
      yield* checkNameless(renew.pipe(as("net")))
      yield* checkNameless(prelabel("net", claim))
      yield* checkNameless(perform("net", claim, "submit"))
      yield* checkNameless(undo("net", claim))
      assert.deepInclude(yield* Effect.flip(renew.pipe(as("lab2"))), { holder: "lab" })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("get other samples first, then those of models, whose claims end", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      yield* samplesNamed("a", "b")
      const claim = yield* nextClaim("net", "prelabeling")
      assert.deepStrictEqual(yield* namesFor("lab", "labeling", 1), ["b"])
      assert.deepStrictEqual(yield* namesFor("lab2", "labeling", 1), ["a"])
      const ended = yield* Effect.flip(
        Effect.flatMap(Queue, (queue) => queue.renew(claim.id)).pipe(as("net")),
      )
      assert.deepInclude(ended, { _tag: "Conflict", code: "stale_claim", claimEnd: "superseded" })
      assert.deepStrictEqual(yield* namesFor("net"), [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("see what models have in their own queue, and get it after what nobody has", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      const [a, b, c] = yield* samplesNamed("a", "b", "c")
      if (a === undefined || b === undefined || c === undefined) return assert.fail()
      for (const [sample, labeler] of [
        [a, "lab"],
        [b, "lab2"],
      ] as const)
        yield* Effect.flatMap(Samples, (samples) =>
          samples.update(sample, { assignedLabeler: Username.make(labeler) }),
        ).pipe(as("ann"))
      assert.deepStrictEqual(yield* namesFor("net", "prelabeling", 2), ["a", "b"])
      const readNext = Effect.map(explain("lab", undefined, "labeling"), ({ next, obstacles, steps }) => ({
        next: next === null ? null : [next.sample.name, next.step, next.reason],
        obstacles: obstacles.map(({ code, samples }) => [code, samples[0]?.user?.toString()]),
        waiting: steps.map(({ waiting }) => waiting),
      }))
      assert.deepStrictEqual(yield* readNext, {
        next: ["c", 4, "Open to everybody."],
        obstacles: [],
        waiting: [0, 0, 1, 1],
      })
      const view = Effect.flatMap(QueueViews, (views) => views.view(streets, "labeling")).pipe(as("lab"))
      assert.deepStrictEqual(
        (yield* view).map(({ samples }) => samples.map(({ name }) => name)),
        [[], [], ["a"], ["c"]],
      )
      yield* labeled(c, "LABELED")
      assert.deepStrictEqual(yield* readNext, {
        next: ["a", 3, "Assigned to this user. A model has it, and people do not wait for models."],
        obstacles: [],
        waiting: [0, 0, 1, 0],
      })
      yield* labeled(a, "LABELED")
      assert.deepStrictEqual(yield* readNext, {
        next: null,
        obstacles: [["assigned_to_others", "lab2"]],
        waiting: [0, 0, 0, 0],
      })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("claim and write a named sample that a model has, within their rights", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      const [a, b] = yield* samplesNamed("a", "b")
      if (a === undefined || b === undefined) return assert.fail()
      yield* Effect.flatMap(Samples, (samples) =>
        samples.update(b, { assignedLabeler: Username.make("lab2") }),
      ).pipe(as("ann"))
      assert.deepStrictEqual(yield* namesFor("net"), ["a", "b"])
      assert.strictEqual(yield* refusal(claimSample("lab", "labeling", b)), "Conflict sample_held")
      assert.strictEqual((yield* claimSample("lab", "labeling", a)).claim.holder, "lab")
      const put = Effect.flatMap(Labels, (labels) =>
        labels.put(b, "ground-truth", { status: "LABELED", attributes: body(2) }),
      ).pipe(as("lab2"))
      assert.strictEqual((yield* put).label.status, "LABELED")
      assert.deepStrictEqual(yield* namesFor("net"), [])
    }).pipe(Effect.provide(engine())),
  )
})
