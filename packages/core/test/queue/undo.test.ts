import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { WorkStatistics } from "../../src/queue/figures/WorkStatistics.ts"
import { Queue } from "../../src/queue/Queue.ts"
import {
  aSample,
  as,
  body,
  claimed,
  countsOf,
  engine,
  labeled,
  nextClaim,
  perform,
  plain,
  refusal,
  streets,
  told,
  undo,
  world,
} from "./world.ts"

const cuboid = castToJsonText(
  '{"annotations":[{"id":1,"category_id":1,"type":"cuboid","position":{"x":0,"y":0,"z":0},"dimensions":{"x":2,"y":1,"z":1},"yaw":0}]}',
)

/** A sample whose label `lab` has submitted under the returned claim. */
const submitted = Effect.gen(function* () {
  const sample = yield* aSample()
  const claim = yield* nextClaim("lab", "labeling")
  yield* TestClock.adjust("5 seconds")
  yield* perform("lab", claim, "submit", { attributes: cuboid, time: 5000 })
  return { sample, claim }
})

const history = (sample: Parameters<Labels["history"]>[0]) =>
  Effect.gen(function* () {
    const entries = yield* (yield* Labels).history(sample, "ground-truth").pipe(as("man"))
    return entries.map(({ action, by, from, to }) => `${by} ${action} ${from} ${to}`).reverse()
  })

describe("work that is taken back", () => {
  it.effect("leaves a new sample without a label, and gives it to the person again", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const { claim, sample } = yield* submitted
      yield* TestClock.adjust("59 seconds")
      const { claimed: again, workunit } = yield* undo("lab", claim)
      assert.deepInclude(plain(workunit), { action: "undo", workType: "label", nextLabelStatus: null })
      assert.isNull(again?.label)
      assert.strictEqual(again?.sample.id, sample)
      assert.deepInclude(plain(again?.claim ?? {}), { holder: "lab", queue: "labeling" })
      assert.notStrictEqual(again?.claim.id, claim.id)
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 1, byStatus: {} })
      assert.lengthOf(yield* claimed("lab2", "labeling"), 0)
      assert.lengthOf(yield* claimed("rev", "reviewing"), 0)
      assert.deepStrictEqual(yield* history(sample), ["lab submit null LABELED", "lab undo LABELED null"])
      assert.deepStrictEqual((yield* told).slice(-2), ["label.updated", "label.deleted"])

      yield* perform("lab", again?.claim ?? claim, "submit", { attributes: cuboid })
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 1, byStatus: { LABELED: 1 } })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("restores the label before with its people", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const sample = yield* aSample()
      yield* perform("lab", yield* nextClaim("lab", "labeling"), "submit", { attributes: body(1) })
      yield* perform("rev", yield* nextClaim("rev", "reviewing"), "reject", { comment: "Too big." })
      const claim = yield* nextClaim("lab", "labeling")
      const before = yield* (yield* Labels).get(sample, "ground-truth").pipe(as("man"))
      yield* perform("lab", claim, "submit", { attributes: body(2) })
      const { claimed: again } = yield* undo("lab", claim)
      const people = ["labeler", "reviewer", "rejecter", "reviewedAt", "reviewedBy"] as const
      for (const name of [...people, "status", "attributes"] as const)
        assert.deepStrictEqual(again?.label?.[name], before.label[name], name)
      assert.strictEqual(again?.claim.step, 2)
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 1, byStatus: { REJECTED: 1 } })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is an acceptance too, whose label waits for a review again", () =>
    Effect.gen(function* () {
      yield* world()
      yield* submitted
      const claim = yield* nextClaim("rev", "reviewing")
      yield* perform("rev", claim, "accept", { rating: 4 })
      const { claimed: again } = yield* undo("rev", claim)
      assert.deepInclude(plain(again?.label ?? {}), {
        status: "LABELED",
        rating: null,
        labeler: "lab",
        reviewer: null,
        reviewedAt: null,
      })
      assert.deepInclude(plain(again?.claim ?? {}), { holder: "rev", queue: "reviewing" })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is counted no longer, but the time that it took", () =>
    Effect.gen(function* () {
      yield* world()
      const { claim } = yield* submitted
      const { claimed: again } = yield* undo("lab", claim)
      const figures = Effect.gen(function* () {
        const { rows } = yield* (yield* WorkStatistics).figures(streets, { by: ["person"] }).pipe(as("man"))
        return plain(rows[0]?.figures ?? {})
      })
      assert.deepInclude(yield* figures, { submitted: 0, objectsCreated: 0, time: 5000 })
      yield* TestClock.adjust("1 second")
      yield* perform("lab", again?.claim ?? claim, "submit", { attributes: cuboid, time: 1000 })
      assert.deepInclude(yield* figures, { submitted: 1, objectsCreated: 1, time: 6000 })
      const byCategory = yield* (yield* WorkStatistics).figures(streets, { by: ["category"] }).pipe(as("man"))
      assert.deepStrictEqual(
        byCategory.rows.map(({ category, figures }) => [category, figures.objectsCreated]),
        [[1, 1]],
      )
    }).pipe(Effect.provide(engine())),
  )
})

