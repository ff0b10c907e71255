/** The settings of a dataset by which the labels of several people are merged. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { DatasetSettings } from "../../src/domain/DatasetSettings.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { Labels } from "../../src/labels/Labels.ts"
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
const mergeLabels = (
  settings: Partial<DatasetSettings>,
  ...labels: ReadonlyArray<readonly [name: string, ...annotations: ReadonlyArray<object>]>
) =>
  Effect.gen(function* () {
    yield* world({
      ...{ overlap: labels.length, usesOverlap: true, overlapDecision: "merge", overlapThreshold: 0 },
      ...settings,
    })
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

  it("is a share of the labels, and so follows their number", () => {
    const settings = { overlapMatchThreshold: 0.4, overlapQuorum: 0.5 }
    assert.deepStrictEqual(readMergeOptions(settings, 4), { threshold: 0.4, quorum: 2 })
    assert.deepStrictEqual(readMergeOptions({ ...settings, overlapQuorum: null }, 4), { threshold: 0.4 })
  })
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
