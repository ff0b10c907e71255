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
  /** The number of samples of each person. */
  readonly #people = new Map<string, number>()
  readonly #attributes = new AttributeTally()
  readonly #errors = new ErrorTally()

  constructor(
    readonly thresholds: ReadonlyArray<number>,
    readonly maxComparisons: number,
  ) {}

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
    for (const person of people) this.#people.set(person, (this.#people.get(person) ?? 0) + 1)
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
    for (const pair of pickLargest(pairs, this.maxComparisons, ({ samples }) => samples))
      pairSummaries.push(yield* pair.computeSummary(options))
    const errors = yield* this.#errors.estimate()
    const people: Array<PersonSummary> = []
    const names = pickLargest(
      [...this.#people.keys()].sort(),
      this.maxComparisons,
      (person) => this.#people.get(person) ?? 0,
    )
    for (const person of names) {
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
      pairsOmitted: pairs.length - pairSummaries.length,
      people,
      peopleOmitted: this.#people.size - people.length,
      confusions: joinConfusions(pairs),
    }
  }
}

/** The values with the largest sizes, in their order. */
const pickLargest = <A>(
  values: ReadonlyArray<A>,
  count: number,
  getSize: (value: A) => number,
): ReadonlyArray<A> => {
  if (values.length <= count) return values
  const picked = new Set(values.toSorted((a, b) => getSize(b) - getSize(a)).slice(0, count))
  return values.filter((value) => picked.has(value))
}

const swapPeople = ({ identity, matches, quality }: CountedPair): CountedPair => ({
  identity,
  quality,
  matches: matches.map(([a, b, similarity]) => [b, a, similarity]),
})

/** Pairs of unequal categories, whoever gave which of both. */
const joinConfusions = (pairs: ReadonlyArray<PairTally>): AgreementSummary["confusions"] => {
  const joined = new ConfusionCounts()
  for (const pair of pairs)
    for (const { count, first, second } of pair.listConfusion())
      if (first !== second)
        if (second === absent || (first !== absent && first < second)) joined.add(first, second, count)
        else joined.add(second, first, count)
  return joined.list()
}
