import { Context, type Effect } from "effect"
import type { DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Pause } from "../domain/Pause.ts"

/** The port for pauses of people. `DatasetStore.access` reads the reason with the person's role. */
export class PauseStore extends Context.Tag("@annotary/core/PauseStore")<
  PauseStore,
  {
    /** Inserts the pause, or replaces the person's pause in the dataset. True when the person was not paused before. */
    readonly put: (pause: Pause) => Effect.Effect<boolean>
    /** Inserts the pause of a person who is not paused in the dataset. False, without a change, when they are. */
    readonly insert: (pause: Pause) => Effect.Effect<boolean>
    /** The pauses in the dataset, ordered by username. */
    readonly list: (dataset: DatasetId) => Effect.Effect<ReadonlyArray<Pause>>
    /** Ends the person's pauses in the datasets, and returns the datasets in which there was one. */
    readonly remove: (
      datasets: ReadonlyArray<DatasetId>,
      user: Username,
    ) => Effect.Effect<ReadonlyArray<DatasetId>>
  }
>() {}
