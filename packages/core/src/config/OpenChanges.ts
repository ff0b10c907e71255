import { Effect } from "effect"
import { Conflict } from "../domain/errors.ts"
import type { DatasetId } from "../domain/Ids.ts"
import { ConfigurationChangeStore } from "./ConfigurationChangeStore.ts"

/** Checks whether a job is changing the configuration of a dataset. */
export class OpenChanges extends Effect.Service<OpenChanges>()("@annotary/core/OpenChanges", {
  effect: Effect.gen(function* () {
    const store = yield* ConfigurationChangeStore

    /**
     * Fails while labels are staged for a new configuration, or are removed after a failed change. Call it when the dataset's
     * row is locked. A change that only folds staged versions in does not conflict.
     */
    const refuseWhileOpen = Effect.fnUntraced(function* (dataset: DatasetId) {
      const open = yield* store.open(dataset)
      if (open.some(({ phase }) => phase !== "folding"))
        return yield* new Conflict({ code: "configuration_changing" })
    })

    return { refuseWhileOpen }
  }),
}) {}
