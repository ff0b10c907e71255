/** More labels of samples that are finished already. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SampleId } from "../../src/domain/Ids.ts"
import { castToJsonText, type JsonText } from "../../src/domain/JsonText.ts"
import type { LabelStatus } from "../../src/domain/Label.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { type OverlapInput, Overlaps } from "../../src/queue/Overlaps.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import {
  aSample,
  as,
  claimed,
  engine,
  nextClaim,
  overlapOf,
  perform,
  refusal,
  samplesNamed,
  streets,
  undo,
  world,
} from "./world.ts"

const makeBody = (name: string): JsonText => castToJsonText(`{"annotations":[],"by":"${name}"}`)

const submit = (name: string) =>
  Effect.flatMap(nextClaim(name, "labeling"), (claim) =>
    Effect.as(perform(name, claim, "submit", { attributes: makeBody(name) }), claim),
  )
const accept = (name: string, input: { readonly overlapLabel?: string; readonly attributes?: JsonText }) =>
  Effect.flatMap(nextClaim(name, "reviewing"), (claim) => perform(name, claim, "accept", input))

const set = (sample: SampleId, input: OverlapInput) =>
  as("man")(Effect.flatMap(Overlaps, (all) => all.set(sample, input)))
const setTruth = (sample: SampleId, status: LabelStatus) =>
  as("man")(Effect.flatMap(Labels, (labels) => labels.put(sample, "ground-truth", { status })))
const readTruth = (sample: SampleId) =>
  as("ann")(
    Effect.map(
      Effect.flatMap(Labels, (labels) => labels.get(sample, "ground-truth")),
      ({ label }) => label,
    ),
  )

describe("a finished sample", () => {
  it.effect("is closed, unless more labels are requested of it", () =>
    Effect.gen(function* () {
      yield* world()
      const sample = yield* aSample()
      yield* submit("lab")
      assert.strictEqual(yield* refusal(set(sample, { overlap: 2 })), "Conflict overlap_closed")
      const shown = yield* set(sample, { overlap: 2, reopen: true })
      assert.deepStrictEqual([shown.state, shown.overlap, shown.finished], ["labeling", 2, 1])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("keeps its ground truth, and what its labeler submitted is one of the labels", () =>
    Effect.gen(function* () {
      yield* world()
      const sample = yield* aSample()
      yield* submit("lab")
      yield* accept("rev", { attributes: makeBody("rev") })
      yield* set(sample, { overlap: 3, reopen: true })
      assert.deepStrictEqual(
        [(yield* readTruth(sample)).status, (yield* readTruth(sample)).attributes],
        ["REVIEWED", makeBody("rev")],
      )
      assert.deepStrictEqual(yield* claimed("lab", "labeling"), [])
      assert.deepStrictEqual(yield* claimed("rev2", "reviewing"), [])
      yield* submit("lab2")
      yield* submit("rev2")
      const shown = yield* overlapOf(sample)
      assert.deepStrictEqual(
        shown.labels.map(({ attributes, labeler }): ReadonlyArray<string | null> => [labeler, attributes]),
        ["lab", "lab2", "rev2"].map((name) => [name, makeBody(name)]),
      )
      assert.strictEqual((yield* readTruth(sample)).attributes, makeBody("rev"))
      const done = yield* accept("rev", { overlapLabel: "B" })
      assert.deepStrictEqual([done.label?.labeler, done.label?.attributes], ["lab2", makeBody("lab2")])
      assert.strictEqual((yield* overlapOf(sample)).accepted, "B")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is labeled without a sight of its ground truth, which nobody sends by sending nothing", () =>
    Effect.gen(function* () {
      yield* world({ enableSaveButton: true })
      const sample = yield* aSample()
      yield* submit("lab")
      yield* accept("rev", {})
      yield* set(sample, { overlap: 3, reopen: true })
      const [row] = yield* claimed("lab2", "labeling")
      if (row === undefined) return assert.fail()
      assert.isNull(row.label)
      const saved = yield* perform("lab2", row.claim, "save", {})
      assert.isNull(saved.label?.attributes ?? null)
      const done = yield* perform("lab2", row.claim, "submit", { attributes: makeBody("lab2") })
      assert.strictEqual(done.label?.attributes, makeBody("lab2"))
      const other = yield* nextClaim("rev2", "labeling")
      yield* perform("rev2", other, "submit", { attributes: makeBody("rev2") })
      const { claimed: again } = yield* undo("rev2", other)
      assert.isNull(again?.label)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("without overlap shows its ground truth to whoever has a claim of it", () =>
    Effect.gen(function* () {
      yield* world({ usesOverlap: true })
      const sample = yield* aSample()
      const claim = yield* nextClaim("man", "labeling")
      yield* setTruth(sample, "LABELED")
      const read = Effect.flatMap(Queue, (queue) => queue.get(claim.id)).pipe(as("man"))
      assert.strictEqual((yield* read).label?.status, "LABELED")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("leaves the reviewing queue until all labels are in", () =>
    Effect.gen(function* () {
      yield* world()
      const sample = yield* aSample()
      yield* submit("lab")
      yield* set(sample, { overlap: 2, reopen: true })
      assert.deepStrictEqual(yield* claimed("rev", "reviewing"), [])
      yield* submit("lab2")
      assert.strictEqual((yield* nextClaim("rev", "reviewing")).sampleId, sample)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("gets all labels anew where nobody submitted its ground truth", () =>
    Effect.gen(function* () {
      yield* world()
      const sample = yield* aSample()
      yield* setTruth(sample, "LABELED")
      assert.strictEqual((yield* set(sample, { overlap: 2, reopen: true })).finished, 0)
      yield* submit("lab")
      yield* submit("lab2")
      assert.strictEqual((yield* overlapOf(sample)).state, "adjudicating")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("gets more labels after a decision, which stands until the next one", () =>
    Effect.gen(function* () {
      yield* world({ overlap: 2, usesOverlap: true })
      const sample = yield* aSample()
      yield* submit("lab")
      yield* submit("lab2")
      yield* accept("rev", { overlapLabel: "A" })
      assert.strictEqual(yield* refusal(set(sample, { overlap: 2, reopen: true })), "Conflict overlap_closed")
      const shown = yield* set(sample, { overlap: 3, reopen: true })
      assert.deepStrictEqual([shown.state, shown.finished, shown.accepted], ["labeling", 2, null])
      assert.strictEqual((yield* readTruth(sample)).attributes, makeBody("lab"))
      yield* submit("rev2")
      const done = yield* accept("rev", { overlapLabel: "C" })
      assert.strictEqual(done.label?.labeler, "rev2")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is closed while somebody reviews it, and when it is verified or skipped", () =>
    Effect.gen(function* () {
      yield* world({ enableLabelStatusVerified: true })
      const sample = yield* aSample()
      yield* submit("lab")
      const reopen = refusal(set(sample, { overlap: 2, reopen: true }))
      yield* nextClaim("rev", "reviewing")
      assert.strictEqual(yield* reopen, "Conflict overlap_closed")
      for (const status of ["VERIFIED", "SKIPPED"] as const) {
        yield* setTruth(sample, status)
        assert.strictEqual(yield* reopen, "Conflict overlap_closed")
      }
    }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "that is skipped or verified is opened by the manager who gives it another status, not by a number",
    () =>
      Effect.gen(function* () {
        yield* world({ enableLabelStatusVerified: true })
        for (const status of ["SKIPPED", "VERIFIED"] as const) {
          const sample = yield* aSample(status)
          yield* setTruth(sample, status)
          const many = Effect.flatMap(SampleBulk, (bulk) =>
            bulk.updateMany(streets, { uuids: [sample] }, { overlap: 2, reopen: true }),
          )
          assert.strictEqual((yield* as("man")(many)).changed, 0)
          assert.strictEqual((yield* readTruth(sample)).status, status)
          yield* setTruth(sample, "LABELED")
          assert.strictEqual((yield* set(sample, { overlap: 2, reopen: true })).state, "labeling")
        }
      }).pipe(Effect.provide(engine())),
  )

  it.effect("is not taken back by its labeler any more", () =>
    Effect.gen(function* () {
      yield* world()
      const sample = yield* aSample()
      const claim = yield* submit("lab")
      yield* set(sample, { overlap: 2, reopen: true })
      assert.strictEqual(yield* refusal(undo("lab", claim)), "Conflict not_undoable")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is merged with the new labels where the dataset says so", () =>
    Effect.gen(function* () {
      yield* world({ overlapDecision: "merge" })
      const sample = yield* aSample()
      yield* submit("lab")
      yield* accept("rev", {})
      yield* set(sample, { overlap: 2, reopen: true })
      yield* submit("lab2")
      assert.strictEqual((yield* overlapOf(sample)).accepted, "merged")
      assert.strictEqual((yield* readTruth(sample)).labeler, null)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("gets the ground truth from before the merge again when a manager restores it", () =>
    Effect.gen(function* () {
      yield* world({ overlapDecision: "merge", overlapThreshold: 0 })
      const sample = yield* aSample()
      yield* submit("lab")
      yield* accept("rev", { attributes: makeBody("rev") })
      const before = yield* readTruth(sample)
      yield* set(sample, { overlap: 2, reopen: true })
      yield* submit("lab2")
      assert.notStrictEqual((yield* readTruth(sample)).attributes, makeBody("rev"))
      yield* as("man")(
        Effect.flatMap(Labels, (labels) => labels.restore(sample, "ground-truth", before.version)),
      )
      const { attributes, status } = yield* readTruth(sample)
      assert.deepStrictEqual([status, attributes], ["REVIEWED", makeBody("rev")])
      const history = yield* as("man")(
        Effect.flatMap(Labels, (labels) => labels.history(sample, "ground-truth")),
      )
      assert.deepStrictEqual(
        history.slice(0, 2).map(({ action }) => action),
        ["restore", "merge"],
      )
      assert.strictEqual((yield* overlapOf(sample)).state, "decided")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is one of many that are reopened by a filter", () =>
    Effect.gen(function* () {
      yield* world()
      const ids = yield* samplesNamed("one", "two", "three")
      yield* submit("lab")
      yield* submit("lab")
      const bulk = yield* SampleBulk
      const update = (input: object) => as("man")(bulk.updateMany(streets, { uuids: ids }, input))
      assert.strictEqual((yield* update({ overlap: 2, reopen: true })).changed, 3)
      const all = yield* Effect.forEach(ids, (id) => overlapOf(id))
      assert.deepStrictEqual(
        all.map(({ finished, state }) => [state, finished]),
        [
          ["labeling", 1],
          ["labeling", 1],
          ["labeling", 0],
        ],
      )
      assert.strictEqual(yield* refusal(update({ reopen: true })), "InvalidInput invalid")
    }).pipe(Effect.provide(engine())),
  )
})
