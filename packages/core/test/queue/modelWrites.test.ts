import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { SampleId } from "../../src/domain/Ids.ts"
import type { Label } from "../../src/domain/Label.ts"
import { Username } from "../../src/domain/Names.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { ClaimStore } from "../../src/placement/ClaimStore.ts"
import { Placement } from "../../src/placement/Placement.ts"
import { queueKey } from "../../src/placement/queueKey.ts"
import { isUntouchedByPeople } from "../../src/queue/predictionInput.ts"
import { Queue } from "../../src/queue/Queue.ts"
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
  streets,
  undo,
} from "./world.ts"
import { prelabel, worldOfModels } from "./worldOfModels.ts"

const truth = "ground-truth"

const putAs = (name: string, id: SampleId, status: "LABELED" | "PRELABELED" | "SKIPPED") =>
  Effect.flatMap(Labels, (labels) => labels.put(id, truth, { status, attributes: body(3) })).pipe(as(name))

const claimAs = (name: string, id: SampleId) =>
  Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", id)).pipe(
    as(name),
    Effect.map(({ claim }) => claim),
  )

const read = (id: SampleId) =>
  Effect.flatMap(Labels, (labels) => labels.get(id, truth)).pipe(
    as("ann"),
    Effect.map(({ label }) => label),
    Effect.orElseSucceed(() => null),
  )

/** Each way in which a person touches a sample that a model has claimed. */
const touches = {
  "a person claims the sample": (id: SampleId) => claimAs("lab", id),
  "a person begins and saves": (id: SampleId) =>
    Effect.flatMap(claimAs("lab", id), (claim) => perform("lab", claim, "save", { attributes: body(3) })),
  "a person submits": (id: SampleId) =>
    Effect.flatMap(claimAs("lab", id), (claim) => perform("lab", claim, "submit", { attributes: body(3) })),
  "a person skips": (id: SampleId) =>
    Effect.flatMap(claimAs("lab", id), (claim) => perform("lab", claim, "skip")),
  "a person submits and takes it back": (id: SampleId) =>
    Effect.flatMap(claimAs("lab", id), (claim) =>
      Effect.zipRight(perform("lab", claim, "submit", { attributes: body(3) }), undo("lab", claim)),
    ),
  "a manager puts a label": (id: SampleId) => putAs("man", id, "LABELED"),
  "a manager puts a prelabel": (id: SampleId) => putAs("man", id, "PRELABELED"),
  "an assignee writes without a claim": (id: SampleId) =>
    Effect.zipRight(
      Effect.flatMap(Samples, (samples) =>
        samples.update(id, { assignedLabeler: Username.make("lab2") }),
      ).pipe(as("ann")),
      putAs("lab2", id, "SKIPPED"),
    ),
  "a manager puts and deletes a label": (id: SampleId) =>
    Effect.zipRight(
      putAs("man", id, "LABELED"),
      Effect.flatMap(Labels, (labels) => labels.remove(id, truth)).pipe(as("man")),
    ),
  "a manager changes the status of many": (id: SampleId) =>
    Effect.zipRight(
      putAs("man", id, "PRELABELED"),
      Effect.flatMap(SampleBulk, (bulk) =>
        bulk.updateMany(streets, { uuids: [id] }, { labelStatus: "REVIEWED" }),
      ).pipe(as("man")),
    ),
}

