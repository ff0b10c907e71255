/** The files of comparisons: they are of one owner, and written once. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { encodeIds } from "../../src/agreement.ts"
import { DatasetId, generateId } from "../../src/domain/Ids.ts"
import { castToJsonText, type JsonText } from "../../src/domain/JsonText.ts"
import { Username } from "../../src/domain/Names.ts"
import { OverlapComparisons } from "../../src/queue/overlap/OverlapComparisons.ts"
import { label, makeEngine, readFile, save } from "./bitmapFiles.ts"

const makeDataset = (owner: string) =>
  Effect.map(generateId(DatasetId), (id) => ({
    id,
    owner: Username.make(owner),
    taskType: "segmentation-bitmap" as const,
    taskAttributes: castToJsonText('{"categories":[{"id":1,"name":"a"}]}'),
    settings: { overlapMatchThreshold: 0.5, overlapQuorum: null },
  }))

const saveRows = (pixels: ReadonlyArray<number>) => {
  const { ids, lengths } = encodeIds(pixels)
  return Effect.map(save({ width: pixels.length, height: 1, ids, lengths }), label)
}

/** Three labels whose majority none of them has. */
const saveLabels = (width = 10) =>
  Effect.forEach([0, 1, 2], (person) =>
    saveRows(Array.from({ length: width }, (_, pixel) => (pixel === person ? 0 : 1))),
  )

const merge = (
  dataset: Effect.Effect.Success<ReturnType<typeof makeDataset>>,
  texts: ReadonlyArray<JsonText>,
) =>
  Effect.flatMap(OverlapComparisons, (comparisons) =>
    comparisons.merge(
      dataset,
      texts.map((attributes) => ({ attributes, status: "LABELED" as const })),
    ),
  )

describe("files of labels of several people", () => {
  it.effect("are read again for another owner, and for another dataset", () => {
    let reads = 0
    const { layer } = makeEngine((reading) => {
      reads += 1
      return readFile(reading)
    })
    return Effect.gen(function* () {
      const labels = yield* saveLabels()
      const dataset = yield* makeDataset("ann")
      const first = yield* merge(dataset, labels)
      assert.strictEqual(first.refusal, null)
      assert.deepStrictEqual(yield* merge(dataset, labels), first)
      assert.strictEqual(reads, 3)
      yield* merge({ ...dataset, owner: Username.make("eve") }, labels)
      assert.strictEqual(reads, 6)
      yield* merge(yield* makeDataset("ann"), labels)
      assert.strictEqual(reads, 9)
    }).pipe(Effect.provide(layer))
  })

  it.effect("of merged labels are written once, however many samples are viewed", () => {
    const { layer, written } = makeEngine()
    return Effect.gen(function* () {
      const dataset = yield* makeDataset("ann")
      const samples = yield* Effect.forEach(Array.from({ length: 25 }), (_, sample) =>
        saveLabels(10 + sample),
      )
      for (let view = 0; view < 3; view++) {
        for (const labels of samples) assert.strictEqual((yield* merge(dataset, labels)).refusal, null)
        // Results are forgotten before files are.
        yield* TestClock.adjust("11 minutes")
      }
      assert.strictEqual(written.length, 25)
      yield* merge(dataset, samples[0] ?? [])
      assert.strictEqual(written.length, 26)
    }).pipe(Effect.provide(layer))
  })

  it.effect(
    "of one owner do not hold up those of another, and the refusal says that they took too long",
    () => {
      const { layer } = makeEngine(async (reading) => {
        const bitmap = await readFile(reading)
        return bitmap.width === 99 ? new Promise(() => {}) : bitmap
      })
      return Effect.gen(function* () {
        const slow = yield* saveLabels(99)
        const waiting = yield* Effect.fork(
          Effect.flatMap(makeDataset("slow"), (dataset) => merge(dataset, slow)),
        )
        yield* TestClock.adjust("1 second")
        const { refusal } = yield* merge(yield* makeDataset("ann"), yield* saveLabels())
        assert.strictEqual(refusal, null)
        yield* TestClock.adjust("20 seconds")
        assert.deepStrictEqual(yield* Fiber.join(waiting), { refusal: "unavailable" })
      }).pipe(Effect.provide(layer))
    },
  )
})
