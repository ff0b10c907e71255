/** A claim of one named sample, and the reasons for which it is refused. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { QueueName } from "../../src/domain/Claim.ts"
import { SampleId } from "../../src/domain/Ids.ts"
import { Username } from "../../src/domain/Names.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { Samples } from "../../src/samples/Samples.ts"
import {
  aSample,
  as,
  claimed,
  engine,
  labeled,
  nextClaim,
  perform,
  refusal,
  samplesNamed,
  streets,
  told,
  world,
} from "./world.ts"

const unknown = SampleId.make("01900000-0000-7000-8000-000000000000")

const claimSample = (
  name: string,
  sample: SampleId | undefined,
  queue: QueueName = "labeling",
  leaseSeconds?: number,
) =>
  Effect.flatMap(Queue, (service) =>
    service.claimSample(streets, queue, sample ?? unknown, { leaseSeconds }),
  ).pipe(as(name))

describe("a claim of one named sample", () => {
  it.effect("gives the sample wherever it stands in the order, and the same claim again", () =>
    Effect.gen(function* () {
      yield* world()
      const [, b] = yield* samplesNamed("a", "b")
      yield* labeled(b ?? unknown, "PRELABELED")
      const { claim, dataset, label, sample } = yield* claimSample("lab", b)
      assert.deepStrictEqual(
        [sample.name, dataset, claim.step, label?.status],
        ["b", "ann/streets", 4, "PRELABELED"],
      )
      assert.isNotNull(label?.attributes)
      yield* TestClock.adjust("60 seconds")
      const again = yield* claimSample("lab", b)
      assert.strictEqual(again.claim.id, claim.id)
      assert.notStrictEqual(again.claim.expiresAt, claim.expiresAt)
      assert.deepStrictEqual(
        (yield* claimed("lab2", "labeling", { count: 9 })).map((row) => row.sample.name),
        ["a"],
      )
      yield* perform("lab", claim, "submit")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is refused to those who may not work in the queue, and with input out of range", () =>
    Effect.gen(function* () {
      yield* world()
      const id = yield* aSample()
      assert.strictEqual(
        yield* refusal(claimSample("lab", id, "reviewing")),
        "PermissionDenied permission_denied",
      )
      assert.strictEqual(yield* refusal(claimSample("eve", id)), "NotFound dataset_not_found")
      for (const seconds of [29, 86_401, 60.5])
        assert.strictEqual(
          yield* refusal(claimSample("lab", id, "labeling", seconds)),
          "InvalidInput invalid",
        )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("says why a sample cannot be had", () =>
    Effect.gen(function* () {
      yield* world()
      const [held, finished, rejected, assigned, deleted, fresh] = yield* samplesNamed(
        "held",
        "finished",
        "rejected",
        "assigned",
        "deleted",
        "fresh",
      )
      yield* claimSample("lab2", held)
      const work = yield* claimSample("lab2", rejected)
      yield* perform("lab2", work.claim, "submit")
      const review = yield* claimSample("rev", rejected, "reviewing")
      yield* perform("rev", review.claim, "reject")
      yield* labeled(finished ?? unknown, "LABELED")
      const samples = yield* Samples
      yield* samples.update(assigned ?? unknown, { assignedLabeler: Username.make("lab2") }).pipe(as("ann"))
      yield* samples.remove(deleted ?? unknown).pipe(as("ann"))
      const reasons = yield* Effect.forEach([held, finished, rejected, assigned, deleted, unknown], (id) =>
        refusal(claimSample("lab", id)),
      )
      assert.deepStrictEqual(reasons, [
        "Conflict sample_held",
        "Conflict sample_finished LABELED",
        "Conflict sample_of_other",
        "Conflict sample_of_other",
        "NotFound sample_not_found",
        "NotFound sample_not_found",
      ])
      const refused = yield* Effect.flip(claimSample("lab", held))
      assert.strictEqual(refused.message, "This sample is claimed by lab2.")
      assert.strictEqual(yield* refusal(claimSample("rev", fresh, "reviewing")), "Conflict sample_finished")
      assert.strictEqual((yield* claimSample("lab2", rejected)).claim.step, 2)
      assert.strictEqual((yield* claimSample("rev", finished, "reviewing")).claim.step, 4)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("counts towards the limit of open claims, and one's own is given at the limit", () =>
    Effect.gen(function* () {
      yield* world()
      const [a, b] = yield* samplesNamed("a", "b")
      const { claim } = yield* claimSample("lab", b)
      assert.strictEqual(yield* refusal(claimSample("lab", a)), "Conflict too_many_claims")
      assert.strictEqual((yield* claimSample("lab", b)).claim.id, claim.id)
      assert.strictEqual((yield* nextClaim("lab", "labeling")).id, claim.id)
    }).pipe(Effect.provide(engine({ maxOpenClaims: 1 }))),
  )

  it.effect("takes over a lease that has ended, whose claim then does nothing", () =>
    Effect.gen(function* () {
      yield* world()
      const id = yield* aSample()
      const { claim } = yield* claimSample("lab", id)
      yield* TestClock.adjust("901 seconds")
      yield* claimSample("lab2", id)
      assert.strictEqual(yield* refusal(perform("lab", claim, "submit")), "Conflict stale_claim")
      assert.strictEqual(yield* refusal(claimSample("lab", id)), "Conflict sample_held")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("gives a sample to one of twenty at once", () =>
    Effect.gen(function* () {
      yield* world()
      const [, b] = yield* samplesNamed("a", "b")
      const people = ["lab", "lab2", "rev", "rev2", "man", "adm", "ann"]
      const answers = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, i) => people[i % people.length] ?? "lab"),
        (name) => Effect.either(Effect.map(claimSample(name, b), ({ claim }) => claim.id)),
        { concurrency: "unbounded" },
      )
      const ids = answers.flatMap((answer) => (answer._tag === "Right" ? [answer.right] : []))
      assert.isAtLeast(ids.length, 1)
      assert.strictEqual(new Set(ids).size, 1)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("writes no event", () =>
    Effect.gen(function* () {
      yield* world()
      const id = yield* aSample()
      const before = yield* told
      yield* claimSample("lab", id)
      assert.deepStrictEqual(yield* told, before)
    }).pipe(Effect.provide(engine())),
  )
})
