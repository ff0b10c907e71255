import { Context, type Effect, type Option } from "effect"
import type { DatasetId, LabelsetId } from "../domain/Ids.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

/** The port for labelsets. Names are compared without regard to case. */
export class LabelsetStore extends Context.Tag("@annotary/core/LabelsetStore")<
  LabelsetStore,
  {
    /** Inserts the labelset. False when the name is taken. */
    readonly insert: (labelset: Labelset) => Effect.Effect<boolean>
    /** The labelset of that name in the dataset. */
    readonly byName: (dataset: DatasetId, name: string) => Effect.Effect<Option.Option<Labelset>>
    /** The labelsets of a dataset: ground truth first, then oldest first. */
    readonly list: (dataset: DatasetId) => Effect.Effect<ReadonlyArray<Labelset>>
    /** Changes the description. False when the labelset is deleted. */
    readonly describe: (dataset: DatasetId, id: LabelsetId, description: string) => Effect.Effect<boolean>
    /** Marks the labelset and its labels as deleted. False when it was deleted before. */
    readonly markDeleted: (dataset: DatasetId, id: LabelsetId, at: Timestamp) => Effect.Effect<boolean>
  }
>() {}
