/** Long work on a storage that answers at once leaves room for others. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { betweenBatches } from "../../src/jobs/betweenBatches.ts"

it.live("lets what waits for the event loop run between two batches, which yielding does not", () =>
  Effect.gen(function* () {
    const served = (rest: Effect.Effect<void>) =>
      Effect.gen(function* () {
        let turns = 0
        const again = (): void => {
          turns += 1
          next = setImmediate(again)
        }
        let next = setImmediate(again)
        yield* Effect.repeatN(rest, 9)
        clearImmediate(next)
        return turns
      })
    assert.strictEqual(yield* served(Effect.yieldNow()), 0)
    assert.isAtLeast(yield* served(betweenBatches), 5)
  }),
)
