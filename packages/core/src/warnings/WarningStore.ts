import { Context, type Effect } from "effect"
import type { DatasetId, LabelsetId, SampleId, VersionId, WarningId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { Dismissal, RuleCounts, RuleTotals } from "../domain/Warning.ts"

/** The labelset of labels. */
export interface LabelLayer {
  readonly datasetId: DatasetId
  readonly labelsetId: LabelsetId
}

/** A check result as it is stored. */
export interface StoredCheckResult {
  readonly sampleId: SampleId
  /** The version of the checked label. */
  readonly version: VersionId
  /** The version of the configuration of the check. */
  readonly configVersion: number
  readonly checkedAt: Timestamp
  /** A list of `StoredWarning`. */
  readonly warnings: JsonText
  readonly truncated: boolean
  readonly counts: RuleCounts
  /** The dismissed ones of the reported warnings. */
  readonly dismissed: RuleCounts
}

/** A dismissal as it is stored. */
export interface StoredDismissal extends Dismissal {
  readonly warning: WarningId
  /** The warning's `content` when it was dismissed. */
  readonly content: string
}

/** The stored warnings of a label. */
export interface LabelWarnings {
  /** Null without a check. */
  readonly checkResult: StoredCheckResult | null
  /** Whether the label's content is unchanged since the check. */
  readonly fresh: boolean
  readonly dismissals: ReadonlyArray<StoredDismissal>
}

/**
 * The warnings that labels have when their check results are kept: the answer of `find` about all of them in the same transaction. `none`:
 * the labels were written as new in the same transaction, and have neither check results nor dismissals.
 */
export type WarningsBefore = ReadonlyMap<SampleId, LabelWarnings> | "none"

/**
 * The port for warnings: the last check result of each label, its dismissals, and the counts. A check result belongs to a
 * label's content: it stays fresh for new versions with the same content.
 */
export class WarningStore extends Context.Tag("@annotary/core/WarningStore")<
  WarningStore,
  {
    /**
     * The warnings of samples with a label there; at most 100. Inside a transaction it locks these labels and their warnings
     * until the transaction ends. `full` false: the check results come without their warnings, of which there may be megabytes.
     */
    readonly find: (
      layer: LabelLayer,
      samples: ReadonlyArray<SampleId>,
      full?: boolean,
    ) => Effect.Effect<ReadonlyMap<SampleId, LabelWarnings>>
    /**
     * Replaces check results, updates the counts by the differences, and returns the samples. Unchanged: labels with other
     * content than that version, and those with a check result of a later configuration. At most 100 distinct samples. `before`: what
     * is known about all of them, which a storage then need not read again.
     */
    readonly keep: (
      layer: LabelLayer,
      checkResults: ReadonlyArray<StoredCheckResult>,
      before?: WarningsBefore,
    ) => Effect.Effect<ReadonlySet<SampleId>>
    /** Stores a dismissal, replacing an earlier one of the same warning. `dismissed`: the label's dismissed warnings after it. */
    readonly dismiss: (
      layer: LabelLayer,
      sample: SampleId,
      dismissal: StoredDismissal,
      dismissed: RuleCounts,
    ) => Effect.Effect<void>
    /** Deletes a dismissal. `dismissed`: the label's dismissed warnings after it. */
    readonly restore: (
      layer: LabelLayer,
      sample: SampleId,
      warning: WarningId,
      dismissed: RuleCounts,
    ) => Effect.Effect<void>
    /**
     * Deletes check results and dismissals of samples, in one labelset or in all, and subtracts them from the counts. At most
     * 1000.
     */
    readonly forget: (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
      labelset: LabelsetId | null,
    ) => Effect.Effect<void>
    /** The counts. It never reads labels. */
    readonly totals: (layer: LabelLayer) => Effect.Effect<RuleTotals>
  }
>() {}
