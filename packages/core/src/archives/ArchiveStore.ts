import { Context, type Effect, type Scope, type Stream } from "effect"
import type { StoredRecords, StoredSection } from "../domain/archive/storedRecords.ts"
import type { Dataset } from "../domain/Dataset.ts"
import type { DatasetId } from "../domain/Ids.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

/** A dataset at one point in time, with everything that belongs to it. */
export interface ArchivedDataset {
  readonly dataset: Dataset
  /** Whether a configuration change stages, folds or drops versions of labels. */
  readonly changing: boolean
  /**
   * The records of a section in its order, with bounded memory: several megabytes, or one record. Left out: deleted samples and
   * labelsets and what belongs to them, and releases that are PENDING. `containing`: the caller needs only records whose free texts
   * contain this text of letters, digits and hyphens; a storage may leave out others.
   */
  readonly read: <Section extends StoredSection>(
    section: Section,
    containing?: string,
  ) => Stream.Stream<StoredRecords[Section]>
}

/** The port for archives: reads a whole dataset, and writes one that nobody sees until it is complete. */
export class ArchiveStore extends Context.Tag("@annotary/core/ArchiveStore")<
  ArchiveStore,
  {
    /**
     * Opens a view of the dataset that later writes do not change, until the scope closes. Null when the dataset is deleted. It
     * must not block writers. Called outside of transactions.
     */
    readonly open: (dataset: DatasetId) => Effect.Effect<ArchivedDataset | null, never, Scope.Scope>
    /**
     * Inserts the dataset as a deleted one, so that no read returns it and `DatasetStore.purge` removes it. `visible`: the dataset
     * exists. `busy`: it was deleted and is not purged yet, or a job of the kind `restore` or `purge` for it is PENDING or RUNNING.
     * Of two concurrent callers, at most one gets `begun`.
     */
    readonly begin: (dataset: Dataset, at: Timestamp) => Effect.Effect<"begun" | "visible" | "busy">
    /**
     * Adds records of a section to a dataset that was begun, as they are, and counts them. At most 1000, in the order of the section,
     * and sections in the order of `storedRecords`. False, and no change, when a name or an id is taken, the dataset is gone, or a
     * record refers to a sample, a labelset, a label or an issue that was not added before. Workunits outlive their samples.
     */
    readonly write: <Section extends StoredSection>(
      dataset: DatasetId,
      section: Section,
      records: ReadonlyArray<StoredRecords[Section]>,
    ) => Effect.Effect<boolean>
    /** Makes the dataset visible. `taken`: its owner has another one of that name. `gone`: it was purged. */
    readonly publish: (dataset: DatasetId) => Effect.Effect<"published" | "taken" | "gone">
  }
>() {}
