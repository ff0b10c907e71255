/** The lines that the check of a whole dataset reports. */

import type { CheckNotDone, TextCheckResult } from "../domain/CheckResult.ts"
import type { SampleId } from "../domain/Ids.ts"
import type { RuleCounts, ShownWarning, WarningRuleName } from "../domain/Warning.ts"

/** The sample of a line. */
interface OfSample {
  readonly sampleId: SampleId
  readonly sampleName: string
}

/** A warning of a label. */
export interface WarningLine extends OfSample {
  readonly _tag: "Warning"
  readonly warning: ShownWarning
}

/** A label that was not checked, in most cases because it is too large. */
export interface RefusalLine extends OfSample {
  readonly _tag: "Refusal"
  readonly error: CheckNotDone
}

/** The progress of the check. */
export interface ProgressLine {
  readonly _tag: "Progress"
  /** The number of examined samples, and of all samples when the check began. */
  readonly samples: number
  readonly total: number
}

/** The last line. */
export interface SummaryLine {
  readonly _tag: "Summary"
  readonly samples: number
  /** The number of checked labels. */
  readonly labels: number
  readonly labelsWithWarnings: number
  readonly counts: RuleCounts
  /** The number of dismissed warnings among the reported ones. */
  readonly dismissed: number
  /** The number of labels with more warnings than are reported. */
  readonly truncated: number
  /** The number of labels that were not checked. */
  readonly refused: number
}

/** One line of the check of a dataset. */
export type CheckLine = WarningLine | RefusalLine | ProgressLine | SummaryLine

/** Adds up results. Mutable, because it runs for every label. */
export class CheckSums {
  #samples = 0
  #labels = 0
  #labelsWithWarnings = 0
  #dismissed = 0
  #truncated = 0
  #refused = 0
  readonly #counts: { [Rule in WarningRuleName]?: number } = {}

  countSamples(samples: number): number {
    this.#samples += samples
    return this.#samples
  }

  countRefused(): void {
    this.#refused += 1
  }

  countChecked({ counts, truncated }: TextCheckResult, shown: ReadonlyArray<ShownWarning>): void {
    this.#labels += 1
    if (truncated) this.#truncated += 1
    if (shown.length > 0) this.#labelsWithWarnings += 1
    this.#dismissed += shown.filter(({ dismissed }) => dismissed !== null).length
    for (const [rule, count] of Object.entries(counts) as ReadonlyArray<[WarningRuleName, number]>)
      this.#counts[rule] = (this.#counts[rule] ?? 0) + count
  }

  getSummary(): SummaryLine {
    return {
      _tag: "Summary",
      samples: this.#samples,
      labels: this.#labels,
      labelsWithWarnings: this.#labelsWithWarnings,
      counts: { ...this.#counts },
      dismissed: this.#dismissed,
      truncated: this.#truncated,
      refused: this.#refused,
    }
  }
}
