/** Gold samples: which samples become one, and what remains of them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SampleId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { Overlaps } from "../../src/queue/Overlaps.ts"
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
  overlapOf,
  perform,
  pointersOf,
  refusal,
  samplesNamed,
  streets,
  two,
  world,
} from "./world.ts"

const setGold = (sample: SampleId, attributes: string = body(1), by = "man") =>
  as(by)(Effect.flatMap(GoldSamples, (gold) => gold.set(sample, { attributes: castToJsonText(attributes) })))

const readGold = (sample: SampleId, by = "man") =>
  as(by)(Effect.flatMap(GoldSamples, (gold) => gold.get(sample)))

const removeGold = (sample: SampleId) => as("man")(Effect.flatMap(GoldSamples, (gold) => gold.remove(sample)))

const readTruth = (sample: SampleId) =>
  as("man")(Effect.flatMap(Labels, (labels) => labels.get(sample, "ground-truth")))

describe("a gold sample", () => {
  it.effect("has a known label, which managers replace and read, and leaves the queue", () =>
    Effect.gen(function* () {
      yield* world()
      const [one, other] = yield* samplesNamed("one", "other")
      if (one === undefined || other === undefined) return yield* Effect.dieMessage("No samples.")
      assert.strictEqual((yield* setGold(one)).label.attributes, body(1))
      yield* setGold(one, body(2), "adm")
      const { answers, label } = yield* readGold(one)
      assert.deepStrictEqual([label.attributes, label.createdBy, answers], [body(2), "adm", []])
      assert.strictEqual((yield* nextClaim("lab", "labeling")).sampleId, other)
      assert.deepStrictEqual(yield* claimed("lab2", "labeling"), [])
      assert.strictEqual(yield* refusal(readTruth(one)), "NotFound label_not_found")
      const list = yield* as("man")(Effect.flatMap(GoldSamples, (gold) => gold.list(streets)))
      assert.deepStrictEqual(
        list.map(({ sampleId }) => sampleId),
        [one],
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is shown as a sample that one person labels, and its ground truth is written by nobody", () =>
    Effect.gen(function* () {
      yield* world({ enableSkipReviewing: true })
      const one = yield* aSample()
      yield* setGold(one)
      assert.deepInclude(yield* overlapOf(one), { overlap: 1, state: null, finished: 0 })
      const put = (by: string) =>
        as(by)(
          Effect.flatMap(Labels, (labels) =>
            labels.put(one, "ground-truth", { status: "LABELED", attributes: body(1) }),
          ),
        )
      assert.strictEqual(yield* refusal(put("man")), "Conflict gold_sample")
      assert.match(yield* refusal(put("lab")), /^PermissionDenied/)
      const setOverlap = as("man")(
        Effect.flatMap(Overlaps, (all) => all.set(one, { overlap: 3, reopen: true })),
      )
      assert.strictEqual(yield* refusal(setOverlap), "Conflict overlap_closed")
      const setMany = (set: Parameters<SampleBulk["updateMany"]>[2]) =>
        as("man")(Effect.flatMap(SampleBulk, (all) => all.updateMany(streets, { uuids: [one] }, set)))
      assert.strictEqual((yield* setMany({ overlap: 2, reopen: true })).changed, 0)
      assert.strictEqual((yield* setMany({ labelStatus: "LABELED" })).changed, 0)
      assert.strictEqual((yield* setMany({ priority: 3 })).changed, 1)
      assert.strictEqual(yield* refusal(readTruth(one)), "NotFound label_not_found")
      assert.strictEqual((yield* readGold(one)).label.attributes, body(1))
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is an unlabeled sample that nobody has begun or claimed", () =>
    Effect.gen(function* () {
      yield* world(two)
      const [claimedOne, saved, written, prelabeled, deleted] = yield* samplesNamed("a", "b", "c", "d", "e")
      if (!claimedOne || !saved || !written || !prelabeled || !deleted)
        return yield* Effect.dieMessage("No samples.")
      yield* as("lab")(Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", claimedOne)))
      const { claim } = yield* as("lab")(
        Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", saved)),
      )
      yield* perform("lab", claim, "save", { attributes: body(1) })
      yield* as("lab")(Effect.flatMap(Queue, (queue) => queue.giveBack(claim.id)))
      yield* labeled(written, "LABELED")
      yield* labeled(prelabeled, "PRELABELED")
      yield* labeled(deleted, "LABELED")
      yield* as("ann")(Effect.flatMap(Labels, (labels) => labels.remove(deleted, "ground-truth")))
      for (const sample of [claimedOne, saved, written, prelabeled, deleted])
        assert.strictEqual(yield* refusal(setGold(sample)), "Conflict gold_closed")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("takes a label with the structure of the dataset, and managers who may set it", () =>
    Effect.gen(function* () {
      yield* world()
      const one = yield* aSample()
      assert.deepStrictEqual(yield* pointersOf(setGold(one, '{"annotations":1}')), [
        "/attributes/annotations",
      ])
      assert.deepStrictEqual(yield* pointersOf(setGold(one, "[]")), ["/attributes"])
      for (const by of ["rev", "lab", "eve"])
        assert.match(yield* refusal(setGold(one, body(1), by)), /^(PermissionDenied|NotFound)/)
      assert.strictEqual(yield* refusal(readGold(one)), "NotFound gold_sample_not_found")
      assert.strictEqual(yield* refusal(removeGold(one)), "NotFound gold_sample_not_found")
      assert.match(yield* refusal(readGold(one, "rev")), /^PermissionDenied/)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("returns to the queue with the overlap of the dataset", () =>
    Effect.gen(function* () {
      yield* world(two)
      const one = yield* aSample()
      yield* setGold(one)
      assert.deepStrictEqual(yield* claimed("lab", "labeling"), [])
      yield* removeGold(one)
      assert.strictEqual(yield* refusal(readGold(one)), "NotFound gold_sample_not_found")
      assert.deepInclude(yield* overlapOf(one), { overlap: 2, state: "labeling" })
      for (const user of ["lab", "lab2"])
        assert.strictEqual((yield* nextClaim(user, "labeling")).sampleId, one)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("goes with the sample that is deleted", () =>
    Effect.gen(function* () {
      yield* world()
      const one = yield* aSample()
      yield* setGold(one)
      yield* as("ann")(Effect.flatMap(Samples, (samples) => samples.remove(one)))
      const list = yield* as("man")(Effect.flatMap(GoldSamples, (gold) => gold.list(streets)))
      assert.deepStrictEqual(list, [])
    }).pipe(Effect.provide(engine())),
  )
})
