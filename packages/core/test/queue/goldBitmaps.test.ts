/** Answers to gold samples whose bitmaps differ from the known one in more than pixels. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { Assets } from "../../src/assets/Assets.ts"
import type { JsonText } from "../../src/domain/JsonText.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { label, makeEngine, readFile, save } from "./bitmapFiles.ts"
import { aSample, as, perform, streets, world } from "./world.ts"

const saveBitmap = (width: number, height: number) =>
  Effect.map(save({ width, height, ids: [1, 0], lengths: [6, width * height - 6] }), label)

const saveBroken = Effect.map(
  Effect.orDie(
    Effect.flatMap(Assets, (assets) =>
      assets.save("broken.png", Stream.make(new TextEncoder().encode("no bitmap"))),
    ),
  ),
  label,
)

/** The result of an answer to a gold sample. */
const answerWith = Effect.fnUntraced(function* (known: JsonText, attributes: JsonText) {
  const { dataset } = yield* world({ usesOverlap: true, overlap: 1, goldFeedback: true, goldRate: 0.5 })
  const datasets = yield* DatasetStore
  yield* datasets.update({ ...dataset, taskType: "segmentation-bitmap" }, dataset.version)
  const sample = yield* aSample()
  yield* as("man")(Effect.flatMap(GoldSamples, (gold) => gold.set(sample, { attributes: known })))
  const { claim } = yield* as("lab")(
    Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", sample)),
  )
  const { answer } = yield* perform("lab", claim, "submit", { attributes })
  return JSON.parse(answer).gold
})

describe("answers to gold samples of bitmaps", () => {
  it.effect("resemble nothing with a bitmap of another size, and so do not pass", () =>
    Effect.gen(function* () {
      const result = yield* answerWith(yield* saveBitmap(5, 2), yield* saveBitmap(2, 5))
      assert.deepStrictEqual(result, { score: 0, passed: false })
    }).pipe(Effect.provide(makeEngine().layer)),
  )

  it.effect("do not pass with a bitmap that cannot be read", () =>
    Effect.gen(function* () {
      const result = yield* answerWith(yield* saveBitmap(5, 2), yield* saveBroken)
      assert.deepStrictEqual(result, { score: null, passed: false })
    }).pipe(Effect.provide(makeEngine().layer)),
  )

  it.effect("do not pass with a bitmap on another server", () =>
    Effect.gen(function* () {
      const elsewhere = label("https://elsewhere.example.com/bitmap.png")
      assert.deepStrictEqual(yield* answerWith(yield* saveBitmap(5, 2), elsewhere), {
        score: null,
        passed: false,
      })
    }).pipe(Effect.provide(makeEngine().layer)),
  )

  it.effect("do not count where the known bitmap cannot be read", () =>
    Effect.gen(function* () {
      const result = yield* answerWith(yield* saveBroken, yield* saveBitmap(5, 2))
      assert.deepStrictEqual(result, { score: null, passed: null })
    }).pipe(Effect.provide(makeEngine(readFile).layer)),
  )
})
