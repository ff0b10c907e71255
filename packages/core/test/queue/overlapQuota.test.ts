/** Files of merged labels, and the quota of the owner. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { QuotaStore } from "../../src/access/QuotaStore.ts"
import { encodeIds } from "../../src/agreement.ts"
import { Username } from "../../src/domain/Names.ts"
import { label, makeEngine, save } from "./bitmapFiles.ts"
import { aSample, nextClaim, overlapOf, perform, refusal, world } from "./world.ts"

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

describe("the bitmap of the label of one person", () => {
  it.effect("counts for the owner when it is saved, once, and is refused above the quota", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world({ overlap: 2, usesOverlap: true, enableSaveButton: true })
      const datasets = yield* DatasetStore
      yield* datasets.update({ ...dataset, taskType: "segmentation-bitmap" }, dataset.version)
      const quotas = yield* QuotaStore
      const setBytes = (bytes: number) => quotas.set(owner, { samples: null, bytes, requestsPerMinute: null })
      const readUsed = Effect.map(Effect.flatten(quotas.get(owner)), ({ bytesUsed }) => bytesUsed)
      yield* setBytes(1_000_000)
      yield* aSample()
      const before = yield* readUsed
      const { ids, lengths } = encodeIds([1, 1, 0, 0, 0, 0, 0, 0, 0, 0])
      const attributes = label(yield* save({ width: 5, height: 2, ids, lengths }))
      const claim = yield* nextClaim("lab", "labeling")
      yield* perform("lab", claim, "save", { attributes })
      const saved = yield* readUsed
      assert.isAbove(saved, before)
      yield* perform("lab", claim, "submit", { attributes })
      assert.strictEqual(yield* readUsed, saved)
      yield* setBytes(saved + 1)
      const other = yield* nextClaim("lab2", "labeling")
      const second = encodeIds([0, 0, 0, 1, 1, 1, 0, 0, 0, 0])
      const larger = label(yield* save({ width: 5, height: 2, ...second }))
      const refused = yield* refusal(perform("lab2", other, "submit", { attributes: larger }))
      assert.include(refused, "QuotaExceeded")
      assert.strictEqual(yield* readUsed, saved)
    }).pipe(Effect.provide(makeEngine().layer)),
  )
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
