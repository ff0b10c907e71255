import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { fromMillis, toMillis } from "../../src/domain/Timestamp.ts"
import { Issues } from "../../src/issues/Issues.ts"
import { Workunits } from "../../src/placement/Workunits.ts"
import { WorkStatistics } from "../../src/queue/figures/WorkStatistics.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { quickLabel } from "../../src/warnings/CheckResults.ts"
import {
  aSample,
  as,
  body,
  engine,
  nextClaim,
  perform,
  plain,
  refusal,
  streets,
  undo,
  world,
} from "./world.ts"

const submit = (attributes = body(1), comment?: string) =>
  Effect.gen(function* () {
    const claim = yield* nextClaim("lab", "labeling")
    return { claim, done: yield* perform("lab", claim, "submit", { attributes, comment }) }
  })

describe("undone work", () => {
  it.effect("restores labels that are too long to be checked within the write", () =>
    Effect.gen(function* () {
      yield* world()
      yield* aSample()
      const long = castToJsonText(`{"annotations":[],"text":"${"x".repeat(quickLabel)}"}`)
      yield* submit(long)
      const claim = yield* nextClaim("rev", "reviewing")
      yield* perform("rev", claim, "accept", { attributes: body(2) })
      const { claimed } = yield* undo("rev", claim)
      assert.strictEqual(claimed?.label?.attributes, long)
      assert.strictEqual(claimed?.label?.status, "LABELED")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is offered with its last moment alone, also when the request is repeated", () =>
    Effect.gen(function* () {
      yield* world()
      yield* aSample()
      const attributes = castToJsonText('{"annotations":[],"a":",\\"label\\":1","n":12345678901234567890}')
      const { claim, done } = yield* submit(attributes)
      const { undo: offer } = JSON.parse(done.answer)
      assert.deepStrictEqual(offer, { until: fromMillis(60_000) })
      const again = yield* perform("lab", claim, "submit", { attributes })
      assert.isTrue(again.repeated)
      assert.strictEqual(again.answer, done.answer)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is not offered with a comment, whose issue would stay open", () =>
    Effect.gen(function* () {
      yield* world()
      const sample = yield* aSample()
      const { claim, done } = yield* submit(body(1), "Is this a van?")
      assert.notProperty(JSON.parse(done.answer), "undo")
      assert.strictEqual(yield* refusal(undo("lab", claim)), "Conflict not_undoable")
      assert.lengthOf(yield* (yield* Issues).ofSample(sample).pipe(as("man")), 1)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is refused after the configuration has changed, which the label before may not fit", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      yield* aSample()
      const { claim } = yield* submit()
      const configVersion = dataset.configVersion + 1
      yield* (yield* DatasetStore).update({ ...dataset, configVersion }, dataset.version)
      assert.strictEqual(yield* refusal(undo("lab", claim)), "Conflict not_undoable")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("counts at the time of the work, in every time span, and has its own in lists", () =>
    Effect.gen(function* () {
      yield* world()
      yield* aSample()
      const midnight = Date.UTC(2026, 0, 2)
      yield* TestClock.setTime(midnight - 1000)
      const { claim } = yield* submit()
      yield* TestClock.setTime(midnight + 1000)
      const { workunit } = yield* undo("lab", claim)
      assert.strictEqual(toMillis(workunit.createdAt), midnight + 1000)
      const statistics = yield* WorkStatistics
      const { rows } = yield* statistics.figures(streets, { by: ["day"] }).pipe(as("man"))
      assert.deepStrictEqual(
        rows.map(({ day, figures }) => [day, figures.submitted, figures.workunits]),
        [["2026-01-01", 0, 2]],
      )
      const [last] = yield* (yield* Workunits).list(streets, { descending: true }).pipe(as("man"))
      assert.deepInclude(plain(last ?? {}), { action: "undo", createdAt: fromMillis(midnight + 1000) })
      const { days } = yield* (yield* Queue).throughput(streets).pipe(as("man"))
      assert.deepStrictEqual(days, [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is no finished work beside the work that follows it", () =>
    Effect.gen(function* () {
      yield* world()
      yield* aSample()
      const { claim } = yield* submit()
      yield* undo("lab", claim)
      yield* submit()
      const { days } = yield* (yield* Queue).throughput(streets, { start: fromMillis(0) }).pipe(as("man"))
      assert.deepStrictEqual(
        days.map(({ submitted, workunits }) => [submitted, workunits]),
        [[1, 1]],
      )
    }).pipe(Effect.provide(engine())),
  )
})
