/** Counts the agreement of two people, or of one person with others. */

import { toAlpha } from "../figures/alpha.ts"
import type { BootstrapOptions } from "../figures/bootstrap.ts"
import { type ConfusionCount, ConfusionCounts, computeKappaOfPairs } from "../figures/confusion.ts"
import { computeMeanOfSamples } from "../figures/meanOfSamples.ts"
import type { PairSummary, PersonSummary } from "./AgreementSummary.ts"
import { absent, type ComparedObject, type PairAgreement } from "./compareLabels.ts"

/** The agreement of two people in one sample, as far as it is counted. */
export type CountedPair = Pick<PairAgreement, "identity" | "matches" | "quality">

export class PairTally {
  /** For each sample that both labeled: its number, and the quality. */
  readonly #samples: Array<number> = []
  readonly #qualities: Array<number> = []
  /** For each sample with frames: its number, and IDF1. */
  readonly #sequences: Array<number> = []
  readonly #identities: Array<number> = []
  #objects = 0
  #matches = 0
  #similarities = 0
  /** Pairs of one category for each threshold. */
  readonly #right: Array<number>
  /** Of pairs alone, for κ. */
  readonly #chosen = new ConfusionCounts()
  readonly #confusion = new ConfusionCounts()

  constructor(
    readonly people: readonly [string, string],
    readonly thresholds: ReadonlyArray<number>,
  ) {
    this.#right = thresholds.map(() => 0)
  }

  add(
    sample: number,
    { identity, matches, quality }: CountedPair,
    a: ReadonlyArray<ComparedObject>,
    b: ReadonlyArray<ComparedObject>,
  ): void {
    this.#samples.push(sample)
    this.#qualities.push(quality)
    if (identity !== null) {
      this.#sequences.push(sample)
      this.#identities.push(identity)
    }
    this.#objects += a.length + b.length
    const [usedA, usedB] = [new Set<number>(), new Set<number>()]
    for (const [x, y, similarity] of matches) {
      usedA.add(x)
      usedB.add(y)
      const [categoryA, categoryB] = [a[x]?.category ?? 0, b[y]?.category ?? 0]
      this.#matches += 1
      this.#similarities += similarity
      this.#chosen.add(categoryA, categoryB)
      this.#confusion.add(categoryA, categoryB)
      if (categoryA !== categoryB) continue
      for (const [index, threshold] of this.thresholds.entries())
        if (similarity >= threshold) this.#right[index] = (this.#right[index] ?? 0) + 1
    }
    for (const [index, { category }] of a.entries())
      if (!usedA.has(index)) this.#confusion.add(category, absent)
    for (const [index, { category }] of b.entries())
      if (!usedB.has(index)) this.#confusion.add(absent, category)
  }

  /** The counts of the pairs of a person together. The person is the first one in their confusions. */
  static join(
    tallies: ReadonlyArray<PairTally>,
    person: string,
    thresholds: ReadonlyArray<number>,
  ): PairTally {
    const joined = new PairTally([person, ""], thresholds)
    for (const tally of tallies) {
      const isFirst = tally.people[0] === person
      joined.#chosen.join(tally.#chosen, isFirst)
      joined.#confusion.join(tally.#confusion, isFirst)
      for (const sample of tally.#sequences) joined.#sequences.push(sample)
      for (const identity of tally.#identities) joined.#identities.push(identity)
      for (const sample of tally.#samples) joined.#samples.push(sample)
      for (const quality of tally.#qualities) joined.#qualities.push(quality)
      joined.#objects += tally.#objects
      joined.#matches += tally.#matches
      joined.#similarities += tally.#similarities
      for (const [index, count] of tally.#right.entries())
        joined.#right[index] = (joined.#right[index] ?? 0) + count
    }
    return joined
  }

  /** The number of samples that both labeled. */
  get samples(): number {
    return this.#samples.length
  }

  /** Categories that the first and the second person gave one object, from the most frequent pair. */
  listConfusion(): ReadonlyArray<ConfusionCount> {
    return this.#confusion.list()
  }

  *computeSummary(options: BootstrapOptions): Generator<void, PairSummary> {
    return { people: this.people, ...(yield* this.measure(options)) }
  }

  *measure(options: BootstrapOptions): Generator<void, Omit<PersonSummary, "errors" | "person">> {
    const confusion = this.listConfusion()
    return {
      samples: new Set(this.#samples).size,
      quality: yield* computeMeanOfSamples(this.#samples, this.#qualities, options),
      f1: this.thresholds.map((threshold, index) => ({
        threshold,
        value: this.#objects === 0 ? null : (2 * (this.#right[index] ?? 0)) / this.#objects,
      })),
      meanSimilarity: this.#matches === 0 ? null : this.#similarities / this.#matches,
      identity: yield* computeMeanOfSamples(this.#sequences, this.#identities, options),
      kappa: computeKappaOfPairs(this.#chosen.list()),
      alpha: computeAlphaOfPairs(confusion),
      confusion,
    }
  }
}

/** The α of units of two values each: the observed disagreement is the number of unequal ones. */
const computeAlphaOfPairs = (pairs: ReadonlyArray<ConfusionCount>): number | null => {
  const counts = new Map<string | number, number>()
  let observed = 0
  for (const { count, first, second } of pairs) {
    counts.set(first, (counts.get(first) ?? 0) + count)
    counts.set(second, (counts.get(second) ?? 0) + count)
    if (first !== second) observed += count
  }
  return toAlpha(observed, counts)
}
