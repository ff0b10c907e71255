/** The reasons why a person gets no sample of those that several people label. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { QueueName } from "../../src/domain/Claim.ts"
import type { SampleId } from "../../src/domain/Ids.ts"
import type { LabelStatus } from "../../src/domain/Label.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { QueueViews } from "../../src/queue/QueueViews.ts"
import { Samples } from "../../src/samples/Samples.ts"
import { aSample, as, body, engine, nextClaim, perform, streets, world } from "./world.ts"

const two = { overlap: 2, usesOverlap: true, enableSaveButton: true }

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
