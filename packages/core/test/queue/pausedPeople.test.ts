/** People who are paused: they keep and finish what they have claimed, and get nothing else, with the reason. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { PauseStore } from "../../src/access/PauseStore.ts"
import type { Conflict } from "../../src/domain/errors.ts"
import { Username } from "../../src/domain/Names.ts"
import { Timestamp } from "../../src/domain/Timestamp.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { QueueViews } from "../../src/queue/QueueViews.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import { Samples } from "../../src/samples/Samples.ts"
import {
  aSample,
  as,
  body,
  claimed,
  engine,
  nextClaim,
  perform,
  refusal,
  samplesNamed,
  streets,
  two,
  undo,
  world,
} from "./world.ts"

const reason = "Please read the guide again."

const pause = (dataset: { readonly id: Parameters<PauseStore["Type"]["list"]>[0] }, user: string) =>
  Effect.flatMap(PauseStore, (store) =>
    store.put({
      ...{ datasetId: dataset.id, user: Username.make(user), reason, by: Username.make("man") },
      at: Timestamp.make("2026-11-20T13:25:01.123456Z"),
    }),
  )

const resume = (dataset: { readonly id: Parameters<PauseStore["Type"]["list"]>[0] }, user: string) =>
  Effect.flatMap(PauseStore, (store) => store.remove([dataset.id], Username.make(user)))

const explain = (by: string, user?: string) =>
  as(by)(Effect.flatMap(QueueViews, (views) => views.explain(streets, "labeling", { user })))

const claimSample = (by: string, sample: Parameters<Queue["claimSample"]>[2]) =>
  as(by)(Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", sample)))

describe("a person who is paused", () => {
  it.effect("gets no claim, and learns the reason; others go on", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const one = yield* aSample()
      yield* pause(dataset, "lab")
      const error = yield* Effect.flip(claimed("lab", "labeling"))
      assert.strictEqual((error as Conflict).code, "person_paused")
      assert.strictEqual((error as Conflict).pauseReason, reason)
      assert.strictEqual(yield* refusal(claimSample("lab", one)), "Conflict person_paused")
      assert.strictEqual((yield* nextClaim("lab2", "labeling")).sampleId, one)
      yield* resume(dataset, "lab")
      assert.deepStrictEqual(yield* claimed("lab", "labeling"), [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("keeps what they have claimed, renews it, saves and submits it", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world({ enableSaveButton: true })
      const [one] = yield* samplesNamed("one", "two")
      const claim = yield* nextClaim("lab", "labeling")
      yield* pause(dataset, "lab")
      assert.deepStrictEqual(
        (yield* claimed("lab", "labeling", { count: 5 })).map((row) => row.claim.id),
        [claim.id],
      )
      assert.strictEqual((yield* claimSample("lab", claim.sampleId)).claim.id, claim.id)
      yield* as("lab")(Effect.flatMap(Queue, (queue) => queue.renew(claim.id)))
      yield* perform("lab", claim, "save", { attributes: body(1) })
      const done = yield* perform("lab", claim, "submit", { attributes: body(2) })
      assert.strictEqual(done.label?.status, "LABELED")
      assert.strictEqual(claim.sampleId, one)
      assert.strictEqual(yield* refusal(claimed("lab", "labeling")), "Conflict person_paused")
      assert.strictEqual(yield* refusal(undo("lab", claim)), "Conflict person_paused")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("keeps the place of a sample that several people label", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world(two)
      yield* samplesNamed("one", "two")
      const claim = yield* nextClaim("lab", "labeling")
      yield* pause(dataset, "lab")
      const rows = yield* claimed("lab", "labeling", { count: 5 })
      assert.deepStrictEqual(
        rows.map((row) => row.claim.id),
        [claim.id],
      )
      yield* perform("lab", claim, "submit", { attributes: body(1) })
      assert.strictEqual(yield* refusal(claimed("lab", "labeling")), "Conflict person_paused")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("reviews nothing either", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      yield* aSample()
      yield* perform("lab", yield* nextClaim("lab", "labeling"), "submit", { attributes: body(1) })
      yield* pause(dataset, "rev")
      assert.strictEqual(yield* refusal(claimed("rev", "reviewing")), "Conflict person_paused")
      yield* nextClaim("rev2", "reviewing")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("writes no label outside the queue, but that of a claim", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const [one, two] = yield* samplesNamed("one", "two")
      if (one === undefined || two === undefined) return assert.fail("There are no samples.")
      const samples = yield* Samples
      yield* as("man")(samples.update(one, { assignedLabeler: "lab" }))
      const put = (sample: typeof one) =>
        as("lab")(
          Effect.flatMap(Labels, (labels) =>
            labels.put(sample, "ground-truth", { status: "LABELED", attributes: body(1) }),
          ),
        )
      yield* claimSample("lab", two)
      yield* pause(dataset, "lab")
      assert.strictEqual(yield* refusal(put(one)), "Conflict person_paused")
      yield* put(two)
      yield* resume(dataset, "lab")
      yield* put(one)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("sets the status of no labels in bulk", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const one = yield* aSample()
      yield* pause(dataset, "man")
      const setStatus = as("man")(
        Effect.flatMap(SampleBulk, (bulk) =>
          bulk.updateMany(streets, { uuids: [one] }, { labelStatus: "LABELED" }),
        ),
      )
      assert.strictEqual(yield* refusal(setStatus), "Conflict person_paused")
      yield* resume(dataset, "man")
      assert.strictEqual((yield* setStatus).changed, 1)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is explained with the reason, to them and to managers", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      yield* samplesNamed("one", "two")
      yield* pause(dataset, "lab")
      for (const { next, obstacles, steps } of [yield* explain("lab"), yield* explain("man", "lab")]) {
        assert.isNull(next)
        assert.deepStrictEqual(
          obstacles.map(({ code, message, reason: why }) => [code, message, why]),
          [["paused", `This user is paused in this dataset. ${reason}`, reason]],
        )
        assert.isTrue(steps.every(({ waiting }) => waiting === 0))
      }
      assert.isNotNull((yield* explain("man", "lab2")).next)
      const views = yield* QueueViews
      const seen = yield* as("man")(views.view(streets, "labeling", { user: "lab" }))
      assert.isTrue(seen.every(({ waiting }) => waiting === 0))
      yield* resume(dataset, "lab")
      assert.isNotNull((yield* explain("lab")).next)
    }).pipe(Effect.provide(engine())),
  )
})
