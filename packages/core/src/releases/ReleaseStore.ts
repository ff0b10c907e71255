import { Context, type Effect, type Option } from "effect"
import type { DatasetId, ReleaseId } from "../domain/Ids.ts"
import type { Release } from "../domain/Release.ts"

/** The port for release records. Names are compared without regard to case. */
export class ReleaseStore extends Context.Tag("@annotary/core/ReleaseStore")<
  ReleaseStore,
  {
    /** Inserts the release. False when the name is taken. */
    readonly insert: (release: Release) => Effect.Effect<boolean>
    /** The release of that name in the dataset. */
    readonly byName: (dataset: DatasetId, name: string) => Effect.Effect<Option.Option<Release>>
    /** The release. None when it or its dataset was deleted. */
    readonly byId: (id: ReleaseId) => Effect.Effect<Option.Option<Release>>
    /** The releases of a dataset, newest first; also of a deleted dataset until its purge, because files are removed first. */
    readonly list: (dataset: DatasetId) => Effect.Effect<ReadonlyArray<Release>>
    /** Replaces all fields; statements stay. False when the release or its dataset was deleted. */
    readonly update: (release: Release) => Effect.Effect<boolean>
    /**
     * Appends signed statements, each the JSON of an envelope without line breaks. Nothing changes those before. False when the release
     * or its dataset was deleted, or the release would have more than {@link maxStatements}. An append, also of nothing, locks the
     * statements until the transaction ends.
     */
    readonly appendStatements: (
      release: Pick<Release, "id" | "datasetId">,
      statements: ReadonlyArray<string>,
    ) => Effect.Effect<boolean>
    /** The signed statements of a release, oldest first. They are deleted with it. */
    readonly statements: (release: Pick<Release, "id" | "datasetId">) => Effect.Effect<ReadonlyArray<string>>
    /** Deletes the release, also of a deleted dataset. */
    readonly remove: (id: ReleaseId) => Effect.Effect<boolean>
  }
>() {}
