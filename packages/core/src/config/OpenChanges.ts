/** Whether a dataset's configuration is being changed by a job, for modules that would change it too. */
import { Effect } from "effect"
import { Conflict } from "../domain/errors.ts"
import type { DatasetId } from "../domain/Ids.ts"
import { ConfigurationChangeStore } from "./ConfigurationChangeStore.ts"

export class OpenChanges extends Effect.Service<OpenChanges>()("@annotary/core/OpenChanges", {
  effect: Effect.gen(function* () {
    const store = yield* ConfigurationChangeStore

    /**
     * Fails while labels are staged for a coming configuration, or are cleared away after it came to nothing. To be asked when
     * the dataset's row is locked already. A change that only folds in what counts already is in nobody's way.
     */
    const none = Effect.fn("OpenChanges.none")(function* (dataset: DatasetId) {
      const open = yield* store.open(dataset)
      if (open.some(({ phase }) => phase !== "folding"))
        return yield* new Conflict({ code: "configuration_changing" })
    })

    return { none }
  }),
}) {}
