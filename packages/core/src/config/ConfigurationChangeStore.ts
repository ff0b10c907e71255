/** What the engine asks of storage about changes of a configuration: the labels they concern, and the versions they stage. */
import { Context, type Effect, type Option } from "effect"
import type { ChangePhase, ConfigurationChange } from "../domain/ConfigurationChange.ts"
import type { DatasetId, LabelsetId, SampleId, VersionId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"

/** A label as it is now, without its body. */
export interface LabelRef {
  readonly labelsetId: LabelsetId
  readonly sampleId: SampleId
  readonly version: VersionId
  readonly configVersion: number
  /** The change that was staging when it was written last, by its number; null: none was. */
  readonly writtenDuring: number | null
  /** Length of its attributes in bytes; null: it has none. */
  readonly bytes: number | null
}

export interface LabelPage {
  readonly datasetId: DatasetId
  /** Only labels last written while the change of this number was staging, whatever the clocks of their writers say. */
  readonly during: number | null
  /** The last one of the page before. */
  readonly after: Pick<LabelRef, "labelsetId" | "sampleId"> | null
  readonly limit: number
}

/** A version to stage in the place of the one that it was made from. */
export interface StagedLabel {
  readonly labelsetId: LabelsetId
  readonly sampleId: SampleId
  readonly from: VersionId
  readonly version: VersionId
  readonly attributes: JsonText
}

type Which = Pick<ConfigurationChange, "datasetId" | "number">

export class ConfigurationChangeStore extends Context.Tag("@annotary/core/ConfigurationChangeStore")<
  ConfigurationChangeStore,
  {
    /**
     * Adds the change and locks the dataset's row until the transaction ends, so that its settings stay. False when another
     * change of the dataset is staging or dropping, or the dataset is gone. Two callers: exactly one gets true.
     */
    readonly begin: (change: ConfigurationChange) => Effect.Effect<boolean>
    readonly get: (which: Which) => Effect.Effect<Option.Option<ConfigurationChange>>
    /** Numbers and phases of the changes that are not over, smallest number first. */
    readonly open: (
      dataset: DatasetId,
    ) => Effect.Effect<ReadonlyArray<{ readonly number: number; readonly phase: ChangePhase }>>
    /** Goes on to the next phase; false when it is not in the phase `from` (any more). */
    readonly advance: (which: Which, from: ChangePhase, to: ChangePhase) => Effect.Effect<boolean>
    /** Forgets a change that is over. */
    readonly end: (which: Which) => Effect.Effect<void>
    /**
     * Waits, at most `patience` milliseconds, until nobody writes labels of the dataset any more, and lets nobody begin until the
     * transaction ends: what was written is seen, and what is not seen is written afterwards. False, and nothing is locked,
     * when somebody still writes.
     */
    readonly lockOutWriters: (dataset: DatasetId, patience: number) => Effect.Effect<boolean>
    /** How many labels the dataset has, in all labelsets. */
    readonly count: (dataset: DatasetId) => Effect.Effect<number>
    /** The dataset's labels by labelset and sample. */
    readonly labels: (page: LabelPage) => Effect.Effect<ReadonlyArray<LabelRef>>
    /** Bodies of these, by version; those that have another version by now are left out. */
    readonly bodies: (
      dataset: DatasetId,
      labels: ReadonlyArray<LabelRef>,
    ) => Effect.Effect<ReadonlyMap<VersionId, JsonText>>
    /**
     * Stages versions, at most 1000; of a label that has a staged version already the new one counts. A label that has not the
     * version `from` (any more), or that somebody is writing at the moment, is left out. Answers the versions from which was
     * staged. Null, and nothing is staged, when the change is in the phase `dropping`, or over, or the dataset is gone: whoever moves it on waits for those who stage.
     */
    readonly stage: (
      which: Which,
      labels: ReadonlyArray<StagedLabel>,
    ) => Effect.Effect<ReadonlySet<VersionId> | null>
    /** Writes up to so many staged versions of the change, which counts, where versions are, with their history; how many. */
    readonly fold: (which: Which, limit: number) => Effect.Effect<number>
    /** Removes up to so many staged versions of the change, and those that have been written over; how many. */
    readonly drop: (which: Which, limit: number) => Effect.Effect<number>
  }
>() {}
