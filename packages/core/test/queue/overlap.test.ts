/** Several people label one sample without seeing each other's work, and a reviewer decides between their labels. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { SampleId } from "../../src/domain/Ids.ts"
import { castToJsonText, type JsonText } from "../../src/domain/JsonText.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { Overlaps } from "../../src/queue/Overlaps.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { QueueViews } from "../../src/queue/QueueViews.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import { Samples } from "../../src/samples/Samples.ts"
import {
  aSample,
  as,
  claimed,
  countsOf,
  engine,
  nextClaim,
  overlapOf,
  perform,
  refusal,
  samplesNamed,
  streets,
  told,
  world,
} from "./world.ts"

const two = { overlap: 2, usesOverlap: true }
const three = { overlap: 3, usesOverlap: true }

const bodyOf = (name: string): JsonText => castToJsonText(`{"annotations":[],"by":"${name}"}`)

/** The person labels the next sample. */
const label = (name: string) =>
  Effect.gen(function* () {
    const claim = yield* nextClaim(name, "labeling")
    yield* perform(name, claim, "submit", { attributes: bodyOf(name) })
    return claim.sampleId
  })

const setOverlap = (sample: SampleId, overlap: number, by = "man") =>
  as(by)(Effect.flatMap(Overlaps, (all) => all.set(sample, { overlap })))
const truthOf = (sample: SampleId) =>
  as("ann")(Effect.option(Effect.flatMap(Labels, (labels) => labels.get(sample, "ground-truth"))))

const names = (rows: ReadonlyArray<{ readonly sample: { readonly name: string } }>) =>
  rows.map(({ sample }) => sample.name)

