/** Segmented clouds of several people: compared by their points, and merged by the majority of each point. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import type { DatasetSettings } from "../../src/domain/DatasetSettings.ts"
import { castToJsonText, type JsonText } from "../../src/domain/JsonText.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { aSample, as, engine, nextClaim, overlapOf, perform, streets, world } from "./world.ts"

const begin = (settings: Partial<DatasetSettings> = {}) =>
  Effect.gen(function* () {
    const { dataset } = yield* world({ overlap: 2, usesOverlap: true, ...settings })
    const datasets = yield* DatasetStore
    yield* datasets.update({ ...dataset, taskType: "pointcloud-segmentation" }, dataset.version)
    return yield* aSample()
  })

const cloud = (...points: ReadonlyArray<number>) => makeCloud(points)

const makeCloud = (point_annotations: ReadonlyArray<number>) =>
  castToJsonText(
    JSON.stringify({ annotations: [{ id: 1, category_id: 1, attributes: {} }], point_annotations }),
  )

const submit = (name: string, attributes: JsonText) =>
  Effect.flatMap(nextClaim(name, "labeling"), (claim) => perform(name, claim, "submit", { attributes }))

const readTruth = Effect.fnUntraced(function* (sample: Parameters<typeof overlapOf>[0]) {
  const { label } = yield* as("ann")(Effect.flatMap(Labels, (labels) => labels.get(sample, "ground-truth")))
  return label
})

const readAgreement = (text: string | null) => JSON.parse(text ?? "null")?.agreement

describe("segmented clouds of several people", () => {
  it.effect("are compared when the last one comes in, and merged for the reviewer", () =>
    Effect.gen(function* () {
      const sample = yield* begin({ overlap: 3 })
      yield* submit("lab", cloud(1, 1, 1, 1, 0))
      yield* submit("lab2", cloud(1, 1, 1, 0, 0))
      yield* submit("rev2", cloud(1, 1, 1, 0, 0))
      const { agreement, merged, state } = yield* overlapOf(sample)
      assert.strictEqual(state, "adjudicating")
      // Two pairs have an IoU of 3 / 4, one of 1.
      assert.closeTo(readAgreement(agreement), (0.75 + 0.75 + 1) / 3, 1e-12)
      if (merged === null || merged.refusal !== null) return assert.fail(`is refused: ${merged?.refusal}`)
      assert.deepStrictEqual(JSON.parse(merged.attributes ?? "null").point_annotations, [1, 1, 1, 0, 0])
      assert.deepStrictEqual(
        merged.objects.map(({ geometry, sources }) => [geometry, sources.map(({ person }) => person)]),
        [["mean", ["B", "C", "A"]]],
      )
      const decision = yield* nextClaim("rev", "reviewing")
      yield* perform("rev", decision, "accept", { overlapLabel: "merged" })
      assert.strictEqual((yield* readTruth(sample)).attributes, merged.attributes)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("are merged into the ground truth where the dataset decides so", () =>
    Effect.gen(function* () {
      const sample = yield* begin({ overlapDecision: "merge", overlapThreshold: 0.7 })
      yield* submit("lab", cloud(1, 1, 1, 1, 0))
      yield* submit("lab2", cloud(1, 1, 1, 0, 0))
      const { attributes, status } = yield* readTruth(sample)
      assert.strictEqual(status, "REVIEWED")
      assert.strictEqual(attributes, cloud(1, 1, 1, 0, 0))
    }).pipe(Effect.provide(engine())),
  )

  it.effect("wait for a reviewer where they have different numbers of points", () =>
    Effect.gen(function* () {
      const sample = yield* begin({ overlapDecision: "merge", overlapThreshold: 0 })
      yield* submit("lab", cloud(1, 1, 1, 1, 0))
      yield* submit("lab2", cloud(1, 1, 1))
      const { agreement, merged, state } = yield* overlapOf(sample)
      assert.deepStrictEqual(
        [state, merged, JSON.parse(agreement ?? "null").mismatches.length],
        ["adjudicating", { refusal: "structure" }, 1],
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("are compared and merged outside of the transaction where they have many points", () =>
    Effect.gen(function* () {
      const sample = yield* begin({ overlap: 3, overlapDecision: "merge" })
      const many = (from: number) =>
        makeCloud(Array.from({ length: 300_000 }, (_, point) => (point >= from ? 1 : 0)))
      yield* submit("lab", many(100_000))
      yield* submit("lab2", many(100_000))
      yield* submit("rev2", many(150_000))
      assert.strictEqual((yield* readTruth(sample)).attributes, many(100_000))
      const { accepted, agreement } = yield* overlapOf(sample)
      assert.strictEqual(accepted, "merged")
      assert.closeTo(readAgreement(agreement), (1 + 0.75 + 0.75) / 3, 1e-12)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("are merged for the reviewer where they have many points", () =>
    Effect.gen(function* () {
      const sample = yield* begin()
      const many = makeCloud(Array.from({ length: 300_000 }, () => 1))
      yield* submit("lab", many)
      yield* submit("lab2", many)
      const { merged } = yield* overlapOf(sample)
      assert.deepStrictEqual([merged?.refusal, (merged as { attributes?: string }).attributes], [null, many])
      yield* perform("rev", yield* nextClaim("rev", "reviewing"), "accept", { overlapLabel: "merged" })
      assert.strictEqual((yield* readTruth(sample)).attributes, many)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("count as answers to gold samples", () =>
    Effect.gen(function* () {
      const sample = yield* begin({ overlap: 1, goldFeedback: true, goldRate: 0.5 })
      yield* as("man")(
        Effect.flatMap(GoldSamples, (gold) => gold.set(sample, { attributes: cloud(1, 1, 1, 1, 0) })),
      )
      const { claim } = yield* as("lab")(
        Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", sample)),
      )
      const { answer } = yield* perform("lab", claim, "submit", { attributes: cloud(1, 1, 1, 0, 0) })
      assert.deepStrictEqual(JSON.parse(answer).gold, { score: 0.75, passed: false })
    }).pipe(Effect.provide(engine())),
  )
})
