import { Effect } from "effect"
import { PauseStore } from "../access/PauseStore.ts"
import type { DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import { GoldStore } from "./GoldStore.ts"

/**
 * Ends the person's pauses in the datasets, and returns the datasets in which there was one. Their answers to gold samples are counted anew
 * there: otherwise the next one would pause them again. MUST run in a transaction.
 */
export const makePauseEnd = Effect.gen(function* () {
  const pauses = yield* PauseStore
  const gold = yield* GoldStore
  return Effect.fnUntraced(function* (datasets: ReadonlyArray<DatasetId>, user: Username) {
    const ended = yield* pauses.remove(datasets, user)
    for (const dataset of ended) yield* gold.resetCounts(dataset, user)
    return ended
  })
})
