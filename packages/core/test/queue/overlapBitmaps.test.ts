/** Bitmaps of several people: their pixels are read before the transaction, and compared. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream, TestClock } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { encodeIds } from "../../src/agreement.ts"
import { Assets } from "../../src/assets/Assets.ts"
import type { DatasetSettings } from "../../src/domain/DatasetSettings.ts"
import type { JsonText } from "../../src/domain/JsonText.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { AgreementStatistics } from "../../src/queue/figures/AgreementStatistics.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { label, makeEngine, save } from "./bitmapFiles.ts"
import { aSample, as, nextClaim, overlapOf, perform, streets, world } from "./world.ts"

const begin = (settings: Partial<DatasetSettings> = {}) =>
  Effect.gen(function* () {
    const { dataset } = yield* world({ overlap: 2, usesOverlap: true, ...settings })
    const datasets = yield* DatasetStore
    yield* datasets.update({ ...dataset, taskType: "segmentation-bitmap" }, dataset.version)
    return yield* aSample()
  })

/** The label of a bitmap of 5 × 2 pixels, of which the object has the first ones. */
const saved = (pixels: number, size = { width: 5, height: 2 }) =>
  Effect.map(save({ ...size, ids: [1, 0], lengths: [pixels, 10 - pixels] }), label)

/** The label of a bitmap of 5 × 2 pixels. */
const savedRows = (pixels: ReadonlyArray<number>) => {
  const { ids, lengths } = encodeIds(pixels)
  return Effect.map(save({ width: 5, height: 2, ids, lengths }), label)
}

/** The ids of the pixels of a stored bitmap. */
const readPixels = Effect.fnUntraced(function* (url: string) {
  const file = yield* Effect.flatMap(Assets, (assets) => assets.openUrl(url))
  if (file === null) return null
  const bytes = yield* Stream.runFold(
    file.stream(),
    "",
    (text, part) => text + new TextDecoder().decode(part),
  )
  const { ids, lengths } = JSON.parse(bytes)
  return ids.flatMap((id: number, run: number) => Array.from({ length: lengths[run] }, () => id))
})

const readTruth = Effect.fnUntraced(function* (sample: Parameters<typeof overlapOf>[0]) {
  const { label: truth } = yield* as("ann")(
    Effect.flatMap(Labels, (labels) => labels.get(sample, "ground-truth")),
  )
  return truth
})

const submit = (name: string, attributes: JsonText) =>
  Effect.flatMap(nextClaim(name, "labeling"), (claim) => perform(name, claim, "submit", { attributes }))

const readAgreement = (text: string | null) => JSON.parse(text ?? "null")?.agreement

