/** Labels that somebody is at while they are to be staged. */
import { ConfigurationChangeStore, Datasets, parseJson, Transaction } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Option, TestClock } from "effect"
import { planChange } from "../../src/config/migration/planChange.ts"
import { makeStaging } from "../../src/config/staging.ts"
import { as } from "../world.ts"
import { apply, layer, prepared, ref } from "./changeWorld.ts"

describe("staging", () => {
  it.effect("looks again at a label that somebody was at and did not change, however old it is", () =>
    Effect.gen(function* () {
      yield* prepared(4)
      yield* apply()
      const store = yield* ConfigurationChangeStore
      const { dataset } = (yield* as("ann")(Effect.flatMap(Datasets, (all) => all.get(ref)))).record
      const change = Option.getOrThrow(yield* store.get({ datasetId: dataset.id, number: 2 }))
      const texts = { before: change.before, after: change.configuration, actions: parseJson(change.actions) }
      const { plan } = Either.getOrThrow(planChange(texts, 1_000_000))
      yield* TestClock.adjust("10 minutes")
      let refusals = 2
      let staged = 0
      const busy = ConfigurationChangeStore.of({
        ...store,
        stage: (which, labels) =>
          refusals-- > 0
            ? Effect.succeed(new Set())
            : Effect.tap(store.stage(which, labels), (done) => {
                staged += done?.size ?? 0
              }),
      })
      const staging = makeStaging(busy, yield* Transaction, change, plan)
      yield* staging.all(() => Effect.void)
      assert.strictEqual(staged, 0)
      assert.isFalse(yield* staging.rest)
      assert.isTrue(yield* staging.rest)
      assert.strictEqual(staged, 2)
    }).pipe(Effect.provide(layer())),
  )
})
