/** The time of work under claims that ended before it was sent. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Option, TestClock, TestContext } from "effect"
import fc from "fast-check"
import type { Claim } from "../../src/domain/Claim.ts"
import { Ids, makeMonotonicUuids } from "../../src/domain/Ids.ts"
import { now, toMillis } from "../../src/domain/Timestamp.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { as, body, engine, labeled, nextClaim, perform, refusal, samplesNamed, world } from "./world.ts"

const sent = (millis: number) => ({ time: millis, inactiveTime: 0, timeSince: "previous" as const })

/** The engine with ids of the test's clock: those of the process are ahead of it. */
const provideEngine = <A, E>(test: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof engine>>>) =>
  Effect.suspend(() => Effect.provideService(test, Ids, makeMonotonicUuids())).pipe(Effect.provide(engine()))

/** A claim of `lab` on the one sample, whose lease runs out after 15 minutes, and the next one a while later. */
const claimTwice = Effect.gen(function* () {
  yield* world({ enableSaveButton: true })
  const [sample] = yield* samplesNamed("a")
  if (sample === undefined) return yield* Effect.dieMessage("no sample")
  const first = yield* nextClaim("lab", "labeling")
  yield* TestClock.adjust("20 minutes")
  const second = yield* nextClaim("lab", "labeling")
  assert.notStrictEqual(second.id, first.id)
  yield* TestClock.adjust("10 seconds")
  return { first, sample, second }
})

const lease = 15 * 60_000

/** The milliseconds that a request may take longer on its way than the next one. */
const tolerance = 5000

