/** The answers of models to their claims: labels, reasons, repeats, and refusals. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ClaimId, generateId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { type ListPredictions, Predictions } from "../../src/queue/Predictions.ts"
import { Queue } from "../../src/queue/Queue.ts"
import {
  aSample,
  as,
  body,
  claimed,
  countsOf,
  engine,
  nextClaim,
  perform,
  pointersOf,
  refusal,
  samplesNamed,
  streets,
  told,
} from "./world.ts"
import { changeSettings, decline, prelabel, worldOfModels } from "./worldOfModels.ts"

const list = (name: string, query: ListPredictions = {}) =>
  Effect.flatMap(Predictions, (predictions) => predictions.list(streets, query)).pipe(as(name))

const count = (name: string) =>
  Effect.flatMap(Predictions, (predictions) => predictions.count(streets)).pipe(as(name))

const statusOf = (sample: Parameters<Labels["get"]>[0]) =>
  Effect.flatMap(Labels, (labels) => labels.get(sample, "ground-truth")).pipe(
    as("ann"),
    Effect.map(({ label }) => label),
  )

describe("the label of a model", () => {
  it.effect("is PRELABELED, has the scores and the version of the model, and waits for people", () =>
    Effect.gen(function* () {
      const { dataset } = yield* worldOfModels()
      const id = yield* aSample()
      const claim = yield* nextClaim("net", "prelabeling")
      const attributes = castToJsonText('{"annotations":[],"score":0.25}')
      const { answer, prediction, repeated } = yield* prelabel("net", claim, { attributes, score: 0.5 })
      const label = yield* statusOf(id)
      assert.deepInclude(label, {
        status: "PRELABELED",
        attributes,
        score: 0.5,
        createdBy: "net",
        updatedBy: "net",
        labeler: null,
      } as object)
      assert.deepInclude(prediction, {
        model: "net",
        modelVersion: "v1",
        outcome: "prelabeled",
        reason: null,
        labelVersion: label.version,
        sampleId: id,
      } as object)
      assert.isFalse(repeated)
      assert.deepStrictEqual(Object.keys(JSON.parse(answer)), ["label", "prediction", "warnings"])
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 1, byStatus: { PRELABELED: 1 } })
      assert.include(yield* told, "label.updated")
      const [history] = yield* Effect.flatMap(Labels, (labels) => labels.history(id, "ground-truth")).pipe(
        as("ann"),
      )
      assert.deepStrictEqual([history?.action, history?.by.toString()], ["prelabel", "net"])
      assert.deepStrictEqual(yield* claimed("net2", "prelabeling"), [])
      const forPeople = yield* nextClaim("lab", "labeling")
      yield* perform("lab", forPeople, "submit")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("gets the same answer again, and the claim has no other one", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      yield* aSample()
      const claim = yield* nextClaim("net", "prelabeling")
      const first = yield* prelabel("net", claim)
      const again = yield* prelabel("net", claim)
      assert.deepStrictEqual([again.repeated, again.answer], [true, first.answer])
      assert.strictEqual(
        yield* refusal(prelabel("net", claim, { attributes: body(8) })),
        "Conflict claim_ended",
      )
      assert.strictEqual(yield* refusal(decline("net", claim)), "Conflict claim_ended")
      assert.strictEqual(yield* refusal(prelabel("net2", claim)), "Conflict stale_claim")
      yield* Effect.flatMap(Queue, (queue) => queue.giveBack(claim.id)).pipe(as("net"))
      assert.lengthOf(yield* list("man"), 1)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("must fit the configuration, or the claim stays open", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      yield* aSample()
      const claim = yield* nextClaim("net", "prelabeling")
      for (const attributes of [
        '{"annotations":1}',
        '{"annotations":[{"id":1,"category_id":77,"type":"bbox","points":[[0,0],[1,1]]}]}',
        "[]",
      ])
        assert.strictEqual(
          yield* refusal(prelabel("net", claim, { attributes: castToJsonText(attributes) })),
          "InvalidInput invalid",
          attributes,
        )
      assert.deepStrictEqual(yield* pointersOf(prelabel("net", claim, { modelVersion: "V1" })), [
        "/modelVersion",
      ])
      assert.deepStrictEqual(yield* pointersOf(prelabel("net", claim, { modelVersion: "" })), [
        "/modelVersion",
      ])
      assert.deepStrictEqual(yield* pointersOf(prelabel("net", claim, { score: Number.NaN })), ["/score"])
      yield* prelabel("net", claim)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is refused to everybody but the holder of the claim, and while prelabeling is off", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      yield* samplesNamed("a", "b")
      const claim = yield* nextClaim("net", "prelabeling")
      const ofPerson = yield* nextClaim("lab", "labeling")
      assert.strictEqual(yield* refusal(prelabel("net2", claim)), "Conflict stale_claim")
      assert.strictEqual(yield* refusal(prelabel("eve", claim)), "NotFound claim_not_found")
      assert.strictEqual(yield* refusal(prelabel("lab", ofPerson)), "PermissionDenied permission_denied")
      assert.strictEqual(yield* refusal(prelabel("net", ofPerson)), "Conflict stale_claim")
      const unknown = { id: yield* generateId(ClaimId) }
      assert.strictEqual(yield* refusal(prelabel("net", unknown)), "NotFound claim_not_found")
      yield* changeSettings({ enablePrelabeling: false })
      assert.strictEqual(yield* refusal(prelabel("net", claim)), "Conflict wrong_state UNLABELED")
    }).pipe(Effect.provide(engine())),
  )
})

describe("a model that gives no label", () => {
  it.effect("says why, and the sample waits for people alone", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      const id = yield* aSample()
      const claim = yield* nextClaim("net", "prelabeling")
      assert.deepStrictEqual(yield* pointersOf(decline("net", claim, { reason: "" })), ["/reason"])
      const { answer, prediction } = yield* decline("net", claim)
      assert.deepInclude(prediction, {
        outcome: "declined",
        reason: "too dark",
        labelVersion: null,
      } as object)
      assert.strictEqual((yield* decline("net", claim)).answer, answer)
      assert.strictEqual(yield* refusal(prelabel("net", claim)), "Conflict claim_ended")
      assert.strictEqual(yield* refusal(statusOf(id)), "NotFound label_not_found")
      assert.deepStrictEqual(yield* claimed("net2", "prelabeling"), [])
      assert.strictEqual((yield* nextClaim("lab", "labeling")).sampleId, id)
    }).pipe(Effect.provide(engine())),
  )
})

describe("the list of answers", () => {
  it.effect("has those of all models for managers, of one for itself, and none for others", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      const [a] = yield* samplesNamed("a", "b", "c")
      yield* prelabel("net", yield* nextClaim("net", "prelabeling"))
      yield* decline("net", yield* nextClaim("net", "prelabeling"), { modelVersion: "v2" })
      yield* prelabel("net2", yield* nextClaim("net2", "prelabeling"))
      const outline = (predictions: ReadonlyArray<{ readonly model: string; readonly outcome: string }>) =>
        predictions.map(({ model, outcome }) => `${model} ${outcome}`)
      const all = ["net2 prelabeled", "net declined", "net prelabeled"]
      assert.deepStrictEqual(outline(yield* list("man")), all)
      assert.deepStrictEqual(outline(yield* list("net2")), all.slice(0, 1))
      assert.deepStrictEqual(
        outline(yield* list("man", { model: "NET", outcome: "declined" })),
        all.slice(1, 2),
      )
      assert.deepStrictEqual(outline(yield* list("man", { sample: a })), all.slice(2))
      assert.deepStrictEqual(yield* list("man", { model: "nobody" }), [])
      const [last] = yield* list("man", { limit: 1 })
      assert.deepStrictEqual(outline(yield* list("man", { before: last?.claimId })), all.slice(1))
      assert.deepStrictEqual(
        (yield* count("man")).map((tally) => Object.values(tally).join(" ")),
        ["net v1 prelabeled 1", "net v2 declined 1", "net2 v1 prelabeled 1"],
      )
      assert.lengthOf(yield* count("net2"), 1)
      for (const refused of [list("lab"), list("net", { model: "net2" })])
        assert.strictEqual(yield* refusal(refused), "PermissionDenied permission_denied")
      assert.strictEqual(yield* refusal(count("rev")), "PermissionDenied permission_denied")
    }).pipe(Effect.provide(engine())),
  )
})
