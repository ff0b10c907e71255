/** The settings of a dataset by which the labels of several people are merged. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { DatasetSettings } from "../../src/domain/DatasetSettings.ts"
import { type DatasetId, SampleId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { Username } from "../../src/domain/Names.ts"
import { Timestamp } from "../../src/domain/Timestamp.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { GoldStore } from "../../src/placement/GoldStore.ts"
import { readMergeOptions } from "../../src/queue/overlap/readMergeOptions.ts"
import { aSample, as, engine, nextClaim, overlapOf, perform, world } from "./world.ts"

const cuboid = (id: number, x: number) => ({
  id,
  category_id: 1,
  type: "cuboid",
  position: { x, y: 0, z: 0 },
  dimensions: { x: 10, y: 2, z: 2 },
  yaw: 0,
})

const submit = (name: string, ...annotations: ReadonlyArray<object>) =>
  Effect.flatMap(nextClaim(name, "labeling"), (claim) =>
    perform(name, claim, "submit", { attributes: castToJsonText(JSON.stringify({ annotations })) }),
  )

/** The positions of the objects of the merged ground truth. */
const mergeAfter =
  (prepare: (dataset: DatasetId) => Effect.Effect<void, never, GoldStore>) =>
  (
    settings: Partial<DatasetSettings>,
    ...labels: ReadonlyArray<readonly [name: string, ...annotations: ReadonlyArray<object>]>
  ) =>
    Effect.gen(function* () {
      const { dataset } = yield* world({
        ...{ overlap: labels.length, usesOverlap: true, overlapDecision: "merge", overlapThreshold: 0 },
        ...settings,
      })
      yield* prepare(dataset.id)
      const sample = yield* aSample()
      for (const [name, ...annotations] of labels) yield* submit(name, ...annotations)
      assert.strictEqual((yield* overlapOf(sample)).accepted, "merged")
      const { label } = yield* as("ann")(
        Effect.flatMap(Labels, (service) => service.get(sample, "ground-truth")),
      )
      const { annotations }: { annotations: ReadonlyArray<{ position: { x: number } }> } = JSON.parse(
        label.attributes ?? "{}",
      )
      return annotations.map(({ position }) => position.x)
    })

const mergeLabels = mergeAfter(() => Effect.void)

const three = [
  ["lab", cuboid(1, 0), cuboid(2, 100)],
  ["lab2", cuboid(1, 0), cuboid(2, 200)],
  ["rev", cuboid(1, 0), cuboid(2, 100)],
] as const

describe("the quorum of merged objects", () => {
  it.effect("is more than half of the labels where the dataset sets none", () =>
    Effect.map(mergeLabels({}, ...three), (found) => assert.deepStrictEqual(found, [0, 100])).pipe(
      Effect.provide(engine()),
    ),
  )

  it.effect("can be all labels", () =>
    Effect.map(mergeLabels({ overlapQuorum: 1 }, ...three), (found) =>
      assert.deepStrictEqual(found, [0]),
    ).pipe(Effect.provide(engine())),
  )

  it.effect("can be a single label", () =>
    Effect.map(mergeLabels({ overlapQuorum: 0.3 }, ...three), (found) =>
      assert.sameMembers(found, [0, 100, 200]),
    ).pipe(Effect.provide(engine())),
  )

  it("is a share of the weights of the labels, and so follows their number", () => {
    const settings = { overlapMatchThreshold: 0.4, overlapQuorum: 0.5 }
    const people = ["A", "B", "C", "D"]
    assert.deepStrictEqual(readMergeOptions({ settings }, people), { threshold: 0.4, quorum: 2 })
    assert.deepStrictEqual(readMergeOptions({ settings: { ...settings, overlapQuorum: null } }, people), {
      threshold: 0.4,
    })
    const voteWeights = { A: 0.25, C: 0.5 }
    assert.deepStrictEqual(readMergeOptions({ settings, voteWeights }, ["A", "C"]), {
      threshold: 0.4,
      quorum: 0.375,
      weights: voteWeights,
    })
  })
})

describe("the weights of merged labels", () => {
  /** Lab has passed eight of eight gold samples, lab2 one of eight. */
  const addAnswers = (dataset: DatasetId) =>
    Effect.gen(function* () {
      const store = yield* GoldStore
      for (const [user, right] of [
        ["lab", 8],
        ["lab2", 1],
      ] as const)
        for (const index of [0, 1, 2, 3, 4, 5, 6, 7])
          yield* store.addAnswer({
            datasetId: dataset,
            sampleId: SampleId.make(`01900000-0000-7000-8000-00000000000${index}`),
            user: Username.make(user),
            score: 1,
            passed: index < right,
            outdated: false,
            counted: true,
            at: Timestamp.make("2026-01-01T00:00:00.000000Z"),
          })
    })

  const mergeTwo = (settings: Partial<DatasetSettings>) =>
    mergeAfter(addAnswers)(
      { overlapQuorum: 0.6, ...settings },
      ["lab2", cuboid(1, 0), cuboid(2, 200)],
      ["lab", cuboid(1, 0), cuboid(2, 100)],
    )

  it.effect("are equal where the dataset does not say otherwise", () =>
    Effect.map(mergeTwo({}), (found) => assert.deepStrictEqual(found, [0])).pipe(Effect.provide(engine())),
  )

  it.effect("are the results of people in gold samples where the dataset says so", () =>
    Effect.map(mergeTwo({ overlapWeights: "gold" }), (found) => assert.sameMembers(found, [0, 100])).pipe(
      Effect.provide(engine()),
    ),
  )

  it.effect("are equal, too, where nobody has answered a gold sample", () =>
    Effect.map(mergeLabels({ overlapWeights: "gold", overlapQuorum: 0.6 }, ...three.slice(0, 2)), (found) =>
      assert.deepStrictEqual(found, [0]),
    ).pipe(Effect.provide(engine())),
  )
})

describe("the match threshold of merged objects", () => {
  // Cuboids of 10 m that are 4 m apart share 6 of 14 m: a similarity of 0.43.
  const apart = [
    ["lab", cuboid(1, 0)],
    ["lab2", cuboid(1, 4)],
  ] as const

  it.effect("is 0.5 where the dataset sets none: objects that are less alike are not merged", () =>
    Effect.map(mergeLabels({}, ...apart), (found) => assert.deepStrictEqual(found, [])).pipe(
      Effect.provide(engine()),
    ),
  )

  it.effect("merges objects that are less alike where it is lower", () =>
    Effect.map(mergeLabels({ overlapMatchThreshold: 0.4 }, ...apart), (found) => {
      assert.lengthOf(found, 1)
      assert.include([0, 2, 4], found[0])
    }).pipe(Effect.provide(engine())),
  )
})