describe("bitmaps of several people", () => {
  it.effect("are compared by their pixels when the last one comes in", () => {
    const { layer, requests } = makeEngine()
    return Effect.gen(function* () {
      const sample = yield* begin()
      yield* submit("lab", yield* saved(6))
      yield* submit("lab2", yield* saved(8))
      const { agreement, state } = yield* overlapOf(sample)
      assert.strictEqual(state, "adjudicating")
      assert.closeTo(readAgreement(agreement), 0.75, 1e-12)
      assert.deepStrictEqual(requests, [])
    }).pipe(Effect.provide(layer))
  })

  it.effect(
    "wait for a reviewer where a file is missing or on another server, to which no request goes",
    () => {
      const { layer, requests } = makeEngine()
      return Effect.gen(function* () {
        const id = "00000000-0000-4000-8000-000000000000"
        const urls = [
          `https://elsewhere.example.com/assets/${id}/0123456789abcdef0123456789abcdef.png`,
          "https://elsewhere.example.com/bitmap.png",
          "s3://unknown/bitmap.png",
          "file:///etc/passwd",
          "http://169.254.169.254/latest",
        ]
        yield* begin({ overlapDecision: "merge", overlapThreshold: 0 })
        for (const url of urls) {
          const sample = yield* aSample(`of ${url}`)
          const claim = (name: string) =>
            as(name)(Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", sample)))
          yield* perform("lab", (yield* claim("lab")).claim, "submit", { attributes: yield* saved(6) })
          yield* perform("lab2", (yield* claim("lab2")).claim, "submit", { attributes: label(url) })
          const { agreement, merged, state } = yield* overlapOf(sample)
          assert.deepStrictEqual([state, agreement, merged], ["adjudicating", null, { refusal: "segmented" }])
        }
        assert.deepStrictEqual(requests, [])
      }).pipe(Effect.provide(layer))
    },
  )

  it.effect("wait for a reviewer where a file cannot be decoded", () =>
    Effect.gen(function* () {
      const sample = yield* begin({ overlapDecision: "merge", overlapThreshold: 0 })
      yield* submit("lab", yield* saved(6))
      const broken = yield* Effect.orDie(
        Effect.flatMap(Assets, (assets) =>
          assets.save("broken.png", Stream.make(new TextEncoder().encode("no bitmap"))),
        ),
      )
      yield* submit("lab2", label(broken))
      const { agreement, merged, state } = yield* overlapOf(sample)
      assert.deepStrictEqual([state, agreement, merged], ["adjudicating", null, { refusal: "segmented" }])
    }).pipe(Effect.provide(makeEngine().layer)),
  )

  it.effect("resemble nothing where they have different sizes, and are not merged", () =>
    Effect.gen(function* () {
      const sample = yield* begin({ overlapDecision: "merge", overlapThreshold: 0 })
      yield* submit("lab", yield* saved(6))
      yield* submit("lab2", yield* saved(6, { width: 2, height: 5 }))
      const { agreement, merged, state } = yield* overlapOf(sample)
      assert.deepStrictEqual([state, merged], ["adjudicating", { refusal: "structure" }])
      assert.strictEqual(readAgreement(agreement), 0)
    }).pipe(Effect.provide(makeEngine().layer)),
  )

  it.effect("wait for a reviewer, and the submission is stored, where a bitmap takes too long", () =>
    Effect.gen(function* () {
      const sample = yield* begin()
      yield* submit("lab", yield* saved(6))
      const last = yield* Effect.fork(submit("lab2", yield* saved(8)))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* overlapOf(sample)).state, "labeling")
      yield* TestClock.adjust("11 seconds")
      yield* Fiber.join(last)
      const waiting = yield* Effect.fork(overlapOf(sample))
      yield* TestClock.adjust("21 seconds")
      const { agreement, finished, state } = yield* Fiber.join(waiting)
      assert.deepStrictEqual([state, finished, agreement], ["adjudicating", 2, null])
    }).pipe(Effect.provide(makeEngine(() => new Promise(() => {})).layer)),
  )

  it.effect(
    "are merged to a bitmap of its own, which the reviewer sees and takes, and nobody has uploaded",
    () =>
      Effect.gen(function* () {
        const sample = yield* begin({ overlap: 3 })
        yield* submit("lab", yield* saved(6))
        yield* submit("lab2", yield* savedRows([0, 1, 1, 1, 1, 1, 1, 1, 0, 0]))
        yield* submit("rev2", yield* savedRows([1, 0, 1, 1, 1, 1, 1, 0, 0, 0]))
        const { merged } = yield* overlapOf(sample)
        if (merged === null || merged.refusal !== null) return assert.fail(`is refused: ${merged?.refusal}`)
        const { annotations, segmentation_bitmap } = JSON.parse(merged.attributes ?? "null")
        assert.strictEqual(annotations.length, 1)
        assert.strictEqual(merged.objects[0]?.geometry, "mean")
        assert.deepStrictEqual(yield* readPixels(segmentation_bitmap.url), [1, 1, 1, 1, 1, 1, 1, 0, 0, 0])
        const again = (yield* overlapOf(sample)).merged
        assert.deepStrictEqual(again, merged)
        yield* perform("rev", yield* nextClaim("rev", "reviewing"), "accept", { overlapLabel: "merged" })
        assert.strictEqual((yield* readTruth(sample)).attributes, merged.attributes)
        const own = yield* as("rev2")(
          Effect.flatMap(Assets, (assets) => assets.list({ before: null, limit: 10 })),
        )
        assert.deepStrictEqual(own, [])
      }).pipe(Effect.provide(makeEngine().layer)),
  )

  it.effect("are merged into the ground truth, or one of them is where it is that of the majority", () =>
    Effect.gen(function* () {
      const sample = yield* begin({ overlap: 3, overlapDecision: "merge", overlapThreshold: 0.5 })
      const first = yield* saved(6)
      yield* submit("lab", first)
      yield* submit("lab2", yield* saved(8))
      yield* submit("rev2", yield* saved(5))
      const { attributes, status } = yield* readTruth(sample)
      assert.deepStrictEqual([status, attributes], ["REVIEWED", first])
      const other = yield* aSample("two")
      const claim = (name: string) =>
        as(name)(Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", other)))
      const rows = [
        [1, 1, 1, 1, 1, 1, 1, 0, 0, 0],
        [0, 1, 1, 1, 1, 1, 1, 1, 0, 0],
        [1, 0, 1, 1, 1, 1, 1, 1, 0, 0],
      ]
      for (const [index, name] of ["lab", "lab2", "rev2"].entries())
        yield* perform(name, (yield* claim(name)).claim, "submit", {
          attributes: yield* savedRows(rows[index] ?? []),
        })
      const { url } = JSON.parse((yield* readTruth(other)).attributes ?? "null").segmentation_bitmap
      assert.deepStrictEqual(yield* readPixels(url), [1, 1, 1, 1, 1, 1, 1, 1, 0, 0])
    }).pipe(Effect.provide(makeEngine().layer)),
  )

  it.effect("count as answers to gold samples", () =>
    Effect.gen(function* () {
      const sample = yield* begin({ overlap: 1, goldFeedback: true, goldRate: 0.5 })
      const attributes = yield* saved(6)
      yield* as("man")(Effect.flatMap(GoldSamples, (gold) => gold.set(sample, { attributes })))
      const { claim } = yield* as("lab")(
        Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", sample)),
      )
      const { answer } = yield* perform("lab", claim, "submit", { attributes: yield* saved(8) })
      assert.deepStrictEqual(JSON.parse(answer).gold, { score: 0.75, passed: false })
    }).pipe(Effect.provide(makeEngine().layer)),
  )
})

