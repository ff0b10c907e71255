/** Review by sampling: labels whose samples are not drawn are accepted at once, by rules that nobody can foresee or repeat. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SampleId } from "../../src/domain/Ids.ts"
import { castToJsonText, type JsonText } from "../../src/domain/JsonText.ts"
import { Username } from "../../src/domain/Names.ts"
import { Outbox } from "../../src/events/Outbox.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { ReviewDraws } from "../../src/queue/ReviewDraws.ts"
import { findReviewReason } from "../../src/queue/review/findReviewReason.ts"
import {
  aSample,
  as,
  body,
  claimed,
  countsOf,
  engine,
  nextClaim,
  perform,
  refusal,
  samplesNamed,
  told,
  undo,
  world,
} from "./world.ts"

const secretKeys = ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]

const makeCuboid = (category: number, key = "category_id"): JsonText =>
  castToJsonText(
    `{"annotations":[{"id":1,"${key}":${category},"type":"cuboid","position":{"x":0,"y":0,"z":0},"dimensions":{"x":2,"y":1,"z":1},"yaw":0}]}`,
  )

const readDraw = (sample: SampleId, by = "man") =>
  as(by)(Effect.flatMap(ReviewDraws, (draws) => draws.get(sample)))

const history = (sample: SampleId) =>
  as("man")(Effect.flatMap(Labels, (labels) => labels.history(sample, "ground-truth"))).pipe(
    Effect.map((entries) =>
      entries.map(({ action, by, to }): ReadonlyArray<string | null> => [action, by, to]),
    ),
  )

const submitNext = (attributes: JsonText = body(1)) =>
  Effect.gen(function* () {
    const claim = yield* nextClaim("lab", "labeling")
    return { claim, done: yield* perform("lab", claim, "submit", { attributes }) }
  })

describe("a submitted label", () => {
  it.effect("waits for a reviewer where the rate is 1, as before", () =>
    Effect.gen(function* () {
      yield* world()
      const one = yield* aSample()
      const { done } = yield* submitNext()
      assert.strictEqual(done.label?.status, "LABELED")
      assert.deepStrictEqual(yield* history(one), [["submit", "lab", "LABELED"]])
    }).pipe(Effect.provide(engine({ secretKeys }))),
  )

  it.effect("is accepted without a reviewer where its sample is not drawn", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world({ reviewRate: 0 })
      const one = yield* aSample()
      const before = (yield* told).length
      const { claim, done } = yield* submitNext()
      assert.strictEqual(done.label?.status, "REVIEWED")
      assert.strictEqual(done.label?.labeler, "lab")
      assert.isNull(done.label?.reviewer)
      assert.isNull(done.label?.reviewedBy)
      assert.strictEqual(done.workunit.nextLabelStatus, "LABELED")
      assert.deepStrictEqual(yield* history(one), [
        ["accept_by_sampling", "lab", "REVIEWED"],
        ["submit", "lab", "LABELED"],
      ])
      assert.deepStrictEqual((yield* told).slice(before), ["label.updated", "label.updated"])
      assert.deepStrictEqual((yield* countsOf(dataset)).byStatus, { REVIEWED: 1 })
      assert.deepStrictEqual(yield* claimed("rev", "reviewing"), [])
      const again = yield* perform("lab", claim, "submit", { attributes: body(1) })
      assert.isTrue(again.repeated)
      assert.strictEqual(JSON.parse(again.answer).label.label_status, "REVIEWED")
    }).pipe(Effect.provide(engine({ secretKeys }))),
  )

  it.effect("is reported in the order of its versions, before and after the acceptance", () =>
    Effect.gen(function* () {
      yield* world({ reviewRate: 0 })
      const one = yield* aSample()
      const outbox = yield* Outbox
      const last = (yield* outbox.read({ after: null, limit: 1000 })).at(-1)
      const { done } = yield* submitNext()
      const events = yield* outbox.read({ after: last?.id ?? null, limit: 1000 })
      const reported = events.map(({ object }) => JSON.parse(object))
      assert.deepStrictEqual(
        reported.map(({ label_status }) => label_status),
        ["LABELED", "REVIEWED"],
      )
      const versions = yield* as("man")(
        Effect.flatMap(Labels, (labels) => labels.history(one, "ground-truth")),
      )
      assert.deepStrictEqual(
        reported.map(({ version }) => version),
        versions.map(({ version }) => version).reverse(),
      )
      assert.strictEqual(done.label?.version, versions[0]?.version)
    }).pipe(Effect.provide(engine({ secretKeys }))),
  )

  it.effect("is not taken back where labels are sampled, drawn or not, so that nobody learns the draw", () =>
    Effect.gen(function* () {
      yield* world({ reviewRate: 0.5 })
      const statuses = new Set<string | undefined>()
      for (const _ of yield* samplesNamed(...Array.from({ length: 20 }, (_, index) => `s${index}`))) {
        const { claim, done } = yield* submitNext()
        statuses.add(done.label?.status)
        assert.strictEqual(yield* refusal(undo("lab", claim)), "Conflict not_undoable")
      }
      assert.deepStrictEqual(statuses, new Set(["LABELED", "REVIEWED"]))
    }).pipe(Effect.provide(engine({ secretKeys }))),
  )

  it.effect("is accepted for the samples alone whose draw is not below the rate", () =>
    Effect.gen(function* () {
      yield* world({ reviewRate: 0.4 })
      const samples = yield* samplesNamed(...Array.from({ length: 150 }, (_, index) => `s${index}`))
      let drawn = 0
      for (const _ of samples) {
        const { claim, done } = yield* submitNext()
        const { draw, isDrawn, rate } = yield* readDraw(claim.sampleId)
        assert.strictEqual(isDrawn, draw !== null && draw < rate)
        assert.strictEqual(done.label?.status, isDrawn ? "LABELED" : "REVIEWED")
        if (isDrawn) drawn += 1
      }
      // 60 are expected, with a standard deviation of 6.
      assert.isAbove(drawn, 30)
      assert.isBelow(drawn, 90)
    }).pipe(Effect.provide(engine({ secretKeys }))),
  )

  it.effect("waits for a reviewer after a rejection, whatever the draw", () =>
    Effect.gen(function* () {
      yield* world({ reviewRate: 0 })
      const one = yield* aSample()
      yield* submitNext()
      yield* as("man")(
        Effect.flatMap(Labels, (labels) => labels.patch(one, "ground-truth", { status: "REJECTED" })),
      )
      const { done } = yield* submitNext(body(2))
      assert.strictEqual(done.label?.status, "LABELED")
    }).pipe(Effect.provide(engine({ secretKeys }))),
  )

  it.effect("waits for a reviewer with an object of a category that is always reviewed", () =>
    Effect.gen(function* () {
      yield* world({ reviewRate: 0, reviewWarnings: false, reviewCategories: [7] })
      yield* samplesNamed("one", "two")
      const withCategory = (id: number) => makeCuboid(id, "\\u0063ategory_id")
      assert.strictEqual((yield* submitNext(withCategory(7))).done.label?.status, "LABELED")
      assert.strictEqual((yield* submitNext(withCategory(8))).done.label?.status, "REVIEWED")
    }).pipe(Effect.provide(engine({ secretKeys }))),
  )

  it.effect("waits for a reviewer when it is of a person whose labels are always reviewed", () =>
    Effect.gen(function* () {
      yield* world({ reviewRate: 0, reviewPeople: [Username.make("LAB")] })
      yield* aSample()
      assert.strictEqual((yield* submitNext()).done.label?.status, "LABELED")
    }).pipe(Effect.provide(engine({ secretKeys }))),
  )

  it.effect("with warnings waits for a reviewer", () =>
    Effect.gen(function* () {
      yield* world({ reviewRate: 0 })
      yield* aSample()
      // No configuration has the category.
      const warned = makeCuboid(99)
      assert.strictEqual((yield* submitNext(warned)).done.label?.status, "LABELED")
    }).pipe(Effect.provide(engine({ secretKeys }))),
  )

  it.effect("with warnings is accepted where the dataset does not ask for a review of them", () =>
    Effect.gen(function* () {
      yield* world({ reviewRate: 0, reviewWarnings: false })
      yield* aSample()
      assert.strictEqual((yield* submitNext(makeCuboid(99))).done.label?.status, "REVIEWED")
    }).pipe(Effect.provide(engine({ secretKeys }))),
  )
})

describe("the draw of a sample", () => {
  it.effect("is shown to managers alone, and is always the same", () =>
    Effect.gen(function* () {
      yield* world({ reviewRate: 0.5 })
      const samples = yield* samplesNamed("a", "b", "c", "d")
      for (const _ of samples) yield* submitNext()
      const draws = yield* Effect.forEach(samples, (sample) => readDraw(sample))
      assert.lengthOf(new Set(draws.map(({ draw }) => draw)), 4)
      for (const { draw } of draws) assert.isTrue(draw !== null && draw >= 0 && draw < 1)
      for (const sample of samples)
        for (const by of ["lab", "rev"])
          assert.strictEqual(yield* refusal(readDraw(sample, by)), "PermissionDenied permission_denied")
      assert.deepStrictEqual(yield* Effect.forEach(samples, (sample) => readDraw(sample, "ann")), draws)
    }).pipe(Effect.provide(engine({ secretKeys }))),
  )

  it.effect("is not shown before the label was submitted, and is shown after it was deleted", () =>
    Effect.gen(function* () {
      yield* world({ reviewRate: 0.5, enableSaveButton: true })
      const sample = yield* aSample()
      const hidden = { sampleId: sample, rate: 0.5, draw: null, isDrawn: null }
      assert.deepStrictEqual(yield* readDraw(sample), hidden)
      const claim = yield* nextClaim("lab", "labeling")
      yield* perform("lab", claim, "save", { attributes: body(1) })
      assert.deepStrictEqual(yield* readDraw(sample), hidden)
      yield* perform("lab", claim, "submit", { attributes: body(2) })
      const shown = yield* readDraw(sample)
      assert.isNumber(shown.draw)
      yield* as("man")(Effect.flatMap(Labels, (labels) => labels.remove(sample, "ground-truth")))
      assert.deepStrictEqual(yield* readDraw(sample), shown)
    }).pipe(Effect.provide(engine({ secretKeys }))),
  )
})

describe("the reason for a review", () => {
  const settings = {
    reviewRate: 0.25,
    reviewWarnings: true,
    reviewCategories: [3],
    reviewPeople: [Username.make("New")],
  }
  const label = { attributes: body(1), hasWarnings: false, draw: 0.5, labeler: Username.make("lab") }

  it("is the first that applies", () => {
    assert.isNull(findReviewReason(settings, label))
    assert.isNull(findReviewReason(settings, { ...label, draw: 0.25 }))
    assert.strictEqual(findReviewReason(settings, { ...label, draw: 0.2499 }), "drawn")
    assert.strictEqual(findReviewReason(settings, { ...label, hasWarnings: true, draw: 0 }), "drawn")
    assert.strictEqual(findReviewReason(settings, { ...label, hasWarnings: true }), "warnings")
    assert.strictEqual(findReviewReason(settings, { ...label, labeler: Username.make("new") }), "person")
    assert.isNull(findReviewReason({ ...settings, reviewWarnings: false }, { ...label, hasWarnings: true }))
  })

  it("is a category in any frame of any sensor", () => {
    const inFrame = castToJsonText(
      `{"sensors":[{"attributes":{"frames":[{"annotations":[]},{"annotations":[{"category_id":3}]}]}}]}`,
    )
    assert.strictEqual(findReviewReason(settings, { ...label, attributes: inFrame }), "category")
    assert.isNull(findReviewReason(settings, { ...label, attributes: null }))
  })
})
