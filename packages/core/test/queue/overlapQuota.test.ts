/** Files of merged labels, and the quota of the owner. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { QuotaStore } from "../../src/access/QuotaStore.ts"
import { encodeIds } from "../../src/agreement.ts"
import { Username } from "../../src/domain/Names.ts"
import { label, makeEngine, save } from "./bitmapFiles.ts"
import { aSample, nextClaim, overlapOf, perform, world } from "./world.ts"

const owner = Username.make("ann")

const submitPixels = Effect.fnUntraced(function* (name: string, pixels: ReadonlyArray<number>) {
  const { ids, lengths } = encodeIds(pixels)
  const attributes = label(yield* save({ width: 5, height: 2, ids, lengths }))
  yield* perform(name, yield* nextClaim(name, "labeling"), "submit", { attributes })
})

const begin = Effect.gen(function* () {
  const settings = { overlap: 3, overlapDecision: "merge", overlapThreshold: 0.5, usesOverlap: true } as const
  const { dataset } = yield* world(settings)
  const datasets = yield* DatasetStore
  yield* datasets.update({ ...dataset, taskType: "segmentation-bitmap" }, dataset.version)
  const quotas = yield* QuotaStore
  yield* quotas.set(owner, { samples: null, bytes: 1_000_000, requestsPerMinute: null })
  const sample = yield* aSample()
  yield* submitPixels("lab", [1, 1, 1, 1, 1, 1, 1, 0, 0, 0])
  yield* submitPixels("lab2", [0, 1, 1, 1, 1, 1, 1, 1, 0, 0])
  return sample
})

describe("the file of a merged label", () => {
  it.effect("leaves the sample to a reviewer where it does not fit, and the last label is stored", () =>
    Effect.gen(function* () {
      const sample = yield* begin
      const quotas = yield* QuotaStore
      const { bytesUsed } = yield* Effect.flatten(quotas.get(owner))
      // The last label fits.
      yield* quotas.set(owner, { samples: null, bytes: bytesUsed + 70, requestsPerMinute: null })
      yield* submitPixels("rev2", [1, 0, 1, 1, 1, 1, 1, 1, 0, 0])
      const { finished, merged, state } = yield* overlapOf(sample)
      assert.deepStrictEqual([state, finished, merged?.refusal], ["adjudicating", 3, null])
    }).pipe(Effect.provide(makeEngine().layer)),
  )

  it.effect("counts for the owner where it fits", () =>
    Effect.gen(function* () {
      const sample = yield* begin
      yield* submitPixels("rev2", [1, 0, 1, 1, 1, 1, 1, 1, 0, 0])
      assert.strictEqual((yield* overlapOf(sample)).state, "decided")
    }).pipe(Effect.provide(makeEngine().layer)),
  )
})
