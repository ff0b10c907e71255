/** What the check of a whole dataset tells, line by line. */

import type { CheckNotDone, TextCheckResult } from "../domain/CheckResult.ts"
import type { SampleId } from "../domain/Ids.ts"
import type { RuleCounts, ShownWarning, WarningRuleName } from "../domain/Warning.ts"

/** A sample whose label is spoken of. */
interface OfSample {
  readonly sampleId: SampleId
  readonly sampleName: string
}

export interface WarningLine extends OfSample {
  readonly _tag: "Warning"
  readonly warning: ShownWarning
}

/** A label that was not checked, mostly because it is too large. */
export interface RefusalLine extends OfSample {
  readonly _tag: "Refusal"
  readonly error: CheckNotDone
}

export interface ProgressLine {
  readonly _tag: "Progress"
  /** Samples looked at, of so many when the check began. */
  readonly samples: number
  readonly total: number
}

/** The last line. */
export interface SummaryLine {
  readonly _tag: "Summary"
  readonly samples: number
  /** Labels that were checked. */
  readonly labels: number
  readonly labelsWithWarnings: number
  readonly counts: RuleCounts
  /** Of those told. */
  readonly dismissed: number
  /** Labels with more warnings than are told. */
  readonly truncated: number
  /** Labels that were not checked. */
  readonly refused: number
}

export type CheckLine = WarningLine | RefusalLine | ProgressLine | SummaryLine

/** Adds up what was found; changed in place, because it is asked of every label. */
export class CheckSums {
  #samples = 0
  #labels = 0
  #labelsWithWarnings = 0
  #dismissed = 0
  #truncated = 0
  #refused = 0
  readonly #counts: { [Rule in WarningRuleName]?: number } = {}

  looked(samples: number): number {
    this.#samples += samples
    return this.#samples
  }

  refused(): void {
    this.#refused += 1
  }

  checked({ counts, truncated }: TextCheckResult, shown: ReadonlyArray<ShownWarning>): void {
    this.#labels += 1
    if (truncated) this.#truncated += 1
    if (shown.length > 0) this.#labelsWithWarnings += 1
    this.#dismissed += shown.filter(({ dismissed }) => dismissed !== null).length
    for (const [rule, count] of Object.entries(counts) as ReadonlyArray<[WarningRuleName, number]>)
      this.#counts[rule] = (this.#counts[rule] ?? 0) + count
  }

  summary(): SummaryLine {
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
