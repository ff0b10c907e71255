/** Requests for labels of models, by filter and by id. */
import { addDataset, addSamples } from "@annotary/storage-contract"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { QueueName } from "../../src/domain/Claim.ts"
import { Username } from "../../src/domain/Names.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { type PredictionRequestOptions, PredictionRequests } from "../../src/samples/PredictionRequests.ts"
import type { BulkTarget } from "../../src/samples/SampleBulk.ts"
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
} from "./world.ts"
import { changeSettings, decline, prelabel, worldOfModels } from "./worldOfModels.ts"

const all: BulkTarget = { filter: {} }

const request = (options: PredictionRequestOptions = {}, target: BulkTarget = all, name = "ann") =>
  Effect.flatMap(PredictionRequests, (requests) => requests.request(streets, target, options)).pipe(as(name))

/** The samples and steps that someone gets. */
const listFor = (name: string, queue: QueueName = "prelabeling") =>
  Effect.map(claimed(name, queue, { count: 9 }), (rows) =>
    rows.map(({ claim, sample }) => [sample.name, claim.step]),
  )

const none = { touched_by_person: 0, already_requested: 0, several_people: 0, same_version: 0 }

/** Samples with an answer of the model, with a label of a person, and with a declined request. */
const answered = Effect.gen(function* () {
  yield* worldOfModels()
  const [a, b, c] = yield* samplesNamed("a", "b", "c")
  if (a === undefined || b === undefined || c === undefined) return assert.fail()
  yield* labeled(b, "LABELED")
  const [first, second] = yield* claimed("net", "prelabeling", { count: 9 })
  if (first === undefined || second === undefined) return assert.fail()
  yield* prelabel("net", first.claim)
  yield* decline("net", second.claim)
  return { a, b, c }
})

describe("a request for labels of models", () => {
  it.effect("is for samples that no person has touched, and a dry run says which without a change", () =>
    Effect.gen(function* () {
      const { a, c } = yield* answered
      const wanted = {
        requested: 2,
        examples: [a, c],
        leftOut: { ...none, touched_by_person: 1 },
        next: null,
      }
      assert.deepStrictEqual(yield* request({ dryRun: true }), wanted)
      assert.deepStrictEqual(yield* listFor("net"), [])
      assert.deepStrictEqual(yield* request(), wanted)
      assert.deepStrictEqual(yield* request(), {
        requested: 0,
        examples: [],
        leftOut: { ...none, touched_by_person: 1, already_requested: 2 },
        next: null,
      })
      assert.deepStrictEqual(yield* listFor("net2"), [
        ["c", 1],
        ["a", 2],
      ])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("gives a sample another label of a model, in a new version", () =>
    Effect.gen(function* () {
      const { a } = yield* answered
      yield* request({}, { uuids: [a] })
      const [again] = yield* claimed("net", "prelabeling")
      if (again === undefined) return assert.fail()
      const { answer } = yield* prelabel("net", again.claim, { modelVersion: "v2", attributes: body(8) })
      assert.deepInclude(JSON.parse(answer).prediction, { model_version: "v2", outcome: "prelabeled" })
      const history = yield* Effect.flatMap(Labels, (labels) => labels.history(a, "ground-truth")).pipe(
        as("ann"),
      )
      assert.lengthOf(history, 2)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("leaves out samples whose newest answer is of a version, labels and declined ones", () =>
    Effect.gen(function* () {
      const { a } = yield* answered
      const unless = (version: string) => request({ unlessVersion: { model: "NET", version }, dryRun: true })
      assert.deepInclude(yield* unless("v1"), {
        requested: 0,
        leftOut: { ...none, touched_by_person: 1, same_version: 2 },
      })
      assert.deepInclude(yield* unless("v2"), { requested: 2 })
      yield* request({}, { uuids: [a] })
      yield* decline("net", yield* nextClaim("net", "prelabeling"), { modelVersion: "v2" })
      assert.deepInclude(yield* unless("v2"), {
        requested: 1,
        leftOut: { ...none, touched_by_person: 1, same_version: 1 },
      })
      for (const unlessVersion of [
        { model: "net", version: "v9" },
        { model: "lab", version: "v1" },
        { model: "nobody", version: "v1" },
      ])
        assert.strictEqual(yield* refusal(request({ unlessVersion })), "InvalidInput invalid")
    }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "leaves out labels of models that a person has changed in any way, and samples of several people",
    () =>
      Effect.gen(function* () {
        yield* worldOfModels()
        const [a, b] = yield* samplesNamed("a", "b")
        if (a === undefined || b === undefined) return assert.fail()
        for (const { claim } of yield* claimed("net", "prelabeling", { count: 9 }))
          yield* prelabel("net", claim)
        yield* Effect.flatMap(Labels, (labels) =>
          labels.patch(b, "ground-truth", { attributes: body(2) }),
        ).pipe(as("ann"))
        yield* changeSettings({ overlap: 2, usesOverlap: true })
        yield* aSample("of two people")
        assert.deepStrictEqual(yield* request(), {
          requested: 1,
          examples: [a],
          leftOut: { ...none, touched_by_person: 1, several_people: 1 },
          next: null,
        })
      }).pipe(Effect.provide(engine())),
  )

  it.effect("waits while a person has the sample, and ends with their label", () =>
    Effect.gen(function* () {
      const { a, c } = yield* answered
      const mine = yield* nextClaim("lab", "labeling")
      assert.strictEqual(mine.sampleId, a)
      yield* request()
      assert.deepStrictEqual(yield* listFor("net"), [["c", 1]])
      yield* perform("lab", mine, "submit")
      assert.deepStrictEqual(yield* listFor("net"), [["c", 1]])
      assert.deepInclude(yield* request({}, { uuids: [a, c] }), {
        leftOut: { ...none, touched_by_person: 1, already_requested: 1 },
      })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is for managers, while prelabeling is on, and for samples of the dataset alone", () =>
    Effect.gen(function* () {
      const { a } = yield* answered
      assert.strictEqual(yield* refusal(request({}, all, "lab")), "PermissionDenied permission_denied")
      assert.strictEqual(yield* refusal(request({}, all, "net")), "PermissionDenied permission_denied")
      const other = yield* addDataset(Username.make("ann"), "other")
      const [elsewhere] = yield* addSamples(other, [{}])
      if (elsewhere === undefined) return assert.fail()
      assert.deepInclude(yield* request({}, { uuids: [elsewhere.id] }), { requested: 0, leftOut: none })
      yield* changeSettings({ enablePrelabeling: false })
      assert.strictEqual(yield* refusal(request({ dryRun: true }, { uuids: [a] })), "Conflict wrong_state")
    }).pipe(Effect.provide(engine())),
  )
})