describe("work that cannot be taken back", () => {
  it.effect("is older than a minute, and stays as it is", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const { claim } = yield* submitted
      yield* TestClock.adjust("61 seconds")
      assert.strictEqual(yield* refusal(undo("lab", claim)), "Conflict not_undoable")
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 1, byStatus: { LABELED: 1 } })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("was claimed by somebody, or its label has changed since", () =>
    Effect.gen(function* () {
      yield* world()
      const { claim, sample } = yield* submitted
      const theirs = yield* nextClaim("rev", "reviewing")
      assert.strictEqual(yield* refusal(undo("lab", claim)), "Conflict sample_held")
      yield* as("rev")(Effect.flatMap(Queue, (queue) => queue.giveBack(theirs.id)))
      yield* labeled(sample, "LABELED")
      assert.strictEqual(yield* refusal(undo("lab", claim)), "Conflict not_undoable")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("was taken back already, is not finished, or is a skip", () =>
    Effect.gen(function* () {
      yield* world()
      const { claim } = yield* submitted
      const { claimed: again } = yield* undo("lab", claim)
      assert.strictEqual(yield* refusal(undo("lab", claim)), "Conflict not_undoable")
      const open = again?.claim ?? claim
      assert.strictEqual(yield* refusal(undo("lab", open)), "Conflict not_undoable")
      yield* perform("lab", open, "skip")
      assert.strictEqual(yield* refusal(undo("lab", open)), "Conflict not_undoable")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is that of others, or of a dataset that the person cannot see", () =>
    Effect.gen(function* () {
      yield* world()
      const { claim } = yield* submitted
      assert.strictEqual(yield* refusal(undo("man", claim)), "Conflict stale_claim")
      assert.strictEqual(yield* refusal(undo("eve", claim)), "NotFound claim_not_found")
      const { claimed: again } = yield* undo("lab", claim)
      assert.strictEqual(yield* refusal(undo("man", again?.claim ?? claim)), "Conflict stale_claim")
      assert.strictEqual(yield* refusal(undo("eve", again?.claim ?? claim)), "NotFound claim_not_found")
    }).pipe(Effect.provide(engine())),
  )
})

describe("two who act on the same sample at once", () => {
  for (const first of ["undo", "claim"] as const)
    it.effect(`never both have it, when the ${first} comes first`, () =>
      Effect.gen(function* () {
        const { dataset } = yield* world()
        const { claim } = yield* submitted
        const back = Effect.either(undo("lab", claim))
        const take = claimed("rev", "reviewing")
        const [undone, taken] =
          first === "undo"
            ? yield* Effect.all([back, take], { concurrency: 2 })
            : yield* Effect.map(Effect.all([take, back], { concurrency: 2 }), ([a, b]) => [b, a] as const)
        const isUndone = undone._tag === "Right"
        assert.lengthOf(taken, isUndone ? 0 : 1)
        assert.deepStrictEqual(yield* countsOf(dataset), {
          samples: 1,
          byStatus: isUndone ? {} : { LABELED: 1 },
        })
      }).pipe(Effect.provide(engine())),
    )
})
