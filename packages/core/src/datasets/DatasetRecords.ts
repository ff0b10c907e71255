import { Effect } from "effect"
import type { Dataset, DatasetRecord } from "../domain/Dataset.ts"
import type { DatasetId } from "../domain/Ids.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { DatasetRole } from "../domain/User.ts"
import { type EventScope, Events } from "../events/Events.ts"
import { Users } from "../identity/Users.ts"
import { DatasetStore } from "./DatasetStore.ts"
import { LabelsetStore } from "./LabelsetStore.ts"

/** A dataset and the caller's role on it. */
export interface Seen {
  readonly dataset: Dataset
  readonly role: DatasetRole
}

/** Dataset records: a dataset with its owner, counts and labelsets, read for many datasets at once and reported as events. */
export class DatasetRecords extends Effect.Service<DatasetRecords>()("@annotary/core/DatasetRecords", {
  effect: Effect.gen(function* () {
    const store = yield* DatasetStore
    const labelsetStore = yield* LabelsetStore
    const users = yield* Users
    const events = yield* Events

    /** The records, in the order given. At most 1000. */
    const of = Effect.fnUntraced(function* (seen: ReadonlyArray<Seen>) {
      if (seen.length === 0) return []
      const ids = seen.map(({ dataset }) => dataset.id)
      const counts = yield* store.counts(ids)
      const labelsets = grouped(yield* labelsetStore.listMany(ids))
      const owners = new Map(
        (yield* users.accounts(seen.map(({ dataset }) => dataset.owner))).map((user) => [
          user.username,
          user,
        ]),
      )
      return seen.flatMap(({ dataset, role }): ReadonlyArray<DatasetRecord> => {
        const owner = owners.get(dataset.owner)
        if (owner === undefined) return []
        const { collaborators, ...rest } = counts.get(dataset.id) ?? {
          samples: 0,
          byStatus: {},
          collaborators: 0,
        }
        return [
          {
            dataset,
            owner,
            role,
            counts: rest,
            collaboratorsCount: collaborators,
            labelsets: labelsets.get(dataset.id) ?? [],
          },
        ]
      })
    })

    /** Reports a change of the dataset, in its transaction. Costs nothing without subscribers. */
    const report = Effect.fnUntraced(function* (
      scope: EventScope & { readonly dataset: Dataset },
      type: "dataset.created" | "dataset.updated" | "dataset.deleted",
    ) {
      if (!events.wanted(scope)) return
      const records = yield* of([{ dataset: scope.dataset, role: "owner" }])
      yield* events.record(
        scope,
        records.map((record) => ({ type, record })),
      )
    })

    return { of, report }
  }),
}) {}

const grouped = (labelsets: ReadonlyArray<Labelset>): ReadonlyMap<DatasetId, ReadonlyArray<Labelset>> => {
  const byDataset = new Map<DatasetId, Array<Labelset>>()
  for (const labelset of labelsets) {
    const list = byDataset.get(labelset.datasetId)
    if (list === undefined) byDataset.set(labelset.datasetId, [labelset])
    else list.push(labelset)
  }
  return byDataset
}
