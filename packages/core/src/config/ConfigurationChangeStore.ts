import { Context, type Effect, type Option } from "effect"
import type { ChangePhase, ConfigurationChange } from "../domain/ConfigurationChange.ts"
import type { DatasetId, LabelsetId, SampleId, VersionId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"

/** A label without its body. */
export interface LabelRef {
  readonly labelsetId: LabelsetId
  readonly sampleId: SampleId
  readonly version: VersionId
  readonly configVersion: number
  /** The number of the change that was staging when the label was last written; null for none. */
  readonly writtenDuring: number | null
  /** The length of its attributes in bytes; null without any. */
  readonly bytes: number | null
}

/** A page of labels by labelset and sample. */
export interface LabelPage {
  readonly datasetId: DatasetId
  /** Only labels last written while the change of this number was staging, whatever the clocks of their writers. */
  readonly during: number | null
  /** The last label of the previous page. */
  readonly after: Pick<LabelRef, "labelsetId" | "sampleId"> | null
  readonly limit: number
}

/** A version to stage in place of the one that it was made from. */
export interface StagedLabel {
  readonly labelsetId: LabelsetId
  readonly sampleId: SampleId
  readonly from: VersionId
  readonly version: VersionId
  readonly attributes: JsonText
}

type Which = Pick<ConfigurationChange, "datasetId" | "number">

/** The port for configuration changes: the labels they concern, and the versions they stage. */
export class ConfigurationChangeStore extends Context.Tag("@annotary/core/ConfigurationChangeStore")<
  ConfigurationChangeStore,
  {
    /**
     * Inserts the change and locks the dataset's row until the transaction ends, so that its settings stay unchanged. False
     * when another change of the dataset is staging or dropping, or the dataset is deleted. Of two concurrent callers,
     * exactly one gets true.
     */
    readonly begin: (change: ConfigurationChange) => Effect.Effect<boolean>
    /** The change with this number. */
    readonly get: (which: Which) => Effect.Effect<Option.Option<ConfigurationChange>>
    /** Numbers and phases of the open changes, smallest number first. */
    readonly open: (
      dataset: DatasetId,
    ) => Effect.Effect<ReadonlyArray<{ readonly number: number; readonly phase: ChangePhase }>>
    /** Moves to the next phase. False when the change is not in the phase `from`. */
    readonly advance: (which: Which, from: ChangePhase, to: ChangePhase) => Effect.Effect<boolean>
    /** Deletes a change that is over. */
    readonly end: (which: Which) => Effect.Effect<void>
    /**
     * Waits, at most `patience` milliseconds, until no transaction writes labels of the dataset, and blocks new writers until
     * the transaction ends. Earlier writes are visible; others follow. False, and no lock, when a writer remains.
     */
    readonly lockOutWriters: (dataset: DatasetId, patience: number) => Effect.Effect<boolean>
    /** The number of labels of the dataset in all labelsets. */
    readonly count: (dataset: DatasetId) => Effect.Effect<number>
    /** The dataset's labels by labelset and sample. */
    readonly labels: (page: LabelPage) => Effect.Effect<ReadonlyArray<LabelRef>>
    /** The bodies of these labels, by version. Labels with another version now are left out. */
    readonly bodies: (
      dataset: DatasetId,
      labels: ReadonlyArray<LabelRef>,
    ) => Effect.Effect<ReadonlyMap<VersionId, JsonText>>
    /**
     * Stages at most 1000 versions. A second staged version of a label replaces the first. A label whose version is not
     * `from`, or that is being written, is left out. Returns the versions from which was staged. Null, and no change, when
     * the change is in the phase `dropping` or over, or the dataset is deleted: whoever moves the change on waits for those
     * who stage.
     */
    readonly stage: (
      which: Which,
      labels: ReadonlyArray<StagedLabel>,
    ) => Effect.Effect<ReadonlySet<VersionId> | null>
    /** Folds up to `limit` staged versions into the labels and their history, and returns how many. */
    readonly fold: (which: Which, limit: number) => Effect.Effect<number>
    /** Removes up to `limit` staged and overwritten versions of the change, and returns how many. */
    readonly drop: (which: Which, limit: number) => Effect.Effect<number>
  }
>() {}
