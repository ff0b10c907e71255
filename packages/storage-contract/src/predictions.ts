/** PredictionStore: the answers of models to their claims. */
import {
  ClaimId,
  castToJsonText,
  DatasetStore,
  ErasureStore,
  generateId,
  type Prediction,
  PredictionStore,
  SampleId,
  Username,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addDataset, addPerson, addSeconds, aWorld, instant, oddText } from "./fixtures.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"
import { takeovers } from "./takeovers.ts"

const net = Username.make("net")

const makePrediction = (datasetId: Prediction["datasetId"], fields: Partial<Prediction> = {}) =>
  Effect.gen(function* () {
    const prediction: Prediction = {
      datasetId,
      claimId: yield* generateId(ClaimId),
      sampleId: yield* generateId(SampleId),
      model: net,
      modelVersion: "v1",
      outcome: "prelabeled",
      reason: null,
      labelVersion: yield* generateId(VersionId),
      createdAt: instant,
      digest: "d",
      answer: castToJsonText('{"label":{}}'),
      ...fields,
    }
    return prediction
  })

/** Inserts a prediction of a new claim. */
const addPrediction = (datasetId: Prediction["datasetId"], fields: Partial<Prediction> = {}) =>
  Effect.gen(function* () {
    const prediction = yield* makePrediction(datasetId, fields)
    assert.isTrue(yield* (yield* PredictionStore).insert(prediction))
    return prediction
  })

const omitAnswers = (all: ReadonlyArray<Prediction>) => all.map((one) => ({ ...one, answer: null }))

