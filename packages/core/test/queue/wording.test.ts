/** What people are told when something is switched off, or a claim is not theirs; and what they may read of their own. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Labels } from "../../src/labels/Labels.ts"
import { ClaimStore } from "../../src/placement/ClaimStore.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { QueueViews } from "../../src/queue/QueueViews.ts"
import { as, engine, labeled, nextClaim, perform, samplesNamed, streets, world } from "./world.ts"

const sentence = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ message }) => message)

describe("a refusal", () => {
  it.effect("names the setting that has switched the action off", () =>
    Effect.gen(function* () {
      yield* world({ enableSaveButton: false, enableSkipLabeling: false })
      const [first] = yield* samplesNamed("a")
      const { id } = yield* nextClaim("lab", "labeling")
      const labels = yield* Labels
      assert.deepStrictEqual(
        [
          yield* sentence(perform("lab", { id }, "save")),
          yield* sentence(perform("lab", { id }, "skip")),
          yield* sentence(
            as("man")(labels.put(first ?? assert.fail("a sample"), "ground-truth", { status: "VERIFIED" })),
          ),
        ],
        [
          "Saving is off for this dataset (enable_save_button).",
          "Skipping is off for this dataset (enable_skip_labeling).",
          "Verifying is off for this dataset (enable_label_status_verified).",
        ],
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("says who holds a claim, and how it came to be over", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a")
      const { id } = yield* nextClaim("lab", "labeling")
      const queue = yield* Queue
      const held = "The claim is held by lab."
      assert.strictEqual(yield* sentence(perform("lab2", { id }, "submit")), held)
      assert.strictEqual(yield* sentence(as("lab2")(queue.renew(id))), held)
      yield* as("lab")(queue.giveBack(id))
      const over = (reason: string) => `The claim ${reason}. Claim a sample again.`
      assert.strictEqual(yield* sentence(as("lab")(queue.renew(id))), over("was released"))
      const taken = yield* nextClaim("lab", "labeling")
      yield* as("man")(
        Effect.flatMap(Labels, (labels) => labels.put(taken.sampleId, "ground-truth", { status: "LABELED" })),
      )
      const superseded = over("was superseded by another change of the sample")
      assert.strictEqual(yield* sentence(perform("lab", taken, "submit")), superseded)
      yield* samplesNamed("b")
      const late = yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* sentence(as("lab")(queue.get(late.id))), over("has expired"))
      yield* Effect.flatMap(ClaimStore, (claims) => claims.expire(null, 9))
      assert.strictEqual(yield* sentence(perform("lab", late, "submit")), over("has expired"))
    }).pipe(Effect.provide(engine())),
  )
})

describe("a claim and the work done", () => {
  it.effect("are read by who holds it, and by managers", () =>
    Effect.gen(function* () {
      yield* world()
      const [a] = yield* samplesNamed("a")
      yield* labeled(a ?? assert.fail("a sample"), "PRELABELED")
      const { id } = yield* nextClaim("lab", "labeling")
      const queue = yield* Queue
      for (const name of ["lab", "man"]) {
        const { claim, label, sample } = yield* as(name)(queue.get(id))
        assert.deepStrictEqual([claim.id, sample.id, label?.status], [id, a, "PRELABELED"])
        assert.isNotNull(label?.attributes)
      }
      assert.strictEqual((yield* Effect.flip(as("lab2")(queue.get(id))))._tag, "PermissionDenied")
      yield* perform("lab", { id }, "submit")
      const views = yield* QueueViews
      const people = (name: string) =>
        Effect.map(as(name)(views.stats(streets)), (stats) => stats.people.map(({ user }) => user))
      assert.deepStrictEqual(
        [yield* people("man"), yield* people("lab"), yield* people("lab2")],
        [["ann", "lab"], ["lab"], []],
      )
    }).pipe(Effect.provide(engine())),
  )
})
