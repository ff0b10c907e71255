import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Labels } from "../../src/labels/Labels.ts"
import { Workunits } from "../../src/placement/Workunits.ts"
import { aSample, as, body, engine, labeled, nextClaim, perform, refusal, streets, world } from "./world.ts"

describe("a repeated request", () => {
  it.effect("gets the first answer again, whatever became of the label since", () =>
    Effect.gen(function* () {
      yield* world()
      const id = yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      const input = { attributes: body(1), time: 5 }
      const first = yield* perform("lab", claim, "submit", input)
      yield* labeled(id, "REVIEWED")
      const second = yield* perform("lab", claim, "submit", input)
      assert.isTrue(second.repeated)
      assert.strictEqual(second.answer, first.answer)
      assert.lengthOf(yield* (yield* Workunits).list(streets, { user: first.workunit.createdBy }), 1)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is another request when its action or its body differ", () =>
    Effect.gen(function* () {
      yield* world()
      yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* perform("lab", claim, "submit", { attributes: body(1) })
      const ended = "Conflict claim_ended"
      assert.strictEqual(yield* refusal(perform("lab", claim, "submit", { attributes: body(2) })), ended)
      assert.strictEqual(
        yield* refusal(perform("lab", claim, "submit", { attributes: body(1), score: null })),
        ended,
      )
      assert.strictEqual(yield* refusal(perform("lab", claim, "skip", { attributes: body(1) })), ended)
      assert.strictEqual(yield* refusal(perform("lab", claim, "save", { attributes: body(1) })), ended)
      assert.strictEqual(
        yield* refusal(perform("lab2", claim, "submit", { attributes: body(1) })),
        "Conflict stale_claim",
      )
      assert.strictEqual(
        yield* refusal(perform("eve", claim, "submit", { attributes: body(1) })),
        "NotFound claim_not_found",
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("of a save is answered again, while going back to an earlier body is new work", () =>
    Effect.gen(function* () {
      yield* world({ enableSaveButton: true })
      yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      const first = yield* perform("lab", claim, "save", { attributes: body(1) })
      const again = yield* perform("lab", claim, "save", { attributes: body(1) })
      assert.isTrue(again.repeated)
      assert.strictEqual(again.answer, first.answer)
      yield* perform("lab", claim, "save", { attributes: body(2) })
      const back = yield* perform("lab", claim, "save", { attributes: body(1) })
      assert.isFalse(back.repeated)
      assert.strictEqual(back.label?.attributes, body(1))
      yield* perform("lab", claim, "submit")
      assert.isTrue((yield* perform("lab", claim, "save", { attributes: body(1) })).repeated)
      const earlier = perform("lab", claim, "save", { attributes: body(2) })
      assert.strictEqual(yield* refusal(earlier), "Conflict claim_ended")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("of a save renews the claim as the first did", () =>
    Effect.gen(function* () {
      yield* world({ enableSaveButton: true })
      yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* perform("lab", claim, "save", { attributes: body(1) })
      yield* TestClock.adjust("600 seconds")
      assert.isTrue((yield* perform("lab", claim, "save", { attributes: body(1) })).repeated)
      yield* TestClock.adjust("600 seconds")
      yield* perform("lab", claim, "submit")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("of a save is new work after a write of one's own in between", () =>
    Effect.gen(function* () {
      yield* world({ enableSaveButton: true })
      const id = yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* perform("lab", claim, "save", { attributes: body(1) })
      const put = (yield* Labels).put(id, "ground-truth", {
        status: "LABELING_IN_PROGRESS",
        attributes: body(2),
      })
      yield* as("lab")(put)
      const back = yield* perform("lab", claim, "save", { attributes: body(1) })
      assert.isFalse(back.repeated)
      assert.strictEqual(back.label?.attributes, body(1))
    }).pipe(Effect.provide(engine())),
  )

  it.effect("of the last save is answered after the lease has ended, of an earlier one it is not", () =>
    Effect.gen(function* () {
      yield* world({ enableSaveButton: true })
      yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* perform("lab", claim, "save", { attributes: body(1) })
      const last = yield* perform("lab", claim, "save", { attributes: body(2) })
      yield* TestClock.adjust("901 seconds")
      const again = yield* perform("lab", claim, "save", { attributes: body(2) })
      assert.strictEqual(again.answer, last.answer)
      const earlier = perform("lab", claim, "save", { attributes: body(1) })
      assert.strictEqual(yield* refusal(earlier), "Conflict stale_claim")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("twice at once is done once", () =>
    Effect.gen(function* () {
      yield* world()
      const id = yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      const twenty = Array.from({ length: 20 }, () =>
        perform("lab", claim, "submit", { attributes: body(1) }),
      )
      const answers = yield* Effect.all(twenty, { concurrency: "unbounded" })
      assert.strictEqual(new Set(answers.map(({ answer }) => answer)).size, 1)
      assert.lengthOf(yield* (yield* Labels).history(id, "ground-truth"), 1)
    }).pipe(Effect.provide(engine())),
  )
})