describe("work that was not sent before its lease ran out", () => {
  it.effect("counts in full under the next claim", () =>
    Effect.gen(function* () {
      const { first, second } = yield* claimTwice
      assert.strictEqual(yield* refusal(perform("lab", first, "save", sent(300_000))), "Conflict stale_claim")
      const { workunit } = yield* perform("lab", second, "submit", sent(310_000))
      assert.deepStrictEqual([workunit.time, workunit.inactiveTime], [310_000, 0])
    }).pipe(provideEngine),
  )

  it.effect("counts no longer than the leases lasted, once", () =>
    Effect.gen(function* () {
      const { sample, second } = yield* claimTwice
      const saved = yield* perform("lab", second, "save", sent(9_999_999_999))
      assert.strictEqual(saved.workunit.time, lease + 10_000)
      yield* TestClock.adjust("5 seconds")
      const { workunit } = yield* perform("lab", second, "submit", sent(9_999_999_999))
      assert.strictEqual(workunit.time, 5000)
      yield* labeled(sample, "REJECTED")
      const third = yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("1 seconds")
      const last = yield* perform("lab", third, "submit", sent(9_999_999_999))
      assert.strictEqual(last.workunit.time, 1000)
    }).pipe(provideEngine),
  )

  it.effect("leaves what a report does not contain to later ones", () =>
    Effect.gen(function* () {
      const { second } = yield* claimTwice
      const saved = yield* perform("lab", second, "save", sent(10_000 + 60_000))
      assert.strictEqual(saved.workunit.time, 70_000)
      yield* TestClock.adjust("5 seconds")
      const next = yield* perform("lab", second, "save", sent(5000 + 600_000))
      assert.strictEqual(next.workunit.time, 605_000)
      yield* TestClock.adjust("5 seconds")
      const last = yield* perform("lab", second, "submit", sent(9_999_999_999))
      assert.strictEqual(last.workunit.time, 5000 + lease - 660_000)
    }).pipe(provideEngine),
  )

  it.effect("is not counted for the seconds that requests take on their way", () =>
    Effect.gen(function* () {
      const { second } = yield* claimTwice
      const saved = yield* perform("lab", second, "save", sent(10_000 + tolerance))
      assert.strictEqual(saved.workunit.time, 10_000)
      yield* TestClock.adjust("5 seconds")
      const { workunit } = yield* perform("lab", second, "submit", sent(9_999_999_999))
      assert.strictEqual(workunit.time, lease + 5000)
    }).pipe(provideEngine),
  )

  for (const [named, timeSince] of [
    ["that say so", "claim"],
    ["that do not say so", undefined],
  ] as const) {
    it.effect(`is not subtracted from later times since the claim ${named}`, () =>
      Effect.gen(function* () {
        const { second } = yield* claimTwice
        const saved = yield* perform("lab", second, "save", sent(10_000 + 300_000))
        assert.strictEqual(saved.workunit.time, 310_000)
        yield* TestClock.adjust("10 seconds")
        const { workunit } = yield* perform("lab", second, "submit", { time: 20_000, timeSince })
        assert.strictEqual(workunit.time, 10_000)
      }).pipe(provideEngine),
    )
  }

  it.effect("does not count as a review where it was labeling", () =>
    Effect.gen(function* () {
      yield* world()
      const [sample] = yield* samplesNamed("a")
      if (sample === undefined) return yield* Effect.dieMessage("no sample")
      yield* nextClaim("man", "labeling")
      yield* TestClock.adjust("20 minutes")
      yield* perform("lab", yield* nextClaim("lab", "labeling"), "submit")
      const review = yield* nextClaim("man", "reviewing")
      yield* TestClock.adjust("10 seconds")
      const reviewed = yield* perform("man", review, "accept", sent(300_000))
      assert.deepStrictEqual([reviewed.workunit.workType, reviewed.workunit.time], ["review", 10_000])
    }).pipe(provideEngine),
  )

  it.effect("counts pauses with it", () =>
    Effect.gen(function* () {
      const { second } = yield* claimTwice
      const times = { time: 300_000, inactiveTime: 400_000, timeSince: "previous" as const }
      const { workunit } = yield* perform("lab", second, "submit", times)
      assert.deepStrictEqual([workunit.time, workunit.inactiveTime], [300_000, 400_000])
    }).pipe(provideEngine),
  )

  it.effect("does not count in times since the claim, which cannot contain it", () =>
    Effect.gen(function* () {
      const { second } = yield* claimTwice
      const saved = yield* perform("lab", second, "save", { time: 310_000 })
      assert.strictEqual(saved.workunit.time, 10_000)
      const times = { time: 310_000, timeSince: "claim" as const }
      assert.strictEqual((yield* perform("lab", second, "submit", times)).workunit.time, 0)
    }).pipe(provideEngine),
  )

  it.effect("counts from the last save under the lost claim", () =>
    Effect.gen(function* () {
      yield* world({ enableSaveButton: true })
      yield* samplesNamed("a")
      const first = yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("100 seconds")
      yield* perform("lab", first, "save", sent(100_000))
      yield* TestClock.adjust("30 minutes")
      const second = yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("10 seconds")
      const { workunit } = yield* perform("lab", second, "submit", sent(9_999_999_999))
      assert.strictEqual(workunit.time, lease + 10_000)
    }).pipe(provideEngine),
  )

  it.effect("gives nothing of other samples, of other people, or of claims that ended with work", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a", "b")
      const theirs = yield* nextClaim("lab2", "labeling")
      const other = yield* nextClaim("lab", "labeling")
      assert.notStrictEqual(other.sampleId, theirs.sampleId)
      yield* TestClock.adjust("100 seconds")
      yield* perform("lab", other, "submit", sent(100_000))
      yield* TestClock.adjust("20 minutes")
      const next = yield* nextClaim("lab", "labeling")
      assert.strictEqual(next.sampleId, theirs.sampleId)
      yield* TestClock.adjust("10 seconds")
      const { workunit } = yield* perform("lab", next, "submit", sent(300_000))
      assert.strictEqual(workunit.time, 10_000)
    }).pipe(provideEngine),
  )

  it(
    "is counted whole and once in any order of claims, saves, losses, late and repeated saves",
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 4, maxLength: 40 }),
          fc.constantFrom(0, 9_999_999_999),
          (steps, boast) =>
            Effect.gen(function* () {
              yield* world({ enableSaveButton: true })
              yield* samplesNamed("a")
              const page = new Page(boast)
              for (const { kind, seconds } of steps) yield* page.take(kind, seconds)
              for (const kind of ["claim", "save", "wait", "save"] as const) yield* page.take(kind, 5)
              assert.strictEqual(page.counted, page.worked)
            }).pipe(provideEngine, Effect.provide(TestContext.TestContext), Effect.runPromise),
        ),
        { numRuns: process.env.ANNOTARY_TEST_LONG === "1" ? 500 : 40 },
      ),
    240_000,
  )
})