describe("an answer of a model", () => {
  for (const [name, touch] of Object.entries(touches))
    it.effect(`changes nothing after ${name}`, () =>
      Effect.gen(function* () {
        yield* worldOfModels({ enableSaveButton: true })
        const id = yield* aSample()
        const claim = yield* nextClaim("net", "prelabeling")
        yield* touch(id)
        const before = yield* read(id)
        assert.strictEqual(yield* refusal(prelabel("net", claim)), "Conflict stale_claim")
        assert.deepStrictEqual(yield* read(id), before)
        assert.deepStrictEqual(yield* claimed("net2", "prelabeling"), [])
      }).pipe(Effect.provide(engine())),
    )

  it.effect("changes nothing after its lease expired, also where nobody touched the sample", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      const id = yield* aSample()
      const claim = yield* nextClaim("net", "prelabeling")
      yield* TestClock.adjust("16 minutes")
      assert.strictEqual(yield* refusal(prelabel("net", claim)), "Conflict stale_claim")
      assert.isNull(yield* read(id))
      yield* prelabel("net2", yield* nextClaim("net2", "prelabeling"))
      assert.strictEqual((yield* read(id))?.updatedBy.toString(), "net2")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("has no other way: every write outside the queue is refused to models", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      const id = yield* aSample()
      yield* nextClaim("net", "prelabeling")
      const labels = yield* Labels
      const bulk = yield* SampleBulk
      const version = (yield* labeled(id, "PRELABELED")).version
      const writes: ReadonlyArray<
        Effect.Effect<unknown, { readonly _tag: string }, Labels | Queue | SampleBulk>
      > = [
        putAs("net", id, "PRELABELED"),
        labels.put(id, "model-1", { status: "PRELABELED", attributes: body(3) }).pipe(as("net")),
        labels.patch(id, truth, { score: 1 }).pipe(as("net")),
        labels.remove(id, truth).pipe(as("net")),
        labels.restore(id, truth, version).pipe(as("net")),
        bulk.updateMany(streets, { uuids: [id] }, { labelStatus: "PRELABELED" }).pipe(as("net")),
        claimAs("net", id),
      ]
      for (const write of writes)
        assert.strictEqual(yield* refusal(write), "PermissionDenied permission_denied")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("ends the claim and the request where the label is a person's in spite of all", () =>
    Effect.gen(function* () {
      const { dataset } = yield* worldOfModels()
      const id = yield* aSample()
      const claims = yield* ClaimStore
      yield* labeled(id, "PRELABELED")
      const [facts] = yield* claims.facts(dataset.id, [id])
      if (facts === undefined) return assert.fail()
      const workers = yield* Effect.flatMap(Placement, (placement) => placement.findWorkers(dataset.id, []))
      yield* claims.place(dataset.id, [queueKey({ ...facts, prelabel: "again" }, workers)])
      const claim = yield* nextClaim("net", "prelabeling")
      const before = yield* read(id)
      assert.strictEqual(yield* refusal(prelabel("net", claim)), "Conflict touched_by_person")
      assert.deepStrictEqual(yield* read(id), before)
      assert.strictEqual(yield* refusal(prelabel("net", claim)), "Conflict stale_claim")
      assert.deepStrictEqual(yield* claimed("net2", "prelabeling"), [])
      assert.strictEqual((yield* nextClaim("lab", "labeling")).sampleId, id)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("replaces the answer of a model, when another one is requested", () =>
    Effect.gen(function* () {
      const { dataset } = yield* worldOfModels()
      const id = yield* aSample()
      const claims = yield* ClaimStore
      yield* prelabel("net", yield* nextClaim("net", "prelabeling"))
      const [facts] = yield* claims.facts(dataset.id, [id])
      if (facts === undefined) return assert.fail()
      const workers = yield* Effect.flatMap(Placement, (placement) => placement.findWorkers(dataset.id, []))
      const request = claims.place(dataset.id, [queueKey({ ...facts, prelabel: "again" }, workers)])
      yield* request
      const again = yield* nextClaim("net", "prelabeling")
      assert.strictEqual(again.step, 2)
      yield* prelabel("net", again, { modelVersion: "v2", attributes: body(9) })
      assert.strictEqual((yield* read(id))?.attributes, body(9))
      yield* request
      const same = yield* nextClaim("net2", "prelabeling")
      yield* prelabel("net2", same, { modelVersion: "v2", attributes: body(9) })
      assert.deepStrictEqual(yield* claimed("net", "prelabeling"), [])
    }).pipe(Effect.provide(engine())),
  )
})

describe("the rule", () => {
  const prediction = { labelVersion: "v" } as never
  const label = (fields: Partial<Label>) =>
    ({ status: "PRELABELED", labeler: null, reviewer: null, rejecter: null, ...fields }) as Label

  it.each<[sentence: string, label: Label | null, known: boolean, expected: boolean]>([
    ["no label", null, false, true],
    ["a label of a model", label({}), true, true],
    ["a prelabel of a person", label({}), false, false],
    ["one that a person labeled before", label({ labeler: Username.make("lab") }), true, false],
    ["one that a person reviewed before", label({ reviewer: Username.make("rev") }), true, false],
    ["one that a person rejected before", label({ rejecter: Username.make("rev") }), true, false],
    ["finished work", label({ status: "LABELED" }), true, false],
    ["skipped work", label({ status: "SKIPPED" }), true, false],
  ])("decides about %s", (_sentence, before, known, expected) => {
    assert.strictEqual(isUntouchedByPeople(before, known ? prediction : null), expected)
  })
})
