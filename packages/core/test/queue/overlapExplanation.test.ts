/** The reasons why a person gets no sample of those that several people label. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import type { QueueName } from "../../src/domain/Claim.ts"
import type { SampleId } from "../../src/domain/Ids.ts"
import type { LabelStatus } from "../../src/domain/Label.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { memory } from "../../src/memory.ts"
import { OverlapStore } from "../../src/placement/OverlapStore.ts"
import { Overlaps } from "../../src/queue/Overlaps.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { QueueViews } from "../../src/queue/QueueViews.ts"
import { Samples } from "../../src/samples/Samples.ts"
import { aSample, as, body, engine, nextClaim, perform, streets, two, world } from "./world.ts"

const explain = (name: string, queue: QueueName) =>
  Effect.map(
    as(name)(Effect.flatMap(QueueViews, (views) => views.explain(streets, queue))),
    ({ next, obstacles }) =>
      next === null
        ? obstacles.map(({ code, samples }) =>
            [code, ...samples.map(({ user }) => user ?? "nobody")].join(" "),
          )
        : ["next"],
  )

const work = (name: string) =>
  Effect.flatMap(nextClaim(name, "labeling"), (claim) =>
    perform(name, claim, "submit", { attributes: body(1) }),
  )

const setTruth = (sample: SampleId, status: LabelStatus) =>
  as("man")(Effect.flatMap(Labels, (labels) => labels.put(sample, "ground-truth", { status })))

describe("the explanation of a queue with overlap", () => {
  it.effect(
    "says who has given a label, and that others have claims or saved work, without their names",
    () =>
      Effect.gen(function* () {
        yield* world(two)
        yield* aSample()
        yield* work("lab")
        assert.deepStrictEqual(yield* explain("lab", "labeling"), ["overlap nobody"])
        const claim = yield* nextClaim("lab2", "labeling")
        assert.deepStrictEqual(yield* explain("rev", "labeling"), ["claimed nobody"])
        yield* perform("lab2", claim, "save", { attributes: body(2) })
        yield* as("lab2")(Effect.flatMap(Queue, (queue) => queue.giveBack(claim.id)))
        assert.deepStrictEqual(yield* explain("rev", "labeling"), ["work_of_others nobody"])
      }).pipe(Effect.provide(engine())),
  )

  it.effect("says to managers alone who has a claim, and until when", () =>
    Effect.gen(function* () {
      yield* world({ ...two, overlap: 1 })
      const sample = yield* aSample()
      yield* as("man")(Effect.flatMap(Overlaps, (all) => all.set(sample, { overlap: 2 })))
      yield* work("lab")
      const claim = yield* nextClaim("lab2", "labeling")
      const list = (name: string, user: string) =>
        Effect.map(
          as(name)(Effect.flatMap(QueueViews, (views) => views.explain(streets, "labeling", { user }))),
          ({ obstacles }) => obstacles.map(({ code, samples }) => ({ code, ...samples[0] })),
        )
      assert.deepStrictEqual(yield* list("rev", "rev"), [
        { code: "claimed", sampleId: sample, user: null, until: null },
      ])
      assert.deepStrictEqual(yield* list("man", "rev"), [
        { code: "claimed", sampleId: sample, user: claim.holder, until: claim.expiresAt },
      ])
      yield* TestClock.adjust("901 seconds")
      assert.deepStrictEqual(yield* list("man", "rev"), [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("goes by the clock of the storage", () => {
    let isBehind = false
    const late = Layer.effect(
      OverlapStore,
      Effect.map(OverlapStore, (store) =>
        OverlapStore.of({
          ...store,
          listWaiting: (request) => (isBehind ? Effect.succeed([]) : store.listWaiting(request)),
          listPlaced: (...of) =>
            Effect.map(store.listPlaced(...of), (placed) => ({ ...placed, now: placed.now - 3_600_000 })),
        }),
      ),
    ).pipe(Layer.provideMerge(memory()))
    return Effect.gen(function* () {
      yield* world(two)
      yield* aSample()
      yield* nextClaim("lab", "labeling")
      yield* nextClaim("lab2", "labeling")
      yield* TestClock.adjust("901 seconds")
      isBehind = true
      assert.deepStrictEqual(yield* explain("rev", "labeling"), ["claimed nobody"])
    }).pipe(Effect.provide(engine({}, late)))
  })

  it.effect.each(["PRELABELED", "LABELED", "REVIEWED"] as const)(
    "says why a labeler waits while the ground truth is %s",
    (status) =>
      Effect.gen(function* () {
        yield* world(two)
        const sample = yield* aSample()
        yield* work("lab")
        yield* setTruth(sample, status)
        assert.deepStrictEqual(yield* explain("lab", "labeling"), ["overlap nobody"])
        assert.deepStrictEqual(yield* explain("rev", "reviewing"), ["none_waiting"])
      }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "says who decides, or is to decide, and nothing of a sample that waits for a decision to labelers",
    () =>
      Effect.gen(function* () {
        yield* world(two)
        const sample = yield* aSample()
        yield* work("lab")
        yield* work("lab2")
        assert.deepStrictEqual(yield* explain("rev", "labeling"), ["none_waiting"])
        const claim = yield* nextClaim("rev", "reviewing")
        assert.deepStrictEqual(yield* explain("rev2", "reviewing"), ["claimed rev"])
        yield* as("rev")(Effect.flatMap(Queue, (queue) => queue.giveBack(claim.id)))
        yield* as("man")(
          Effect.flatMap(Samples, (samples) => samples.update(sample, { assignedReviewer: "rev" })),
        )
        assert.deepStrictEqual(yield* explain("rev2", "reviewing"), ["assigned_to_others rev"])
        yield* perform("rev", yield* nextClaim("rev", "reviewing"), "accept", { overlapLabel: "A" })
        assert.deepStrictEqual(yield* explain("rev2", "reviewing"), ["none_waiting"])
        yield* setTruth(sample, "REJECTED")
        assert.deepStrictEqual(yield* explain("lab", "labeling"), ["none_waiting"])
        assert.deepStrictEqual(yield* explain("rev2", "reviewing"), ["assigned_to_others rev"])
      }).pipe(Effect.provide(engine())),
  )
})
