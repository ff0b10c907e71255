/** Decisions between the labels of several people that are refused, and what they see of work that is too much to compare. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, TestClock } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { generateId, type SampleId, VersionId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import type { LabelStatus } from "../../src/domain/Label.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { Overlaps } from "../../src/queue/Overlaps.ts"
import type { WorkInput } from "../../src/queue/workInput.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import {
  aSample,
  as,
  claimed,
  engine,
  labeled,
  nextClaim,
  overlapOf,
  perform,
  refusal,
  samplesNamed,
  streets,
  world,
} from "./world.ts"

const two = { overlap: 2, usesOverlap: true, enableSkipLabeling: true }
const empty = castToJsonText(`{"annotations":[]}`)

const work = (name: string, action: "submit" | "skip" = "submit", input: WorkInput = { attributes: empty }) =>
  Effect.flatMap(nextClaim(name, "labeling"), (claim) =>
    perform(name, claim, action, action === "skip" ? {} : input),
  )
const setTruth = (sample: SampleId, status: LabelStatus) =>
  as("man")(Effect.flatMap(Labels, (labels) => labels.put(sample, "ground-truth", { status })))

const setOverlap = (sample: SampleId, overlap: number) =>
  as("man")(Effect.flatMap(Overlaps, (all) => all.set(sample, { overlap })))

/** A label of many cuboids that all overlap one another. */
const makeCrowd = (count: number) =>
  castToJsonText(
    JSON.stringify({
      annotations: Array.from({ length: count }, (_, index) => ({
        id: index + 1,
        category_id: 1,
        type: "cuboid",
        position: { x: index / 100, y: 0, z: 0 },
        dimensions: { x: 50, y: 50, z: 50 },
        yaw: 0,
      })),
    }),
  )