export const predictions = makeSuite("PredictionStore", {
  ...takeovers,

  "stores answers unchanged, and finds them by claim and by version": Effect.gen(function* () {
    const store = yield* PredictionStore
    const { dataset } = yield* aWorld
    const odd = yield* addPrediction(dataset.id, {
      modelVersion: oddText,
      answer: castToJsonText(`{"a":1.0}`),
    })
    const declined = {
      outcome: "declined",
      reason: oddText,
      labelVersion: null,
      digest: null,
      answer: null,
    } as const
    const other = yield* addPrediction(dataset.id, { ...declined, sampleId: odd.sampleId })
    assert.deepStrictEqual(yield* store.byClaim(odd.claimId), Option.some(odd))
    assert.deepStrictEqual(yield* store.byClaim(other.claimId), Option.some(other))
    assert.isTrue(Option.isNone(yield* store.byClaim(yield* generateId(ClaimId))))
    const find = (version: Prediction["labelVersion"], sampleId = odd.sampleId) =>
      Effect.map(
        store.byVersion({ datasetId: dataset.id, sampleId, version }),
        Option.map(({ claimId }) => claimId),
      )
    assert.deepStrictEqual(yield* find(odd.labelVersion), Option.some(odd.claimId))
    assert.isTrue(Option.isNone(yield* find(null)))
    assert.isTrue(Option.isNone(yield* find(odd.labelVersion, yield* generateId(SampleId))))
  }),

  "lists answers by sample, model and outcome, the newest claims first, with full pages while there are more":
    Effect.gen(function* () {
      const store = yield* PredictionStore
      const { ann, dataset } = yield* aWorld
      const elsewhere = yield* addDataset(ann, "elsewhere")
      yield* addPrediction(elsewhere.id)
      const a = yield* addPrediction(dataset.id)
      const b = yield* addPrediction(dataset.id, { model: Username.make("net2"), sampleId: a.sampleId })
      const c = yield* addPrediction(dataset.id, { outcome: "declined", reason: "dark" })
      const list = (query: Partial<Parameters<typeof store.list>[0]>) =>
        store.list({ datasetId: dataset.id, limit: 9, ...query })
      assert.deepStrictEqual(yield* list({}), omitAnswers([c, b, a]))
      assert.deepStrictEqual(yield* list({ limit: 2 }), omitAnswers([c, b]))
      assert.deepStrictEqual(yield* list({ limit: 2, before: b.claimId }), omitAnswers([a]))
      assert.deepStrictEqual(yield* list({ sampleId: a.sampleId }), omitAnswers([b, a]))
      assert.deepStrictEqual(yield* list({ model: net }), omitAnswers([c, a]))
      assert.deepStrictEqual(yield* list({ outcome: "declined" }), omitAnswers([c]))
    }),

  "finds the answers of many samples at once, the newest claims first": Effect.gen(function* () {
    const store = yield* PredictionStore
    const { ann, dataset } = yield* aWorld
    const elsewhere = yield* addDataset(ann, "elsewhere")
    const a = yield* addPrediction(dataset.id)
    yield* addPrediction(elsewhere.id, { sampleId: a.sampleId })
    yield* addPrediction(dataset.id)
    const many = yield* Effect.forEach(Array.from({ length: 998 }), () => generateId(SampleId))
    const c = yield* addPrediction(dataset.id, { outcome: "declined", reason: "dark" })
    const d = yield* addPrediction(dataset.id, { sampleId: a.sampleId })
    assert.deepStrictEqual(
      yield* store.ofSamples(dataset.id, [a.sampleId, ...many, c.sampleId]),
      omitAnswers([d, c, a]),
    )
    assert.deepStrictEqual(yield* store.ofSamples(dataset.id, []), [])
    yield* (yield* DatasetStore).markDeleted(dataset.id, instant, null)
    assert.deepStrictEqual(yield* store.ofSamples(dataset.id, [a.sampleId]), [])
  }),

  "counts answers by model, version and outcome": Effect.gen(function* () {
    const store = yield* PredictionStore
    const { dataset } = yield* aWorld
    for (const modelVersion of ["v1", "V1", "v1"]) yield* addPrediction(dataset.id, { modelVersion })
    yield* addPrediction(dataset.id, { outcome: "declined", reason: "dark" })
    assert.sameDeepMembers(
      [...(yield* store.tally(dataset.id))],
      [
        { model: net, modelVersion: "v1", outcome: "prelabeled", count: 2 },
        { model: net, modelVersion: "V1", outcome: "prelabeled", count: 1 },
        { model: net, modelVersion: "v1", outcome: "declined", count: 1 },
      ],
    )
  }),

  "has no answers of deleted datasets": Effect.gen(function* () {
    const store = yield* PredictionStore
    const { dataset } = yield* aWorld
    const { claimId } = yield* addPrediction(dataset.id)
    yield* (yield* DatasetStore).markDeleted(dataset.id, instant, null)
    assert.isTrue(Option.isNone(yield* store.byClaim(claimId)))
    assert.deepStrictEqual(yield* store.list({ datasetId: dataset.id, limit: 9 }), [])
    assert.deepStrictEqual(yield* store.tally(dataset.id), [])
  }),

  "forgets the answers of old predictions in batches, and keeps the rest": Effect.gen(function* () {
    const store = yield* PredictionStore
    const { dataset } = yield* aWorld
    const [old, older, fresh] = yield* Effect.all([
      addPrediction(dataset.id, { createdAt: addSeconds(instant, -1) }),
      addPrediction(dataset.id, { createdAt: addSeconds(instant, -2) }),
      addPrediction(dataset.id),
    ])
    assert.strictEqual(yield* store.forgetAnswers(instant, 1), 1)
    assert.strictEqual(yield* store.forgetAnswers(instant, 9), 1)
    assert.strictEqual(yield* store.forgetAnswers(instant, 9), 0)
    for (const forgotten of [old, older])
      assert.deepStrictEqual(
        yield* store.byClaim(forgotten.claimId),
        Option.some({ ...forgotten, digest: null, answer: null }),
      )
    assert.deepStrictEqual(yield* store.byClaim(fresh.claimId), Option.some(fresh))
  }),

  "replaces the name of an erased account, and forgets answers that contain it": Effect.gen(function* () {
    const store = yield* PredictionStore
    const { dataset } = yield* aWorld
    yield* addPerson("net")
    const mine = yield* addPrediction(dataset.id, { answer: castToJsonText('{"by":"net"}') })
    const to = Username.make("deleted-user-1")
    yield* (yield* ErasureStore).rename({ from: net, to }, dataset.id)
    assert.deepStrictEqual(
      yield* store.byClaim(mine.claimId),
      Option.some({ ...mine, model: to, digest: null, answer: null }),
    )
  }),

  "stores one of many answers to a claim": Effect.gen(function* () {
    const store = yield* PredictionStore
    const { dataset } = yield* aWorld
    const prediction = yield* makePrediction(dataset.id)
    const added = yield* runTwenty((index) => store.insert({ ...prediction, modelVersion: `v${index}` }))
    assert.lengthOf(added.filter(Boolean), 1)
  }),

  "stores an answer once beside an open transaction, and again after its rollback": Effect.gen(function* () {
    const store = yield* PredictionStore
    const { dataset } = yield* aWorld
    const [first, second] = yield* Effect.all([makePrediction(dataset.id), makePrediction(dataset.id)])
    const insert = (prediction: Prediction) => store.insert(prediction)
    assert.sameMembers([...(yield* runInterleaved(insert(first), insert(first)))], [true, false])
    assert.isTrue(yield* runBesideRollback(insert(second), insert(second)))
  }),
})
