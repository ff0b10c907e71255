import { Clock, Effect } from "effect"
import type { Permitted } from "../access/Access.ts"
import { InvalidInput } from "../domain/errors.ts"
import type { SampleId } from "../domain/Ids.ts"
import { betweenBatches } from "../jobs/betweenBatches.ts"
import { computeItemsInTime, firstInTime } from "../kernel/portions.ts"
import { retryChanged } from "../kernel/retryChanged.ts"
import { Transaction } from "../storage/Transaction.ts"
import type { BulkMatches, BulkTarget } from "./bulkChange.ts"
import { SampleLists } from "./SampleLists.ts"

/** Samples of one call. */
const maxSamples = 10_000

/** The samples of a bulk call, and the batches in which they change. */
export const makeBulkRuns = Effect.gen(function* () {
  const lists = yield* SampleLists
  const transaction = yield* Transaction

  /** Runs batches of ids, each in one transaction, and returns what each has done. `read`: the number of its ids that it used. */
  const runInBatches = Effect.fnUntraced(function* <Done extends { readonly read: number }, E, R>(
    ids: ReadonlyArray<SampleId>,
    work: (some: ReadonlyArray<SampleId>) => Effect.Effect<Done, E, R>,
  ) {
    const all: Array<Done> = []
    // On a storage with one transaction at a time, others wait for it, so it must be short.
    for (let at = 0, size = firstInTime; at < ids.length; ) {
      const begun = yield* Clock.currentTimeMillis
      const portion = ids.slice(at, at + size)
      const done = yield* retryChanged(transaction.run(work(portion)))
      const millis = (yield* Clock.currentTimeMillis) - begun
      // Large bodies end the portion early. A larger one would lock and measure samples in vain.
      size = done.read < portion.length ? 2 * done.read : computeItemsInTime(done.read, millis)
      all.push(done)
      at += done.read
      yield* betweenBatches
    }
    return all
  })

  /** The ids of one call, sorted, and the cursor of the next one; null when there are no more. */
  const findIds = Effect.fnUntraced(function* (permitted: Permitted, target: BulkTarget) {
    if (!("uuids" in target)) return yield* findMatches(permitted, target)
    const ids = [...new Set(target.uuids)].sort()
    return ids.length > maxSamples
      ? yield* InvalidInput.at("/uuids", `must hold at most ${maxSamples} ids`)
      : { ids, next: null }
  })

  /** The ids of one call, in the order of ids, and the cursor of the next one. */
  const findMatches = Effect.fnUntraced(function* (permitted: Permitted, target: BulkMatches) {
    const page = yield* lists.listPlaces(permitted, target, maxSamples)
    return { ids: page.places.map((place) => place.id).sort(), next: page.next }
  })

  return { runInBatches, findIds, findMatches }
})
