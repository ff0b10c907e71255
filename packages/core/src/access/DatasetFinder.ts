import { Effect } from "effect"
import type { DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import { DatasetStore } from "./DatasetStore.ts"

export type { DatasetAccess, DatasetRef } from "./DatasetStore.ts"

const page = 1000

/** Finds datasets and the roles of people on them, for the access check. Checks no permissions itself. */
export class DatasetFinder extends Effect.Service<DatasetFinder>()("@annotary/core/DatasetFinder", {
  effect: Effect.gen(function* () {
    const store = yield* DatasetStore

    /** Ids of all datasets that the person owns, collaborates on, or can access as a member. */
    const listIdsSharedWith = Effect.fnUntraced(function* (user: Username) {
      const ids: Array<DatasetId> = []
      for (;;) {
        const datasets = yield* store.listOf({ user, shared: true, offset: ids.length, limit: page })
        ids.push(...datasets.map(({ dataset }) => dataset.id))
        if (datasets.length < page) return ids as ReadonlyArray<DatasetId>
      }
    })

    return {
      /** The dataset and the person's role in one statement. */
      access: store.access,
      listIdsSharedWith,
      idsOwnedBy: store.idsOwnedBy,
      rolesOf: store.rolesOf,
      shareDataset: store.shareDataset,
    }
  }),
}) {}