describe("a decision between labels", () => {
  it.effect("takes no label that is skipped, unless it is edited", () =>
    Effect.gen(function* () {
      yield* world(two)
      yield* aSample()
      yield* work("lab", "skip")
      yield* work("lab2")
      const claim = yield* nextClaim("rev", "reviewing")
      assert.strictEqual(
        yield* refusal(perform("rev", claim, "accept", { overlapLabel: "A" })),
        "InvalidInput invalid",
      )
      const done = yield* perform("rev", claim, "accept", { overlapLabel: "A", attributes: empty })
      assert.strictEqual(done.label?.status, "REVIEWED")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("checks the structure of a label that was sent under another task type", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world(two)
      yield* aSample()
      yield* work("lab", "submit", { attributes: makeCrowd(1) })
      yield* work("lab2")
      const datasets = yield* DatasetStore
      const [stored] = yield* Effect.map(datasets.access(streets, null), (found) =>
        Option.toArray(Option.map(found, (access) => access.dataset)),
      )
      if (stored === undefined) return assert.fail("has no dataset")
      const version = yield* generateId(VersionId)
      yield* datasets.update({ ...stored, taskType: "bboxes", version }, stored.version)
      assert.notStrictEqual(dataset.taskType, "bboxes")
      const claim = yield* nextClaim("rev", "reviewing")
      assert.strictEqual(
        yield* refusal(perform("rev", claim, "accept", { overlapLabel: "A" })),
        "InvalidInput invalid",
      )
      const done = yield* perform("rev", claim, "accept", { overlapLabel: "B" })
      assert.strictEqual(done.label?.labeler, "lab2")
    }).pipe(Effect.provide(engine())),
  )

  for (const status of ["REVIEWED", "VERIFIED"] as const)
    it.effect(`waits for nobody while a manager has set the ground truth to ${status}`, () =>
      Effect.gen(function* () {
        yield* world({ ...two, enableLabelStatusVerified: true })
        const sample = yield* aSample()
        yield* work("lab")
        yield* setTruth(sample, status)
        yield* work("lab2")
        assert.deepStrictEqual(yield* claimed("rev", "reviewing"), [])
        assert.strictEqual((yield* overlapOf(sample)).state, "adjudicating")
        yield* setTruth(sample, "LABELED")
        const claim = yield* nextClaim("rev", "reviewing")
        yield* setTruth(sample, status)
        assert.strictEqual(
          yield* refusal(perform("rev", claim, "accept", { overlapLabel: "A" })),
          "Conflict stale_claim",
        )
        assert.deepStrictEqual(yield* claimed("rev", "reviewing"), [])
        yield* setTruth(sample, "REJECTED")
        const again = yield* nextClaim("rev", "reviewing")
        const done = yield* perform("rev", again, "accept", { overlapLabel: "A" })
        assert.strictEqual(done.label?.labeler, "lab")
      }).pipe(Effect.provide(engine())),
    )

  it.effect("is the only work that takes a letter", () =>
    Effect.gen(function* () {
      yield* world(two)
      yield* aSample()
      assert.strictEqual(
        yield* refusal(work("lab", "submit", { attributes: empty, overlapLabel: "A" })),
        "InvalidInput invalid",
      )
      yield* work("lab")
      const other = yield* aSample("other")
      yield* setOverlap(other, 1)
      yield* labeled(other, "LABELED")
      assert.strictEqual(
        yield* refusal(perform("rev", yield* nextClaim("rev", "reviewing"), "accept", { overlapLabel: "B" })),
        "InvalidInput invalid",
      )
    }).pipe(Effect.provide(engine())),
  )
})

describe("a decision that was taken back", () => {
  const decideOnce = Effect.gen(function* () {
    yield* world(two)
    const sample = yield* aSample()
    yield* work("lab")
    yield* work("lab2")
    yield* perform("rev", yield* nextClaim("rev", "reviewing"), "accept", { overlapLabel: "A" })
    return sample
  })

  const statuses = [
    "PRELABELED",
    "LABELING_IN_PROGRESS",
    "LABELED",
    "REVIEWING_IN_PROGRESS",
    "REJECTED",
  ] as const

  it.effect.each(statuses)("waits for another one, with all labels, when its result is set to %s", (status) =>
    Effect.gen(function* () {
      const sample = yield* decideOnce
      yield* setTruth(sample, status)
      const shown = yield* overlapOf(sample)
      assert.deepStrictEqual([shown.state, shown.accepted, shown.labels.length], ["adjudicating", null, 2])
      for (const name of ["lab", "lab2", "rev"])
        assert.deepStrictEqual(yield* claimed(name, "labeling", { count: 9 }), [])
      const done = yield* perform("rev2", yield* nextClaim("rev2", "reviewing"), "accept", {
        overlapLabel: "B",
      })
      assert.deepStrictEqual([done.label?.status, done.label?.labeler], ["REVIEWED", "lab2"])
      assert.deepStrictEqual(yield* claimed("rev", "reviewing"), [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("waits for another one when its result is rejected among many, or deleted", () =>
    Effect.gen(function* () {
      const sample = yield* decideOnce
      const bulk = yield* SampleBulk
      yield* as("man")(bulk.updateMany(streets, { uuids: [sample] }, { labelStatus: "REJECTED" }))
      assert.strictEqual((yield* overlapOf(sample)).state, "adjudicating")
      yield* perform("rev", yield* nextClaim("rev", "reviewing"), "accept", { overlapLabel: "A" })
      yield* as("man")(Effect.flatMap(Labels, (labels) => labels.remove(sample, "ground-truth")))
      assert.strictEqual((yield* overlapOf(sample)).state, "adjudicating")
      assert.strictEqual((yield* nextClaim("rev", "reviewing")).sampleId, sample)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("does not follow from a ground truth that is verified or skipped", () =>
    Effect.gen(function* () {
      const sample = yield* decideOnce
      yield* setTruth(sample, "SKIPPED")
      assert.strictEqual((yield* overlapOf(sample)).state, "decided")
      assert.deepStrictEqual(yield* claimed("rev", "reviewing"), [])
    }).pipe(Effect.provide(engine())),
  )
})

describe("the comparison of labels", () => {
  it.effect("is left out where it would be too much work for a request", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      for (const name of ["lab", "lab2"]) yield* work(name, "submit", { attributes: makeCrowd(150) })
      const shown = yield* overlapOf(sample)
      assert.deepStrictEqual([shown.state, shown.agreement, shown.labels.length], ["adjudicating", null, 2])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is made for each sample where a change of many ends their labeling", () =>
    Effect.gen(function* () {
      yield* world({ ...two, overlap: 3 })
      const ids = yield* samplesNamed(...Array.from({ length: 25 }, (_, index) => `s${index}`))
      for (const _ of ids) for (const name of ["lab", "lab2"]) yield* work(name)
      const { changed } = yield* as("man")(
        Effect.flatMap(SampleBulk, (bulk) => bulk.updateMany(streets, { uuids: ids }, { overlap: 2 })),
      )
      assert.strictEqual(changed, 25)
      const all = yield* Effect.forEach(ids, (sample) => overlapOf(sample))
      assert.isTrue(all.every(({ agreement }) => agreement !== null))
      assert.isTrue(all.every(({ state }) => state === "adjudicating"))
    }).pipe(Effect.provide(engine())),
  )
})

describe("the number of labels", () => {
  it.effect("is taken back to one when the last claim on the sample has expired", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("901 seconds")
      const view = yield* as("man")(Effect.flatMap(Overlaps, (all) => all.set(sample, { overlap: 1 })))
      assert.strictEqual(view.state, null)
    }).pipe(Effect.provide(engine())),
  )
})
