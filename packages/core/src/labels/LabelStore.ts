import { Context, type Effect, type Option } from "effect"
import type { DatasetId, LabelsetId, SampleId, VersionId } from "../domain/Ids.ts"
import type { Label, LabelAction, LabelHistoryEntry, LabelStatus, LabelVersion } from "../domain/Label.ts"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

/** The origin of a version, stored with it. */
export interface LabelChange {
  readonly action: LabelAction
  readonly from: LabelStatus | null
  readonly by: Username
  readonly at: Timestamp
}

/** The next version of a label with an unchanged body, and the expected current version. */
export interface LabelRewrite {
  readonly label: Label
  readonly change: LabelChange
  readonly expected: VersionId
  /** The time of the version that it replaces: a storage can find the label by it. */
  readonly expectedAt: Timestamp
}

/** A label, with the bytes of a long body instead of its attributes. */
export interface EncodedLabel {
  readonly label: Label
  readonly bytes: Uint8Array | null
}

/** The port for labels and their history. */
export class LabelStore extends Context.Tag("@annotary/core/LabelStore")<
  LabelStore,
  {
    /** A label, or none. `full` false leaves the attributes unread (null). */
    readonly get: (
      sample: SampleId,
      labelset: LabelsetId,
      full?: boolean,
    ) => Effect.Effect<Option.Option<Label>>
    /**
     * A label whose reader passes the attributes on. `bytes`: a long body as its UTF-8 bytes, instead of the attributes, which are
     * null then. A storage for which bytes are no faster returns the attributes.
     */
    readonly getEncoded: (
      sample: SampleId,
      labelset: LabelsetId,
    ) => Effect.Effect<Option.Option<EncodedLabel>>
    /**
     * Writes the next version of a label and its history row. `expected` is the version that it replaces, null for a new
     * label. False, and no change, when the current version differs. `sameBody`: the attributes are those of the replaced
     * version and are not stored again (`label.attributes` is ignored).
     */
    readonly write: (
      label: Label,
      change: LabelChange,
      expected: VersionId | null,
      sameBody: boolean,
    ) => Effect.Effect<boolean>
    /** Writes many new labels, as `write` with `expected` null. At most 1000, of distinct samples. */
    readonly writeNew: (labels: ReadonlyArray<Label>, action: LabelAction) => Effect.Effect<void>
    /**
     * Writes the next versions of many labels of one labelset with unchanged bodies, as `write` with `sameBody`. At most
     * 1000, of distinct samples. Returns the samples whose version was the expected one.
     */
    readonly writeMany: (rewrites: ReadonlyArray<LabelRewrite>) => Effect.Effect<ReadonlySet<SampleId>>
    /**
     * Deletes the label. Its history stays and gets a row with the given version. False when `expected` is not the current
     * version.
     */
    readonly remove: (label: Label, change: LabelChange, version: VersionId) => Effect.Effect<boolean>
    /**
     * Counts the objects of versions that are stored without these counts, for searches: at most 100 versions of all datasets, with bodies of some
     * megabytes together. Returns how many it read; 0 when every version has its counts.
     */
    readonly indexPortion: () => Effect.Effect<number>
    /** The history of a label, newest first. */
    readonly history: (
      sample: SampleId,
      labelset: LabelsetId,
      page: { readonly before: VersionId | null; readonly limit: number },
    ) => Effect.Effect<ReadonlyArray<LabelHistoryEntry>>
    /** One version of a label with its body, also of a deleted label. */
    readonly version: (
      sample: SampleId,
      labelset: LabelsetId,
      version: VersionId,
    ) => Effect.Effect<Option.Option<LabelVersion>>
    /** Whether any version of a label has one of the statuses, also of a label that was deleted since. */
    readonly hadStatus: (
      sample: SampleId,
      labelset: LabelsetId,
      statuses: ReadonlyArray<LabelStatus>,
    ) => Effect.Effect<boolean>
    /** Whether the dataset has any label, also one of several people of which none is accepted yet. */
    readonly anyIn: (dataset: DatasetId) => Effect.Effect<boolean>
    /** The ground-truth statuses of these samples, for the counts. */
    readonly statusesOf: (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
    ) => Effect.Effect<ReadonlyMap<SampleId, LabelStatus>>
    /** Those of these samples that have a label in the labelset. */
    readonly listLabeled: (
      dataset: DatasetId,
      labelset: LabelsetId,
      samples: ReadonlyArray<SampleId>,
    ) => Effect.Effect<ReadonlySet<SampleId>>
  }
>() {}
