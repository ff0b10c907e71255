/** What the engine asks of storage about release records. Names are found without regard to case. */
import { Context, type Effect, type Option } from "effect"
import type { DatasetId, ReleaseId } from "../domain/Ids.ts"
import type { Release } from "../domain/Release.ts"

export class ReleaseStore extends Context.Tag("@annotary/core/ReleaseStore")<
  ReleaseStore,
  {
    /** False when the name is taken. */
    readonly insert: (release: Release) => Effect.Effect<boolean>
    readonly byName: (dataset: DatasetId, name: string) => Effect.Effect<Option.Option<Release>>
    /** None when it, or its dataset, was deleted. */
    readonly byId: (id: ReleaseId) => Effect.Effect<Option.Option<Release>>
    /** Newest first. Also those of a deleted dataset, until it is purged: their files go first. */
    readonly list: (dataset: DatasetId) => Effect.Effect<ReadonlyArray<Release>>
    /** Replaces all fields; false when it, or its dataset, was deleted meanwhile. */
    readonly update: (release: Release) => Effect.Effect<boolean>
    /** Also when its dataset was deleted. */
    readonly remove: (id: ReleaseId) => Effect.Effect<boolean>
  }
>() {}
