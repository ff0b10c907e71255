/** The time of work that was done under claims that ended before it was sent. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, TestClock } from "effect"
import { ClaimId, generateId, Ids, makeMonotonicUuids } from "../../src/domain/Ids.ts"
import { engine, nextClaim, perform, pointersOf, samplesNamed, world } from "./world.ts"

const sent = (millis: number, earlierClaims: ReadonlyArray<ClaimId>) => ({
  time: millis,
  inactiveTime: 0,
  timeSince: "previous" as const,
  earlierClaims,
})

/** The engine with ids of the test's clock: those of the process are ahead of it. */
const provideEngine = <A, E>(test: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof engine>>>) =>
  Effect.suspend(() => Effect.provideService(test, Ids, makeMonotonicUuids())).pipe(Effect.provide(engine()))

/** A claim of `lab` on the one sample, whose lease runs out after 15 minutes, and the next one a while later. */
const claimTwice = Effect.gen(function* () {
  yield* world({ enableSaveButton: true })
  yield* samplesNamed("a")
  const first = yield* nextClaim("lab", "labeling")
  yield* TestClock.adjust("20 minutes")
  const second = yield* nextClaim("lab", "labeling")
  assert.notStrictEqual(second.id, first.id)
  yield* TestClock.adjust("10 seconds")
  return { first, second }
})

describe("work that was not sent before its lease ran out", () => {
  it.effect("counts in full under the next claim, which names the one before", () =>
    Effect.gen(function* () {
      const { first, second } = yield* claimTwice
      const { workunit } = yield* perform("lab", second, "submit", sent(310_000, [first.id]))
      assert.deepStrictEqual([workunit.time, workunit.inactiveTime], [310_000, 0])
    }).pipe(provideEngine),
  )

  it.effect("counts no longer than both claims lasted, and without the name no longer than the last", () =>
    Effect.gen(function* () {
      const { first, second } = yield* claimTwice
      yield* perform("lab", second, "save", sent(9_999_999_999, [first.id, first.id, second.id]))
      const { workunit } = yield* perform("lab", second, "submit", sent(9_999_999_999, [first.id]))
      assert.strictEqual(workunit.time, 0)
    }).pipe(provideEngine),
  )

  it.effect("is cut to the claims' durations, less what was saved under them", () =>
    Effect.gen(function* () {
      yield* world({ enableSaveButton: true })
      yield* samplesNamed("a")
      const first = yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("100 seconds")
      yield* perform("lab", first, "save", sent(100_000, []))
      yield* TestClock.adjust("20 minutes")
      const second = yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("10 seconds")
      const { workunit } = yield* perform("lab", second, "submit", sent(9_999_999_999, [first.id]))
      assert.strictEqual(workunit.time, 1_210_000)
    }).pipe(provideEngine),
  )

  it.effect("gives nothing for claims that ended with work, that nobody had, or of other datasets", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a", "b")
      const done = yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("100 seconds")
      yield* perform("lab", done, "submit", sent(100_000, []))
      const next = yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("10 seconds")
      const unknown = yield* generateId(ClaimId)
      const { workunit } = yield* perform("lab", next, "submit", sent(300_000, [done.id, unknown]))
      assert.strictEqual(workunit.time, 10_000)
    }).pipe(provideEngine),
  )

  it.effect("names at most twenty claims", () =>
    Effect.gen(function* () {
      const { second } = yield* claimTwice
      const many = Array.from({ length: 21 }, () => second.id)
      assert.deepStrictEqual(yield* pointersOf(perform("lab", second, "submit", sent(1, many))), [
        "/earlierClaims",
      ])
    }).pipe(provideEngine),
  )
})
