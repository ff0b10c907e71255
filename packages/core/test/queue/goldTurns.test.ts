/** Turns of people at gold samples of which none is left for them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { Username } from "../../src/domain/Names.ts"
import { now } from "../../src/domain/Timestamp.ts"
import { GoldStore } from "../../src/placement/GoldStore.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { as, engine, nextClaim, perform, samplesNamed, world } from "./world.ts"

const attributes = castToJsonText(`{"annotations":[]}`)

describe("a turn at a gold sample when none is left", () => {
  it.effect("passes with the next claim, so that later ones do not search", () =>
    Effect.gen(function* () {
      // So rare that the next countdown is not over.
      const rate = 0.000_001
      const { dataset } = yield* world({ goldRate: rate })
      const user = Username.make("lab")
      const store = yield* GoldStore
      const [gold] = yield* samplesNamed("gold", "a", "b")
      const sampleId = gold ?? (yield* Effect.dieMessage("No sample."))
      yield* as("man")(Effect.flatMap(GoldSamples, (all) => all.set(sampleId, { attributes })))
      const result = { score: 1, passed: true, outdated: false, counted: true }
      const answer = { datasetId: dataset.id, sampleId, user, at: yield* now, ...result }
      yield* store.addAnswer(answer)
      yield* store.putTurn({ datasetId: dataset.id, user, rate, countdown: 0, pivot: 0.5 })
      const readTurn = Effect.map(store.findTurn(dataset.id, user), Option.getOrThrow)
      const labelNext = Effect.flatMap(nextClaim("lab", "labeling"), (claim) =>
        perform("lab", claim, "submit", { attributes }),
      )
      yield* labelNext
      const { countdown, pivot } = yield* readTurn
      assert.isAbove(countdown, 0)
      assert.strictEqual(pivot, 0.5)
      yield* labelNext
      assert.strictEqual((yield* readTurn).countdown, countdown - 1)
    }).pipe(Effect.provide(engine())),
  )
})