describe("overlap", () => {
  it.effect(
    "gives a sample to as many people at once as are to label it, and never twice to one person",
    () =>
      Effect.gen(function* () {
        yield* world(two)
        const sample = yield* aSample()
        const [first, second] = [yield* claimed("lab", "labeling"), yield* claimed("lab2", "labeling")]
        assert.deepStrictEqual([first, second].map(names), [["one"], ["one"]])
        assert.notStrictEqual(first[0]?.claim.id, second[0]?.claim.id)
        assert.deepStrictEqual(yield* claimed("rev", "labeling"), [])
        const again = yield* claimed("lab", "labeling", { count: 5 })
        assert.deepStrictEqual(
          again.map(({ claim }) => claim.id),
          first.map(({ claim }) => claim.id),
        )
        yield* perform("lab", first[0]?.claim ?? assert.fail(), "submit", { attributes: bodyOf("lab") })
        assert.deepStrictEqual(yield* claimed("lab", "labeling"), [])
        assert.strictEqual((yield* overlapOf(sample)).finished, 1)
      }).pipe(Effect.provide(engine())),
  )

  it.effect("leaves the ground truth until a reviewer accepts one of the labels", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world(two)
      const sample = yield* aSample()
      yield* label("lab")
      assert.deepStrictEqual(yield* claimed("rev", "reviewing"), [])
      assert.deepStrictEqual((yield* overlapOf(sample)).labels, [])
      yield* label("lab2")
      assert.strictEqual((yield* truthOf(sample))._tag, "None")
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 1, byStatus: {} })
      const shown = yield* overlapOf(sample)
      assert.deepStrictEqual(
        [shown.state, shown.labels.map(({ labeler, letter }) => `${letter} ${labeler}`)],
        ["adjudicating", ["A lab", "B lab2"]],
      )
      assert.strictEqual(JSON.parse(shown.agreement ?? "null").agreement, 1)
      const claim = yield* nextClaim("rev", "reviewing")
      assert.strictEqual(claim.step, 4)
      yield* perform("rev", claim, "accept", { overlapLabel: "B" })
      const truth = (yield* truthOf(sample)).pipe((option) =>
        option._tag === "Some" ? option.value.label : assert.fail("has no ground truth"),
      )
      assert.deepStrictEqual(
        [truth.status, truth.attributes, truth.labeler, truth.reviewer],
        ["REVIEWED", bodyOf("lab2"), "lab2", "rev"],
      )
      const decided = yield* overlapOf(sample)
      assert.deepStrictEqual([decided.state, decided.accepted], ["decided", "B"])
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 1, byStatus: { REVIEWED: 1 } })
      assert.deepStrictEqual(yield* told, ["sample.created", "sample.agreed", "label.updated"])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("takes an edit of the reviewer's instead of a label, and refuses everything else", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      yield* label("lab")
      yield* label("lab2")
      const claim = yield* nextClaim("rev", "reviewing")
      assert.strictEqual(yield* refusal(perform("rev", claim, "reject")), "Conflict overlap_open")
      assert.strictEqual(yield* refusal(perform("rev", claim, "save")), "Conflict overlap_open")
      assert.strictEqual(yield* refusal(perform("rev", claim, "accept")), "InvalidInput invalid")
      assert.strictEqual(
        yield* refusal(perform("rev", claim, "accept", { overlapLabel: "C" })),
        "InvalidInput invalid",
      )
      const done = yield* perform("rev", claim, "accept", { attributes: bodyOf("rev") })
      assert.strictEqual(done.label?.labeler, null)
      const repeated = yield* perform("rev", claim, "accept", { attributes: bodyOf("rev") })
      assert.deepStrictEqual([repeated.repeated, repeated.answer], [true, done.answer])
      assert.deepStrictEqual((yield* overlapOf(sample)).accepted, null)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("keeps the order of the queue among samples with and without overlap", () =>
    Effect.gen(function* () {
      yield* world(two)
      const [a, b, c] = yield* samplesNamed("a", "b", "c")
      yield* setOverlap(b ?? assert.fail(), 1)
      yield* as("ann")(Effect.flatMap(Samples, (all) => all.update(c ?? assert.fail(), { priority: 5 })))
      assert.deepStrictEqual(names(yield* claimed("lab", "labeling", { count: 9 })), ["c", "a", "b"])
      const view = yield* as("lab2")(Effect.flatMap(QueueViews, (views) => views.view(streets, "labeling")))
      assert.deepStrictEqual(
        view.flatMap(({ samples, step, waiting }) =>
          waiting === 0 ? [] : [[step, waiting, samples.map(({ name }) => name)]],
        ),
        [[4, 2, ["c", "a"]]],
      )
      assert.isDefined(a)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("returns saved work to its person alone, and waits for an assignee", () =>
    Effect.gen(function* () {
      yield* world({ ...two, enableSaveButton: true })
      const sample = yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* perform("lab", claim, "save", { attributes: bodyOf("draft") })
      assert.strictEqual(
        (yield* perform("lab", claim, "save", { attributes: bodyOf("draft") })).repeated,
        true,
      )
      yield* as("lab")(Effect.flatMap(Queue, (queue) => queue.giveBack(claim.id)))
      yield* as("ann")(Effect.flatMap(Samples, (all) => all.update(sample, { assignedLabeler: "lab2" })))
      assert.deepStrictEqual(yield* claimed("rev", "labeling"), [])
      const [row] = yield* claimed("lab", "labeling")
      assert.deepStrictEqual([row?.claim.step, row?.label?.attributes], [1, bodyOf("draft")])
      const [other] = yield* claimed("lab2", "labeling")
      assert.deepStrictEqual([other?.claim.step, other?.label], [3, null])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("frees the place of an expired claim, whose holder is told so", () =>
    Effect.gen(function* () {
      yield* world({ overlap: 1, usesOverlap: true })
      const sample = yield* aSample()
      yield* setOverlap(sample, 2)
      const [mine, other] = [yield* nextClaim("lab", "labeling"), yield* nextClaim("lab2", "labeling")]
      yield* perform("lab2", other, "submit")
      yield* TestClock.adjust("901 seconds")
      const queue = yield* Queue
      assert.strictEqual(yield* refusal(as("lab")(queue.get(mine.id))), "Conflict stale_claim")
      assert.strictEqual(yield* refusal(as("lab")(queue.renew(mine.id))), "Conflict stale_claim")
      assert.strictEqual(yield* refusal(as("eve")(queue.get(mine.id))), "NotFound claim_not_found")
      assert.strictEqual(yield* refusal(perform("lab", mine, "submit")), "Conflict stale_claim")
      yield* perform("rev", yield* nextClaim("rev", "labeling"), "submit")
      assert.strictEqual(yield* refusal(perform("lab", mine, "submit")), "Conflict stale_claim")
      assert.strictEqual((yield* overlapOf(sample)).finished, 2)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("counts a skipped sample as a label, and renews and lists claims as others", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("60 seconds")
      const queue = yield* Queue
      const renewed = yield* as("lab")(queue.renew(claim.id))
      assert.isAbove(Date.parse(renewed.expiresAt), Date.parse(claim.expiresAt))
      assert.strictEqual((yield* as("lab")(queue.get(claim.id))).claim.id, claim.id)
      assert.strictEqual(
        yield* refusal(as("lab2")(queue.get(claim.id))),
        "PermissionDenied permission_denied",
      )
      yield* perform("lab", claim, "skip")
      yield* label("lab2")
      assert.deepStrictEqual(
        (yield* overlapOf(sample)).labels.map(({ status }) => status),
        ["SKIPPED", "LABELED"],
      )
      assert.strictEqual((yield* overlapOf(sample)).agreement, null)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("changes while labels are missing, without losing any", () =>
    Effect.gen(function* () {
      yield* world(three)
      const sample = yield* aSample()
      yield* label("lab")
      const claim = yield* nextClaim("lab2", "labeling")
      assert.strictEqual((yield* setOverlap(sample, 1)).overlap, 2)
      assert.deepStrictEqual(yield* claimed("rev", "labeling"), [])
      assert.strictEqual((yield* setOverlap(sample, 3)).overlap, 3)
      yield* perform("lab2", claim, "submit")
      const lowered = yield* setOverlap(sample, 2)
      assert.deepStrictEqual([lowered.overlap, lowered.state], [2, "adjudicating"])
      assert.strictEqual(yield* refusal(setOverlap(sample, 3)), "Conflict overlap_closed")
      assert.strictEqual(yield* refusal(setOverlap(sample, 11)), "InvalidInput invalid")
      assert.strictEqual(yield* refusal(setOverlap(sample, 2, "rev")), "PermissionDenied permission_denied")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is set for a sample that nobody has begun, and taken back while nobody has", () =>
    Effect.gen(function* () {
      yield* world()
      const [a, b] = yield* samplesNamed("a", "b")
      const begun = yield* nextClaim("lab", "labeling")
      assert.strictEqual(yield* refusal(setOverlap(begun.sampleId, 2)), "Conflict overlap_closed")
      assert.strictEqual(a, begun.sampleId)
      assert.strictEqual((yield* setOverlap(b ?? assert.fail(), 2)).state, "labeling")
      assert.strictEqual((yield* setOverlap(b ?? assert.fail(), 1)).state, null)
      const [row] = yield* claimed("lab2", "labeling")
      yield* perform("lab2", row?.claim ?? assert.fail(), "submit")
      assert.strictEqual((yield* truthOf(b ?? assert.fail()))._tag, "Some")
    }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "is set for many samples at once, or for a part of them that a seed draws, and skips those that are begun",
    () =>
      Effect.gen(function* () {
        yield* world()
        const ids = yield* samplesNamed(...Array.from({ length: 40 }, (_, index) => `s${index}`))
        const begun = yield* nextClaim("lab", "labeling")
        const update = (overlap: number, part?: { readonly share: number; readonly seed: string }) =>
          as("man")(
            Effect.flatMap(SampleBulk, (bulk) => bulk.updateMany(streets, { uuids: ids }, { overlap }, part)),
          )
        const drawn = (yield* update(2, { share: 0.5, seed: "a" })).changed
        assert.isTrue(drawn > 8 && drawn < 32)
        assert.strictEqual((yield* update(2, { share: 0.5, seed: "a" })).changed, 0)
        assert.strictEqual((yield* update(3)).changed, 39)
        assert.strictEqual((yield* overlapOf(begun.sampleId)).state, null)
        assert.strictEqual((yield* overlapOf(ids[7] ?? assert.fail())).overlap, 3)
        assert.strictEqual((yield* update(1)).changed, 39)
        assert.strictEqual(yield* refusal(update(0)), "InvalidInput invalid")
        assert.strictEqual(yield* refusal(update(2, { share: 0, seed: "a" })), "InvalidInput invalid")
        assert.lengthOf(yield* claimed("lab2", "labeling", { count: 100 }), 39)
      }).pipe(Effect.provide(engine())),
  )

  it.effect("keeps samples out of the queue of others whatever changes about them", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      yield* label("lab")
      yield* as("man")(
        Effect.flatMap(Labels, (labels) => labels.put(sample, "ground-truth", { status: "LABELED" })),
      )
      yield* as("man")(
        Effect.flatMap(SampleBulk, (bulk) => bulk.updateMany(streets, { uuids: [sample] }, { priority: 3 })),
      )
      assert.deepStrictEqual(yield* claimed("rev", "reviewing"), [])
      assert.deepStrictEqual(names(yield* claimed("lab2", "labeling")), ["one"])
      assert.strictEqual(
        yield* refusal(
          as("lab2")(
            Effect.flatMap(Labels, (labels) => labels.put(sample, "ground-truth", { status: "LABELED" })),
          ),
        ),
        "Conflict overlap_open",
      )
    }).pipe(Effect.provide(engine())),
  )
})
