import * as v8 from "node:v8"
import * as vm from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { computeDiff } from "../../src/releases/diff.ts"
import { releaseBytes } from "../../src/releases/releaseBytes.ts"
import { formatReleaseLine } from "../../src/releases/releaseFile.ts"
import type { SnapshotLabel, SnapshotSample } from "../../src/releases/SnapshotStore.ts"
import { verifyRelease } from "../../src/releases/verify.ts"
import { dataset, labelsets, sample, title } from "./snapshots.ts"

v8.setFlagsFromString("--expose-gc")
const collectGarbage: () => void = vm.runInNewContext("gc")

const count = 20_000
const page = 100
const metadata = castToJsonText(JSON.stringify({ text: "x".repeat(2_000) }))

/** What is alive, in bytes. */
const alive = (): number => {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** 20 000 samples of more than two kilobytes, made page by page; `peak` is the most that was alive beyond the start. */
const measured = () => {
  const start = alive()
  let peak = 0
  const samples = Stream.range(0, count / page - 1).pipe(
    Stream.tap((number) =>
      Effect.sync(() => {
        if (number % 40 === 39) peak = Math.max(peak, alive() - start)
      }),
    ),
    Stream.mapConcat(
      (number): ReadonlyArray<SnapshotSample> =>
        Array.from({ length: page }, (_, index) => sample(number * page + index, { metadata })),
    ),
  )
  return { file: releaseBytes(title, { dataset, labelsets, samples }, ""), peak: () => peak }
}

const bound = 16 * 1024 * 1024

describe("a release with a sample of many megabytes", () => {
  it.effect("is written in small pieces, and says the same as whole lines", () =>
    Effect.gen(function* () {
      const body = castToJsonText(JSON.stringify({ text: "é𝒳x".repeat(1_000_000) }))
      const label = { ...sample(1).labels[0], attributes: body } as SnapshotLabel
      const large = { ...sample(2), attributes: body, labels: [label] }
      const all = [sample(1), large, sample(3), { ...sample(4), attributes: body }]
      const file = releaseBytes(title, { dataset, labelsets, samples: Stream.fromIterable(all) }, "")
      const pieces = Chunk.toReadonlyArray(yield* Stream.runCollect(file.bytes))
      assert.isBelow(Math.max(...pieces.map(({ length }) => length)), 1024 * 1024)
      const names = labelsets.map(({ name }) => name)
      const text = Buffer.concat(pieces).toString()
      assert.deepStrictEqual(
        text.split("\n").slice(1, -2),
        all.map((each, index) => formatReleaseLine(each, names) + (index === all.length - 1 ? "" : ",")),
      )
      assert.isTrue((yield* verifyRelease(Stream.fromIterable(pieces))).ok)
    }),
  )
})

describe("a release of fifty megabytes", () => {
  it.effect("is written in the memory of some pages", () =>
    Effect.gen(function* () {
      const { file, peak } = measured()
      yield* Stream.runDrain(file.bytes)
      assert.strictEqual(file.facts().samplesCount, count)
      assert.isAbove(file.facts().sizeBytes, 50_000_000)
      assert.isBelow(peak(), bound)
    }),
  )

  it.effect("is verified in the memory of some pages", () =>
    Effect.gen(function* () {
      const { file, peak } = measured()
      const report = yield* verifyRelease(file.bytes)
      assert.isTrue(report.ok)
      assert.strictEqual(report.sha256, file.facts().sha256)
      assert.isBelow(peak(), bound)
    }),
  )

  it.effect("is compared with another in the memory of some pages", () =>
    Effect.gen(function* () {
      const [before, after] = [measured(), measured()]
      const changes = yield* Stream.runCount(computeDiff(before.file.bytes, after.file.bytes))
      assert.strictEqual(changes, 0)
      assert.isBelow(after.peak(), bound)
    }),
  )
})
