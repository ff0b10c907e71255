/**
 * What the engine asks of storage about warnings: the last check result of each label, what of it was dismissed, and how many there
 * are. A check result belongs to what a label says: while that stays the same, new versions of the label leave the check result fresh.
 */
import { Context, type Effect } from "effect"
import type { DatasetId, LabelsetId, SampleId, VersionId, WarningId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { Dismissal, RuleCounts, RuleTotals } from "../domain/Warning.ts"

/** The layer of a dataset in which labels are. */
export interface LabelLayer {
  readonly datasetId: DatasetId
  readonly labelsetId: LabelsetId
}

export interface StoredCheckResult {
  readonly sampleId: SampleId
  /** Of the label that was checked. */
  readonly version: VersionId
  /** Number of the configuration that it was checked by. */
  readonly configVersion: number
  readonly checkedAt: Timestamp
  /** A list of `StoredWarning`. */
  readonly warnings: JsonText
  readonly truncated: boolean
  readonly counts: RuleCounts
  /** Those of the told ones that are dismissed. */
  readonly dismissed: RuleCounts
}

export interface StoredDismissal extends Dismissal {
  readonly warning: WarningId
  /** The warning's `content` when it was dismissed. */
  readonly content: string
}

/** What is known of the warnings of a label. */
export interface LabelWarnings {
  /** Null: it was never checked. */
  readonly checkResult: StoredCheckResult | null
  /** Whether the label still says what it said when it was checked. */
  readonly fresh: boolean
  readonly dismissals: ReadonlyArray<StoredDismissal>
}

export class WarningStore extends Context.Tag("@annotary/core/WarningStore")<
  WarningStore,
  {
    /**
     * Of those samples that have a label there; at most 100. Inside a transaction nobody else changes these labels, or
     * anything about their warnings, until that ends.
     */
    readonly find: (
      layer: LabelLayer,
      samples: ReadonlyArray<SampleId>,
    ) => Effect.Effect<ReadonlyMap<SampleId, LabelWarnings>>
    /**
     * Replaces check results and moves the counts by what they differ; answers of which samples. Left as they are: labels that no
     * longer say what that version said, and those whose check result is of a later configuration. At most 100, distinct samples.
     */
    readonly keep: (
      layer: LabelLayer,
      checkResults: ReadonlyArray<StoredCheckResult>,
    ) => Effect.Effect<ReadonlySet<SampleId>>
    /** Replaces an earlier dismissal of the same warning. `dismissed`: what of the label's check result is dismissed then. */
    readonly dismiss: (
      layer: LabelLayer,
      sample: SampleId,
      dismissal: StoredDismissal,
      dismissed: RuleCounts,
    ) => Effect.Effect<void>
    /** Takes a dismissal back. `dismissed`: what of the label's check result is dismissed then. */
    readonly restore: (
      layer: LabelLayer,
      sample: SampleId,
      warning: WarningId,
      dismissed: RuleCounts,
    ) => Effect.Effect<void>
    /** Forgets check results and dismissals of samples, in one labelset or in all, and takes them off the counts. At most 1000. */
    readonly forget: (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
      labelset: LabelsetId | null,
    ) => Effect.Effect<void>
    /** Never looks at labels. */
    readonly totals: (layer: LabelLayer) => Effect.Effect<RuleTotals>
  }
>() {}
