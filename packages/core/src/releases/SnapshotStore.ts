import { type Chunk, Context, type Effect, type Scope, type Stream } from "effect"
import type { Dataset } from "../domain/Dataset.ts"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"
import type { LabelStatus } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { SampleName, Username } from "../domain/Names.ts"
import type { StoredOverlapState } from "../domain/Overlap.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { CountedLabel } from "./authorCounts.ts"

/** A label in a snapshot. */
export interface SnapshotLabel {
  readonly labelset: string
  readonly status: LabelStatus
  readonly attributes: JsonText | null
  readonly score: number | null
  readonly rating: number | null
  readonly createdAt: Timestamp
  readonly createdBy: Username
  readonly updatedAt: Timestamp
  readonly updatedBy: Username
  readonly reviewedAt: Timestamp | null
  readonly reviewedBy: Username | null
}

/** A sample in a snapshot, with its labels. */
export interface SnapshotSample {
  readonly id: SampleId
  readonly name: SampleName
  readonly attributes: JsonText | null
  readonly metadata: JsonText
  readonly readme: string
  readonly priority: number
  readonly assignedLabeler: Username | null
  readonly assignedReviewer: Username | null
  readonly createdAt: Timestamp
  readonly createdBy: Username
  /** In the order of the dataset's labelsets; those without a label are left out. */
  readonly labels: ReadonlyArray<SnapshotLabel>
}

/** Some samples of a snapshot: as the storage wrote them for a release file, or as values. */
export type SnapshotPage =
  | {
      readonly _tag: "Lines"
      /** The number of samples. */
      readonly count: number
      /** A comma, a line break and the line of `formatReleaseLine` for each sample, in UTF-8. */
      readonly bytes: Uint8Array
      /** The labels in the lines. */
      readonly labels: ReadonlyArray<CountedLabel>
    }
  | { readonly _tag: "Samples"; readonly samples: Chunk.Chunk<SnapshotSample> }

/** A sample that several people label, in a snapshot. */
export interface SnapshotOverlap {
  readonly sampleId: SampleId
  readonly state: StoredOverlapState
  /** The number of people whose labels are in. */
  readonly labels: number
  /** The person who decided. Null for nobody, as for labels that were merged when the last one came in. */
  readonly decidedBy: Username | null
  /** Of a decided sample, the stored agreement; null for the others, and where the labels were not compared. */
  readonly agreement: JsonText | null
}

/** Receives the overlaps of a snapshot page by page, in the order of the ids of samples. */
export type ReceiveOverlaps = (page: ReadonlyArray<SnapshotOverlap>) => Effect.Effect<void>

/** A dataset at one point in time. */
export interface Snapshot {
  readonly dataset: Dataset
  /** Ground truth first, then oldest first. */
  readonly labelsets: ReadonlyArray<Labelset>
  /** In the order of the ids. Constant memory, and other requests are served while it is read. */
  readonly samples: Stream.Stream<SnapshotSample>
  /**
   * The same samples with lines of a release file where the storage can write them, which costs a third of values. Pages whose lines
   * contain the bytes of `excluded` come as values. Absent: the storage writes no lines.
   */
  readonly pages?: (excluded: string) => Stream.Stream<SnapshotPage>
}

/** The port for snapshots: everything in a release, read at one point in time. */
export class SnapshotStore extends Context.Tag("@annotary/core/SnapshotStore")<
  SnapshotStore,
  {
    /**
     * Opens a view of the dataset that later writes do not change, until the scope closes. Null when the dataset is deleted.
     * It must not block writers. Of a dataset with `usesOverlap`, the overlaps of the same point in time go to the receiver, before the
     * snapshot is returned. A storage that begins again, as after a deadlock, makes a new receiver, and the one before counts for nothing.
     */
    readonly open: (
      dataset: DatasetId,
      makeReceiver?: () => ReceiveOverlaps,
    ) => Effect.Effect<Snapshot | null, never, Scope.Scope>
    /**
     * Whether a snapshot of the dataset, which may be deleted, is open in any process and needs its rows.
     * `DatasetStore.purge` deletes nothing meanwhile.
     */
    readonly isOpen: (dataset: DatasetId) => Effect.Effect<boolean>
  }
>() {}
