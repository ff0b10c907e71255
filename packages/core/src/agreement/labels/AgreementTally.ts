/** Counts the agreement of samples one by one. The samples themselves need not stay in memory. */
import type { BootstrapOptions } from "../figures/bootstrap.ts"
import { ConfusionCounts } from "../figures/confusion.ts"
import { computeMeanOfSamples } from "../figures/meanOfSamples.ts"
import type { AgreementSummary, PairSummary, PersonSummary } from "./AgreementSummary.ts"
import { AttributeTally } from "./AttributeTally.ts"
import { absent, type SampleAgreement } from "./compareLabels.ts"
import { ErrorTally } from "./ErrorTally.ts"
import { GroupTally } from "./GroupTally.ts"
import { type CountedPair, PairTally } from "./PairTally.ts"

/** The agreement of some samples. Samples with fewer than two labels do not count. */
export class AgreementTally {
  /** The numbers of the samples that have an agreement, and their agreements. */
  readonly #agreed: Array<number> = []
  readonly #agreements: Array<number> = []
  readonly #alphas: Array<number> = []
  readonly #groups = new GroupTally()
  readonly #pairs = new Map<string, PairTally>()
  readonly #people = new Set<string>()
  readonly #attributes = new AttributeTally()
  readonly #errors = new ErrorTally()

  constructor(readonly thresholds: ReadonlyArray<number>) {}

  add(sample: SampleAgreement): void {
    const { agreement, attributes, objectAlpha, people } = sample
    if (people.length < 2) return
    const index = this.#alphas.push(objectAlpha) - 1
    if (agreement !== null) {
      this.#agreed.push(index)
      this.#agreements.push(agreement)
    }
    this.#groups.add(sample)
    this.#errors.add(sample)
    for (const person of people) this.#people.add(person)
    this.#addPairs(index, sample)
    this.#attributes.add(attributes)
  }

  /** Pairs are of people in the order of their names, also where the labels have another order, as those with letters do. */
  #addPairs(index: number, { objects, pairs, people }: SampleAgreement): void {
    for (const pair of pairs) {
      const [i, j] = pair.people
      const [a, b] = [
        { name: people[i] ?? "", objects: objects[i] ?? [] },
        { name: people[j] ?? "", objects: objects[j] ?? [] },
      ]
      if (a.name < b.name) this.#getPair(a.name, b.name).add(index, pair, a.objects, b.objects)
      else this.#getPair(b.name, a.name).add(index, swapPeople(pair), b.objects, a.objects)
    }
  }

  #getPair(first: string, second: string): PairTally {
    const key = JSON.stringify([first, second])
    const tally = this.#pairs.get(key) ?? new PairTally([first, second], this.thresholds)
    this.#pairs.set(key, tally)
    return tally
  }

  /** The figures of all samples so far, in steps. */
  *computeSummary(options: BootstrapOptions): Generator<void, AgreementSummary> {
    const pairs = [...this.#pairs.values()]
    const pairSummaries: Array<PairSummary> = []
    for (const pair of pairs) pairSummaries.push(yield* pair.computeSummary(options))
    const errors = yield* this.#errors.estimate()
    const people: Array<PersonSummary> = []
    for (const person of [...this.#people].sort()) {
      const theirs = pairs.filter((pair) => pair.people.includes(person))
      const joined = PairTally.join(theirs, person, this.thresholds)
      people.push({ person, ...(yield* joined.measure(options)), errors: errors?.get(person) ?? null })
    }
    const { categories, observedAgreement, pooled } = yield* this.#groups.computeAlphas(options)
    return {
      samples: this.#alphas.length,
      agreement: yield* computeMeanOfSamples(this.#agreed, this.#agreements, options),
      objectAlpha: yield* computeMeanOfSamples([...this.#alphas.keys()], this.#alphas, options),
      pooledObjectAlpha: pooled,
      pooledObservedAgreement: observedAgreement,
      categories,
      attributes: yield* this.#attributes.computeSummary(options),
      pairs: pairSummaries,
      people,
      confusions: joinConfusions(pairSummaries),
    }
  }
}

const swapPeople = ({ identity, matches, quality }: CountedPair): CountedPair => ({
  identity,
  quality,
  matches: matches.map(([a, b, similarity]) => [b, a, similarity]),
})

/** Pairs of unequal categories, whoever gave which of both. */
const joinConfusions = (pairs: ReadonlyArray<PairSummary>): AgreementSummary["confusions"] => {
  const joined = new ConfusionCounts()
  for (const { confusion } of pairs)
    for (const { count, first, second } of confusion)
      if (first !== second)
        if (second === absent || (first !== absent && first < second)) joined.add(first, second, count)
        else joined.add(second, first, count)
  return joined.list()
}
