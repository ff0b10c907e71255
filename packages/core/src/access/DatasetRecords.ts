import { Effect } from "effect"
import type { Dataset, DatasetRecord } from "../domain/Dataset.ts"
import type { DatasetRole } from "../domain/User.ts"
import { type EventScope, Events } from "../events/Events.ts"
import { DatasetStore } from "./DatasetStore.ts"

/** A dataset and the caller's role on it. */
export interface Seen {
  readonly dataset: Dataset
  readonly role: DatasetRole
}

/** Dataset records: a dataset with its owner, counts and labelsets, read for many datasets at once and reported as events. */
export class DatasetRecords extends Effect.Service<DatasetRecords>()("@annotary/core/DatasetRecords", {
  effect: Effect.gen(function* () {
    const store = yield* DatasetStore
    const events = yield* Events

    /** The records, in the order given. At most 1000. */
    const readRecords = Effect.fnUntraced(function* (seen: ReadonlyArray<Seen>) {
      if (seen.length === 0) return []
      const details = yield* store.details(seen.map(({ dataset }) => dataset.id))
      return seen.flatMap(({ dataset, role }): ReadonlyArray<DatasetRecord> => {
        const datasetDetails = details.get(dataset.id)
        if (datasetDetails === undefined) return []
        const { collaborators: collaboratorsCount, counts, labelsets, owner } = datasetDetails
        return [{ dataset, owner, role, counts, collaboratorsCount, labelsets }]
      })
    })

    /** Reports a change of the dataset, in its transaction. Costs nothing without subscribers. */
    const report = Effect.fnUntraced(function* (
      scope: EventScope & { readonly dataset: Dataset },
      type: "dataset.created" | "dataset.updated" | "dataset.deleted",
    ) {
      if (!events.wanted(scope)) return
      const records = yield* readRecords([{ dataset: scope.dataset, role: "owner" }])
      yield* events.record(
        scope,
        records.map((record) => ({ type, record })),
      )
    })

    return { readRecords, report }
  }),
}) {
  static readonly dependencies = [Events] as const
}
