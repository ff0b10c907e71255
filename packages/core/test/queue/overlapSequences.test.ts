/** Long sequences of several people: compared and merged in steps, outside of the transaction of the last label. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import type { DatasetSettings } from "../../src/domain/DatasetSettings.ts"
import { castToJsonText, type JsonText } from "../../src/domain/JsonText.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { aSample, as, engine, nextClaim, overlapOf, perform, world } from "./world.ts"

const begin = (settings: Partial<DatasetSettings> = {}) =>
  Effect.gen(function* () {
    const { dataset } = yield* world({ overlap: 3, usesOverlap: true, ...settings })
    const datasets = yield* DatasetStore
    yield* datasets.update({ ...dataset, taskType: "pointcloud-cuboid-sequence" }, dataset.version)
    return yield* aSample()
  })

/** A drive of cuboids that are a meter apart from one another and this far from where others have them: of 1.2 million characters. */
const makeDrive = (shift: number): JsonText => {
  const frames = Array.from({ length: 100 }, (_, frame) => ({
    annotations: Array.from({ length: 40 }, (_, track) => ({
      id: track + 1,
      track_id: track + 1,
      category_id: 1,
      type: "cuboid",
      position: { x: 10 * track + shift, y: frame, z: 0 },
      dimensions: { x: 4, y: 2, z: 2 },
      yaw: 0,
      is_keyframe: true,
      attributes: { note: "x".repeat(100) },
    })),
  }))
  return castToJsonText(JSON.stringify({ format_version: "0.2", frames }))
}

const submit = (name: string, attributes: JsonText) =>
  Effect.flatMap(nextClaim(name, "labeling"), (claim) => perform(name, claim, "submit", { attributes }))

const readPositions = (text: string | null) =>
  JSON.parse(text ?? "null").frames[99].annotations.map(
    ({ position }: { position: { x: number } }) => position.x,
  )

describe("long sequences of several people", () => {
  it.effect("are compared when the last one comes in, and merged for the reviewer", () =>
    Effect.gen(function* () {
      const sample = yield* begin()
      yield* submit("lab", makeDrive(0))
      yield* submit("lab2", makeDrive(1))
      yield* submit("rev2", makeDrive(0))
      const { agreement, merged, state } = yield* overlapOf(sample)
      assert.strictEqual(state, "adjudicating")
      // Cuboids a quarter of their length apart have an IoU of 3 / 5.
      assert.closeTo(JSON.parse(agreement ?? "null")?.agreement, (0.6 + 0.6 + 1) / 3, 1e-9)
      if (merged === null || merged.refusal !== null) return assert.fail(`is refused: ${merged?.refusal}`)
      assert.strictEqual(readPositions(merged.attributes)[2], 20 + 1 / 3)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("are merged into the ground truth where the dataset decides so", () =>
    Effect.gen(function* () {
      const sample = yield* begin({ overlapDecision: "merge", overlapThreshold: 0.7 })
      yield* submit("lab", makeDrive(0))
      yield* submit("lab2", makeDrive(0.5))
      yield* submit("rev2", makeDrive(1))
      const { label } = yield* as("ann")(
        Effect.flatMap(Labels, (labels) => labels.get(sample, "ground-truth")),
      )
      assert.deepStrictEqual([label.status, readPositions(label.attributes)[0]], ["REVIEWED", 0.5])
    }).pipe(Effect.provide(engine())),
  )
})
