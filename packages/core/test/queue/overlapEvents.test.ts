/** The events of samples whose last missing label is in. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { SampleId } from "../../src/domain/Ids.ts"
import { castToJsonText, parseJson } from "../../src/domain/JsonText.ts"
import { Outbox } from "../../src/events/Outbox.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { Overlaps } from "../../src/queue/Overlaps.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import {
  aSample,
  as,
  body,
  engine,
  nextClaim,
  overlapOf,
  perform,
  samplesNamed,
  streets,
  told,
  two,
  undo,
  world,
} from "./world.ts"

/** A label with a cuboid of 10 m. */
const makeCuboid = (x: number) =>
  castToJsonText(
    `{"annotations":[{"id":1,"category_id":1,"type":"cuboid","position":{"x":${x},"y":0,"z":0},"dimensions":{"x":10,"y":10,"z":10},"yaw":0}]}`,
  )

const label = (name: string, x: number) =>
  Effect.gen(function* () {
    const claim = yield* nextClaim(name, "labeling")
    yield* perform(name, claim, "submit", { attributes: makeCuboid(x) })
    return claim
  })

const isAboutLabels = (type: string) => type === "sample.agreed" || type === "sample.disputed"

/** The events about the labels of samples so far. */
const listEvents = Effect.map(
  Effect.flatMap(Outbox, (outbox) => outbox.read({ after: null, limit: 1000 })),
  (events) => events.filter(({ type }) => isAboutLabels(type)),
)

/** The same as their type, state, number of labels and agreement. */
const listResults = Effect.map(listEvents, (events) =>
  events.map(({ object, type }) => {
    const { agreement, labels, state } = parseJson(object) as Record<string, unknown>
    return [type, state, labels, agreement]
  }),
)

const setCount = (sample: SampleId, overlap: number) =>
  as("man")(Effect.flatMap(Overlaps, (all) => all.set(sample, { overlap })))

