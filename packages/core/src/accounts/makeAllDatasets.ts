import { Effect } from "effect"
import { ErasureStore } from "../access/ErasureStore.ts"

/** Lists the datasets of all owners, for work that concerns the whole storage. Checks no permissions. */
export const makeAllDatasets = Effect.map(ErasureStore, (store) => ({
  /** All datasets in the order of their ids, also deleted ones until their purge. */
  list: store.datasets,
}))
