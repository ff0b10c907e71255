/** What the engine asks of storage about labelsets. Names are found without regard to case. */
import { Context, type Effect, type Option } from "effect"
import type { DatasetId, LabelsetId } from "../domain/Ids.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

export class LabelsetStore extends Context.Tag("@annotary/core/LabelsetStore")<
  LabelsetStore,
  {
    /** False when the name is taken. */
    readonly insert: (labelset: Labelset) => Effect.Effect<boolean>
    readonly byName: (dataset: DatasetId, name: string) => Effect.Effect<Option.Option<Labelset>>
    /** Ground truth first, then oldest first. */
    readonly list: (dataset: DatasetId) => Effect.Effect<ReadonlyArray<Labelset>>
    /** Of several datasets, each dataset's in the order of `list`. */
    readonly listMany: (datasets: ReadonlyArray<DatasetId>) => Effect.Effect<ReadonlyArray<Labelset>>
    /** Gives it another description. False when it was gone. */
    readonly describe: (dataset: DatasetId, id: LabelsetId, description: string) => Effect.Effect<boolean>
    /** Marks it and its labels as deleted. False when it was gone. */
    readonly markDeleted: (dataset: DatasetId, id: LabelsetId, at: Timestamp) => Effect.Effect<boolean>
  }
>() {}