describe("a sample whose last missing label is in", () => {
  it.effect("is reported without a person or a label", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample("frame <7>")
      yield* label("lab", 0)
      assert.deepStrictEqual(yield* listEvents, [])
      yield* label("lab2", 0)
      const [event, ...others] = yield* listEvents
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(parseJson(event?.object ?? castToJsonText("null")), {
        uuid: sample,
        name: "frame <7>",
        dataset_full_name: "ann/streets",
        state: "adjudicating",
        labels: 2,
        agreement: 1,
        threshold: 0.8,
      })
      assert.deepStrictEqual(
        [event?.type, event?.dataset, event?.text],
        ["sample.agreed", "ann/streets", "The labels of “frame &lt;7&gt;” in ann/streets agree."],
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is disputed when the labels agree less than the dataset requires, or are not compared", () =>
    Effect.gen(function* () {
      yield* world({ ...two, enableSkipLabeling: true, overlapThreshold: 0.5 })
      yield* samplesNamed("one", "two", "three")
      yield* label("lab", 0)
      yield* label("lab2", 20)
      yield* label("lab", 0)
      yield* label("lab2", 2)
      yield* label("lab", 0)
      yield* perform("lab2", yield* nextClaim("lab2", "labeling"), "skip")
      const [, agreed] = yield* listResults
      assert.deepStrictEqual(yield* listResults, [
        ["sample.disputed", "adjudicating", 2, 0],
        ["sample.agreed", "adjudicating", 2, agreed?.[3]],
        ["sample.disputed", "adjudicating", 2, null],
      ])
      assert.closeTo(Number(agreed?.[3]), 8 / 12, 1e-12)
      const [event] = yield* listEvents
      assert.strictEqual(event?.text, "The labels of “one” in ann/streets wait for a decision.")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("agrees when its labels are merged, after the event of the ground truth", () =>
    Effect.gen(function* () {
      yield* world({ ...two, overlapDecision: "merge" })
      yield* aSample()
      yield* label("lab", 0)
      yield* label("lab2", 0)
      assert.deepStrictEqual(yield* listResults, [["sample.agreed", "decided", 2, 1]])
      assert.deepStrictEqual(yield* told, ["sample.created", "label.updated", "sample.agreed"])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is not reported while one more label is requested because they differ", () =>
    Effect.gen(function* () {
      yield* world({ ...two, overlapDecision: "one_more", overlapMaximum: 3 })
      yield* aSample()
      yield* label("lab", 0)
      yield* label("lab2", 20)
      assert.deepStrictEqual(yield* listResults, [])
      yield* label("rev", 40)
      assert.deepStrictEqual(yield* listResults, [["sample.disputed", "adjudicating", 3, 0]])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is reported again when the last label was taken back, and not by the decision", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      yield* label("lab", 0)
      yield* undo("lab2", yield* label("lab2", 20))
      yield* TestClock.adjust("1 hour")
      yield* label("lab2", 0)
      const results = [
        ["sample.disputed", "adjudicating", 2, 0],
        ["sample.agreed", "adjudicating", 2, 1],
      ]
      assert.deepStrictEqual(yield* listResults, results)
      const decision = yield* nextClaim("rev", "reviewing")
      yield* perform("rev", decision, "accept", { overlapLabel: "A" })
      const labels = yield* Labels
      yield* as("man")(labels.put(sample, "ground-truth", { status: "REJECTED" }))
      assert.deepStrictEqual(yield* listResults, results)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("may be one of which fewer labels are requested, alone or with many others", () =>
    Effect.gen(function* () {
      yield* world({ ...two, overlap: 3 })
      const names = Array.from({ length: 12 }, (_, index) => `s${index}`)
      const ids = yield* samplesNamed(...names)
      yield* Effect.forEach(ids, () => label("lab", 0), { discard: true })
      yield* Effect.forEach(ids, () => label("lab2", 0), { discard: true })
      const [first, ...rest] = ids
      if (first === undefined) return assert.fail("no samples")
      yield* setCount(first, 2)
      assert.deepStrictEqual(yield* listResults, [["sample.agreed", "adjudicating", 2, 1]])
      yield* as("man")(
        Effect.flatMap(SampleBulk, (bulk) => bulk.updateMany(streets, { uuids: rest }, { overlap: 2 })),
      )
      const results = yield* listResults
      const compared = results.filter(([type]) => type === "sample.agreed")
      assert.deepStrictEqual([results.length, compared.length], [12, 12])
    }).pipe(Effect.provide(engine())),
  )

  for (const [how, x] of [
    ["agree", 0],
    ["differ", 20],
  ] as const)
    it.effect(`is not reported when a manager has finished its ground truth, where the labels ${how}`, () =>
      Effect.gen(function* () {
        yield* world({ ...two, enableLabelStatusVerified: true, overlap: 3 })
        const [first, second] = yield* samplesNamed("one", "two")
        if (first === undefined || second === undefined) return assert.fail("no samples")
        const labels = yield* Labels
        const content = { status: "VERIFIED", attributes: makeCuboid(0) } as const
        for (const sample of [first, second]) {
          yield* label("lab", 0)
          yield* as("man")(labels.put(sample, "ground-truth", content))
        }
        yield* label("lab2", x)
        yield* label("rev", x)
        yield* label("lab2", x)
        yield* setCount(second, 2)
        assert.strictEqual((yield* overlapOf(first)).state, "adjudicating")
        assert.strictEqual((yield* overlapOf(second)).state, "adjudicating")
        assert.deepStrictEqual(yield* listResults, [])
      }).pipe(Effect.provide(engine())),
    )

  it.effect("is no gold sample, of which nothing is reported", () =>
    Effect.gen(function* () {
      yield* world({ goldFeedback: true })
      const sample = yield* aSample()
      yield* as("man")(Effect.flatMap(GoldSamples, (gold) => gold.set(sample, { attributes: body(1) })))
      const { claim } = yield* as("lab")(
        Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", sample)),
      )
      yield* perform("lab", claim, "submit", { attributes: makeCuboid(0) })
      assert.deepStrictEqual(yield* listEvents, [])
    }).pipe(Effect.provide(engine())),
  )
})
