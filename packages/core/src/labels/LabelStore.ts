/** What the engine asks of storage about labels and their history. */
import { Context, type Effect, type Option } from "effect"
import type { DatasetId, LabelsetId, SampleId, VersionId } from "../domain/Ids.ts"
import type { Label, LabelAction, LabelHistoryEntry, LabelStatus, LabelVersion } from "../domain/Label.ts"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

/** How a version came to be; stored with it. */
export interface LabelChange {
  readonly action: LabelAction
  readonly from: LabelStatus | null
  readonly by: Username
  readonly at: Timestamp
}

/** The next version of a label whose body stays, and the version that it must have until then. */
export interface LabelRewrite {
  readonly label: Label
  readonly change: LabelChange
  readonly expected: VersionId
  /** When the version that it replaces was written: with it a storage may find the label along any index. */
  readonly expectedAt: Timestamp
}

export class LabelStore extends Context.Tag("@annotary/core/LabelStore")<
  LabelStore,
  {
    /** `full` false leaves the attributes unread (null). */
    readonly get: (
      sample: SampleId,
      labelset: LabelsetId,
      full?: boolean,
    ) => Effect.Effect<Option.Option<Label>>
    /**
     * Makes the label's next version and its history row. `expected` is the version it replaces, null for a label that must
     * not exist yet; false when that is not so (somebody was faster), and nothing is changed. `sameBody`: the attributes are
     * those of the version replaced, so they need not be stored again (`label.attributes` is then ignored).
     */
    readonly write: (
      label: Label,
      change: LabelChange,
      expected: VersionId | null,
      sameBody: boolean,
    ) => Effect.Effect<boolean>
    /** Many new ground-truth or prediction labels at once, as `write` with expected null; at most 1000, distinct samples. */
    readonly writeNew: (labels: ReadonlyArray<Label>, action: LabelAction) => Effect.Effect<void>
    /**
     * Gives many labels of one labelset their next versions with the bodies that they have, as `write` with `sameBody`; at most
     * 1000, of distinct samples. Answers the samples of those whose version was the expected one.
     */
    readonly writeMany: (rewrites: ReadonlyArray<LabelRewrite>) => Effect.Effect<ReadonlySet<SampleId>>
    /** Removes the label; the history stays and gets a row with the given version. False when `expected` is not its version. */
    readonly remove: (label: Label, change: LabelChange, version: VersionId) => Effect.Effect<boolean>
    /** Newest first. */
    readonly history: (
      sample: SampleId,
      labelset: LabelsetId,
      page: { readonly before: VersionId | null; readonly limit: number },
    ) => Effect.Effect<ReadonlyArray<LabelHistoryEntry>>
    readonly version: (
      sample: SampleId,
      labelset: LabelsetId,
      version: VersionId,
    ) => Effect.Effect<Option.Option<LabelVersion>>
    /** Whether the dataset has any label. */
    readonly anyIn: (dataset: DatasetId) => Effect.Effect<boolean>
    /** Ground-truth labels by status of the given samples, for the counts. */
    readonly statusesOf: (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
    ) => Effect.Effect<ReadonlyMap<SampleId, LabelStatus>>
  }
>() {}
