/** The workload: one reading serves callers that come together, and an unavailable storage is no failure. */

import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, TestClock } from "effect"
import { makeLayer } from "../src/memory/layer.ts"
import { StorageFailure } from "../src/storage/StorageFailure.ts"
import { Workload } from "../src/workload/Workload.ts"
import { WorkloadStore } from "../src/workload/WorkloadStore.ts"

/** Counts the readings of jobs, which run `first`. */
const counting = (first: Effect.Effect<void>) => {
  const seen = { readings: 0 }
  const layer = Workload.Default.pipe(
    Layer.provide(
      makeLayer().pipe(
        Layer.map((all) => {
          const whole = Context.get(all, WorkloadStore)
          return Context.add(all, WorkloadStore, {
            ...whole,
            jobs: (limit) =>
              Effect.zipRight(
                Effect.suspend(() => {
                  seen.readings += 1
                  return first
                }),
                whole.jobs(limit),
              ),
          })
        }),
      ),
    ),
  )
  return { seen, layer }
}

const read = Effect.flatMap(Workload, (workload) => workload.read)

describe("the workload", () => {
  it.effect("is measured once for all callers of five seconds", () => {
    const { layer, seen } = counting(Effect.void)
    return Effect.gen(function* () {
      const all = yield* Effect.all([read, read, read], { concurrency: "unbounded" })
      assert.isTrue(all.every(Option.isSome))
      assert.strictEqual(seen.readings, 1)
      yield* TestClock.adjust("4 seconds")
      yield* read
      assert.strictEqual(seen.readings, 1)
      yield* TestClock.adjust("1 second")
      yield* read
      assert.strictEqual(seen.readings, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is none while the storage is unavailable, which callers of five seconds share, too", () => {
    const away = new StorageFailure({ operation: "WorkloadStore.jobs", transient: true, cause: "away" })
    const { layer, seen } = counting(Effect.die(away))
    return Effect.gen(function* () {
      assert.deepStrictEqual([yield* read, yield* read], [Option.none(), Option.none()])
      assert.strictEqual(seen.readings, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is none after five seconds without an answer, and asks no second time meanwhile", () => {
    const { layer, seen } = counting(Effect.never)
    return Effect.gen(function* () {
      const waiting = yield* Effect.fork(read)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* waiting, Option.none())
      const again = yield* Effect.fork(read)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* again, Option.none())
      assert.strictEqual(seen.readings, 1)
    }).pipe(Effect.provide(layer))
  })
})
