import type { BootstrapOptions, Figure } from "../agreement/figures/bootstrap.ts"
import { MeanOfSamples } from "../agreement/figures/MeanOfSamples.ts"
import { Reservoir } from "../agreement/figures/Reservoir.ts"
import { SampleSums } from "../agreement/figures/SampleSums.ts"
import { agreementFormula, listGroupUnits, type SampleAgreement } from "../agreement/labels/compareLabels.ts"
import { GroupTally } from "../agreement/labels/GroupTally.ts"
import { agreementDefaults, maxMeasuredSamples } from "../domain/agreementLimits.ts"
import { parseJson } from "../domain/JsonText.ts"
import type { SnapshotOverlap } from "./SnapshotStore.ts"

/** Samples by the origin of their decision. `none`: labels or the decision are missing. */
export interface DecisionCounts {
  readonly merged: number
  readonly reviewer: number
  readonly none: number
}

/** The overlap and the agreement of the samples of a release. */
export interface OverlapFigures {
  /** The samples that several people label by the number of labels that are in, from the lowest number. */
  readonly byLabels: ReadonlyArray<{ readonly labels: number; readonly samples: number }>
  readonly decisions: DecisionCounts
  /** Decided samples whose labels were compared, and the others. */
  readonly compared: number
  readonly notCompared: number
  /** The compared samples of which the figures are: all, or as many as are measured. */
  readonly drawn: number
  readonly seed: number
  readonly agreement: Figure
  readonly objectAlpha: Figure
  readonly observedAgreement: number | null
}

/** A decided sample, as far as its figures need it. */
interface DecidedSample {
  readonly agreement: number
  readonly units: ReadonlyArray<ReadonlyArray<string | number>>
}

/**
 * Counts the overlaps of a release one by one, with the memory of the samples that are measured. Only decided samples are measured: before the
 * decision nobody else learns how far labels agree, and the release has no label of them.
 */
export class OverlapTally {
  readonly #byLabels = new Map<number, number>()
  readonly #decisions = { merged: 0, reviewer: 0, none: 0 }
  readonly #measured: Reservoir<DecidedSample>
  /** Equal lists of values are kept once: most people give most objects the same category. */
  readonly #units = new Map<string, ReadonlyArray<string | number>>()

  #gold = 0

  constructor(
    readonly seed: number = agreementDefaults.seed,
    size: number = maxMeasuredSamples,
  ) {
    this.#measured = new Reservoir(size, seed)
  }

  add({ agreement, decidedBy, labels, state }: SnapshotOverlap): void {
    if (state === "gold") {
      this.#gold += 1
      return
    }
    const isDecided = state === "decided"
    this.#count(labels, isDecided ? (decidedBy === null ? "merged" : "reviewer") : "none")
    if (!isDecided || agreement === null) return
    const sample = parseJson(agreement) as SampleAgreement
    if (sample.formula !== agreementFormula || sample.agreement === null) return
    this.#measured.add({
      agreement: sample.agreement,
      units: listGroupUnits(sample).map((unit) => this.#findUnit(unit)),
    })
  }

  #count(labels: number, decision: keyof DecisionCounts): void {
    this.#byLabels.set(labels, (this.#byLabels.get(labels) ?? 0) + 1)
    this.#decisions[decision] += 1
  }

  #findUnit(unit: ReadonlyArray<string | number>): ReadonlyArray<string | number> {
    const key = JSON.stringify(unit)
    const shared = this.#units.get(key) ?? unit
    this.#units.set(key, shared)
    return shared
  }

  /**
   * The figures of all samples so far, in steps. `overlap` is the number of people who label new samples of the dataset: gold samples look like
   * new ones, so that nobody learns how many there are.
   */
  *computeFigures(overlap: number): Generator<void, OverlapFigures> {
    const gold = overlap > 1 ? this.#gold : 0
    const options: BootstrapOptions = { seed: this.seed }
    const measured = this.#measured.list()
    const sums = new SampleSums()
    const [groups, mean] = [new GroupTally(sums), new MeanOfSamples(sums)]
    for (const { agreement, units } of measured) {
      sums.beginSample()
      groups.addUnits(units)
      mean.add(agreement)
    }
    const [alphas, agreement] = [groups.addAlphas(), mean.addFigure()]
    yield* sums.estimate(options)
    const { observedAgreement, pooled } = alphas()
    const { merged, none, reviewer } = this.#decisions
    const byLabels = new Map(this.#byLabels)
    if (gold > 0) byLabels.set(0, (byLabels.get(0) ?? 0) + gold)
    return {
      byLabels: [...byLabels].sort(([a], [b]) => a - b).map(([labels, samples]) => ({ labels, samples })),
      decisions: { merged, reviewer, none: none + gold },
      compared: this.#measured.seen,
      notCompared: merged + reviewer - this.#measured.seen,
      drawn: measured.length,
      seed: this.seed,
      agreement: agreement(),
      objectAlpha: pooled,
      observedAgreement,
    }
  }
}
