import { Array as Arr, Effect } from "effect"
import type { DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import { ClaimStore } from "../placement/ClaimStore.ts"
import { orderFor } from "../placement/ordering.ts"
import { Placement } from "../placement/Placement.ts"
import { collectPeople, type QueueFacts } from "../placement/queueKey.ts"

/** More than a dataset has open claims of models. */
const maxClaims = 100_000

/** The samples that models have: people get them when there are no others. */
export const makeModelSamples = Effect.gen(function* () {
  const claims = yield* ClaimStore
  const placement = yield* Placement

  /** Lists the samples to label that models have, in the order in which the person would get them. */
  const listForPerson = Effect.fnUntraced(function* (dataset: DatasetId, user: Username) {
    const ofModels = (yield* claims.ofDataset(dataset, maxClaims, "prelabeling")).filter(
      ({ holder }) => holder !== user,
    )
    if (ofModels.length === 0) return []
    const facts: Array<QueueFacts> = []
    for (const chunk of Arr.chunksOf(ofModels, 1000))
      facts.push(
        ...(yield* claims.facts(
          dataset,
          chunk.map(({ sampleId }) => sampleId),
        )),
      )
    const workers = yield* placement.findWorkers(dataset, [user, ...collectPeople(facts)])
    return orderFor(user, "labeling", facts, workers)
  })

  return { listForPerson }
})