describe("bitmaps of two labelsets", () => {
  const labelsets = ["ground-truth", "model-1"] as const

  const put = (sample: Parameters<typeof overlapOf>[0], labelset: string, attributes: JsonText) =>
    as("ann")(
      Effect.flatMap(Labels, (labels) => labels.put(sample, labelset, { status: "LABELED", attributes })),
    )

  const putBoth = Effect.fnUntraced(function* (pixels: number, others: number) {
    const sample = yield* aSample(`${pixels} and ${others}`)
    yield* put(sample, "ground-truth", yield* saved(pixels))
    yield* put(sample, "model-1", yield* saved(others))
  })

  const measure = as("man")(Effect.flatMap(AgreementStatistics, (all) => all.figures(streets, { labelsets })))

  it.effect("are compared by their pixels", () =>
    Effect.gen(function* () {
      yield* begin({ overlap: 1 })
      yield* putBoth(6, 8)
      yield* putBoth(5, 5)
      const { complete, notCompared, summary } = yield* measure
      assert.deepStrictEqual([complete, notCompared], [2, 0])
      assert.closeTo(summary.agreement?.value ?? 0, (0.75 + 1) / 2, 1e-12)
    }).pipe(Effect.provide(makeEngine().layer)),
  )

  it.effect("are compared for half a minute, and not afterwards", () =>
    Effect.gen(function* () {
      yield* begin({ overlap: 1 })
      for (const pixels of [4, 5, 6]) yield* putBoth(pixels, pixels)
      const figures = yield* Effect.fork(measure)
      yield* TestClock.adjust("21 seconds")
      yield* TestClock.adjust("21 seconds")
      const { complete, notCompared } = yield* Fiber.join(figures)
      assert.deepStrictEqual([complete, notCompared], [3, 3])
    }).pipe(Effect.provide(makeEngine(() => new Promise(() => {})).layer)),
  )
})
