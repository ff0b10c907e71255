/** Decisions of several labels, and answers to gold samples, whose labels differ in attributes alone. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import type { Dataset } from "../../src/domain/Dataset.ts"
import { castToJsonText, type JsonText } from "../../src/domain/JsonText.ts"
import { AgreementStatistics } from "../../src/queue/figures/AgreementStatistics.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { aSample, as, engine, nextClaim, overlapOf, perform, streets, two, world } from "./world.ts"

const toText = (value: object): JsonText => castToJsonText(JSON.stringify(value))

const taskAttributes = toText({
  categories: [
    { id: 1, name: "car", attributes: [{ name: "color", input_type: "select", values: ["red", "blue"] }] },
  ],
  image_attributes: [{ name: "weather", input_type: "select", values: ["sun", "rain"] }],
})

type Settings = Parameters<typeof world>[0]

const makeWorld = (taskType: Dataset["taskType"], settings: Settings) =>
  Effect.gen(function* () {
    const { dataset } = yield* world(settings)
    const store = yield* DatasetStore
    yield* store.update({ ...dataset, taskType, taskAttributes }, dataset.version)
    return dataset
  })

/** The state and the agreement of a sample that two people label, and the samples that agree least. */
const decide = (taskType: Dataset["taskType"], labels: readonly [JsonText, JsonText]) =>
  Effect.gen(function* () {
    yield* makeWorld(taskType, { ...two, overlapDecision: "merge" })
    const sample = yield* aSample()
    for (const [index, attributes] of labels.entries()) {
      const name = ["lab", "lab2"][index] ?? ""
      yield* perform(name, yield* nextClaim(name, "labeling"), "submit", { attributes })
    }
    const { agreement, state } = yield* overlapOf(sample)
    const { lowest } = yield* as("man")(
      Effect.flatMap(AgreementStatistics, (statistics) => statistics.figures(streets)),
    )
    return {
      state,
      agreement: JSON.parse(agreement ?? "null")?.agreement ?? null,
      lowest: lowest.map((row) => row.agreement),
    }
  }).pipe(Effect.provide(engine()))

const image = (weather: string) => toText({ annotations: [], image_attributes: { weather } })

const box = (color: string) =>
  toText({
    annotations: [
      {
        ...{ id: 1, category_id: 1, type: "bbox", attributes: { color } },
        points: [
          [0, 0],
          [10, 10],
        ],
      },
    ],
  })

const cloud = (color: string) =>
  toText({
    annotations: [{ id: 1, category_id: 1, attributes: { color } }],
    point_annotations: Array.from({ length: 300_000 }, (_, index) => Number(index % 10 === 0)),
  })

const disputed = (agreement: number) => ({ state: "adjudicating" as const, agreement, lowest: [agreement] })
const merged = { state: "decided" as const, agreement: 1, lowest: [] }

describe("a sample whose labels are merged where they agree", () => {
  it.effect("is disputed for an attribute of its image", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* decide("vector", [image("sun"), image("sun")]), merged)
      assert.deepStrictEqual(yield* decide("vector", [image("sun"), image("rain")]), disputed(0))
      assert.deepStrictEqual(yield* decide("vector", [image("sun"), image("")]), disputed(0))
    }),
  )

  it.effect("is disputed for an attribute of an object", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* decide("vector", [box("red"), box("red")]), merged)
      assert.deepStrictEqual(yield* decide("vector", [box("red"), box("blue")]), disputed(0.5))
    }),
  )

  it.effect("is disputed for an attribute of an object of a cloud that is compared in steps", () =>
    Effect.gen(function* () {
      const type = "pointcloud-segmentation"
      assert.deepStrictEqual(yield* decide(type, [cloud("red"), cloud("red")]), merged)
      assert.deepStrictEqual(yield* decide(type, [cloud("red"), cloud("blue")]), disputed(0.5))
    }),
  )
})

describe("an answer to a gold sample", () => {
  it.effect("does not pass with a wrong attribute", () =>
    Effect.gen(function* () {
      yield* makeWorld("vector", { goldFeedback: true })
      const answer = (known: JsonText, attributes: JsonText) =>
        Effect.gen(function* () {
          const sample = yield* aSample(known)
          yield* as("man")(Effect.flatMap(GoldSamples, (gold) => gold.set(sample, { attributes: known })))
          const { claim } = yield* as("lab")(
            Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", sample)),
          )
          const work = yield* perform("lab", claim, "submit", { attributes })
          return JSON.parse(work.answer).gold
        })
      assert.deepStrictEqual(yield* answer(image("sun"), image("rain")), { score: 0, passed: false })
      assert.deepStrictEqual(yield* answer(image("rain"), image("rain")), { score: 1, passed: true })
      assert.deepStrictEqual(yield* answer(box("red"), box("blue")), { score: 0.5, passed: false })
      assert.deepStrictEqual(yield* answer(box("blue"), box("blue")), { score: 1, passed: true })
    }).pipe(Effect.provide(engine())),
  )
})