const instant = (kind: "claim" | "late" | "release" | "save") => fc.constant({ kind, seconds: 0 })

const step = fc.oneof(
  { weight: 4, arbitrary: instant("claim") },
  { weight: 4, arbitrary: instant("save") },
  { weight: 1, arbitrary: instant("release") },
  { weight: 1, arbitrary: instant("late") },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 400 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("lose" as const), seconds: fc.integer({ min: 0, max: 2000 }) }),
  },
)

/** The page of a person who works all the time, and sends what no save has sent. */
class Page {
  private claim: Claim | undefined
  private readonly lost: Array<Claim> = []
  private seen = 0
  /** The milliseconds of `unsent` that are not work under the claim. */
  private earlier = 0
  private unsent = 0
  private saves = 0
  /** The milliseconds that the engine has counted. */
  counted = 0
  /** The milliseconds that the person has worked under leases. */
  worked = 0

  constructor(private readonly boast: number) {}

  take(kind: "claim" | "late" | "lose" | "release" | "save" | "wait", seconds: number) {
    if (kind === "wait") return TestClock.adjust(seconds * 1000)
    if (kind === "lose") return TestClock.adjust(lease + seconds * 1000)
    if (kind === "claim") return this.open()
    if (kind === "save") return this.save()
    return kind === "release" ? this.release() : this.saveLate()
  }

  /** Counts the work until now, or until the end of the lease. */
  private readonly watch = Effect.map(now, (at) => {
    if (this.claim === undefined) return
    const done = Math.max(0, Math.min(toMillis(at), toMillis(this.claim.expiresAt)) - this.seen)
    this.seen += done
    this.worked += done
    this.unsent += done
  })

  private open() {
    return Effect.gen(this, function* () {
      yield* this.watch
      const next = yield* nextClaim("lab", "labeling")
      if (next.id !== this.claim?.id) {
        this.lose()
        this.seen = toMillis(next.claimedAt)
      }
      this.claim = next
    })
  }

  private lose() {
    if (this.claim !== undefined) this.lost.push(this.claim)
    this.claim = undefined
    this.earlier = this.unsent
  }

  private release() {
    return Effect.gen(this, function* () {
      yield* this.watch
      if (this.claim !== undefined) yield* as("lab")((yield* Queue).giveBack(this.claim.id))
      this.lose()
    })
  }

  private save() {
    return Effect.gen(this, function* () {
      yield* this.watch
      const { claim } = this
      if (claim === undefined) return
      const work = { ...sent(this.unsent + this.boast), attributes: body(this.saves++) }
      const done = yield* Effect.option(perform("lab", claim, "save", work))
      if (Option.isNone(done)) return this.lose()
      const again = yield* perform("lab", claim, "save", work)
      assert.deepStrictEqual([again.repeated, again.workunit.time], [true, done.value.workunit.time])
      this.counted += done.value.workunit.time
      if (this.boast === 0 && this.earlier <= tolerance) this.worked -= this.earlier
      this.unsent = 0
      this.earlier = 0
      this.claim = yield* nextClaim("lab", "labeling")
    })
  }

  private saveLate() {
    return Effect.gen(this, function* () {
      for (const claim of this.lost)
        assert.strictEqual(
          yield* refusal(perform("lab", claim, "save", sent(this.unsent + this.boast))),
          "Conflict stale_claim",
        )
    })
  }
}
