/** Counts the agreement of samples one by one. The samples themselves need not stay in memory. */
import type { BootstrapOptions } from "../figures/bootstrap.ts"
import { ConfusionCounts } from "../figures/confusion.ts"
import { MeanOfSamples } from "../figures/MeanOfSamples.ts"
import { SampleSums } from "../figures/SampleSums.ts"
import type { AgreementSummary } from "./AgreementSummary.ts"
import { AttributeTally } from "./AttributeTally.ts"
import { absent, type SampleAgreement } from "./compareLabels.ts"
import { ErrorTally } from "./ErrorTally.ts"
import { GroupTally } from "./GroupTally.ts"
import { makeComparison } from "./makeComparison.ts"
import { type CountedPair, PairTally } from "./PairTally.ts"

/** The agreement of some samples. Samples with fewer than two labels do not count. */
export class AgreementTally {
  readonly #sums = new SampleSums()
  readonly #agreement = new MeanOfSamples(this.#sums)
  readonly #alpha = new MeanOfSamples(this.#sums)
  readonly #groups = new GroupTally(this.#sums)
  readonly #pairs = new Map<string, PairTally>()
  /** The number of samples of each person. */
  readonly #people = new Map<string, number>()
  readonly #attributes = new AttributeTally(this.#sums)
  readonly #errors = new ErrorTally()
  #samples = 0

  constructor(
    readonly thresholds: ReadonlyArray<number>,
    readonly maxComparisons: number,
  ) {}

  add(sample: SampleAgreement): void {
    const { agreement, attributes, objectAlpha, people } = sample
    if (people.length < 2) return
    this.#samples += 1
    this.#sums.beginSample()
    this.#alpha.add(objectAlpha)
    if (agreement !== null) this.#agreement.add(agreement)
    this.#groups.add(sample)
    this.#errors.add(sample)
    for (const person of people) this.#people.set(person, (this.#people.get(person) ?? 0) + 1)
    this.#addPairs(sample)
    this.#attributes.add(attributes)
  }

  /** Pairs are of people in the order of their names, also where the labels have another order, as those with letters do. */
  #addPairs({ objects, pairs, people }: SampleAgreement): void {
    for (const pair of pairs) {
      const [i, j] = pair.people
      const [a, b] = [
        { name: people[i] ?? "", objects: objects[i] ?? [] },
        { name: people[j] ?? "", objects: objects[j] ?? [] },
      ]
      if (a.name < b.name) this.#getPair(a.name, b.name).add(pair, a.objects, b.objects)
      else this.#getPair(b.name, a.name).add(swapPeople(pair), b.objects, a.objects)
    }
  }

  #getPair(first: string, second: string): PairTally {
    const key = JSON.stringify([first, second])
    const tally = this.#pairs.get(key) ?? new PairTally([first, second], this.thresholds, this.#sums)
    this.#pairs.set(key, tally)
    return tally
  }

  /** The figures of all samples so far, in steps. */
  *computeSummary(options: BootstrapOptions): Generator<void, AgreementSummary> {
    const tallies = [...this.#pairs.values()]
    const pairs = []
    for (const pair of pickLargest(tallies, this.maxComparisons, ({ samples }) => samples)) {
      const compare = makeComparison(this.#sums, [pair], pair.people[0], pair.samples)
      pairs.push({ people: pair.people, compare })
      yield
    }
    const pairsOf = groupByPerson(tallies)
    const everybody = [...this.#people].sort(([a], [b]) => (a < b ? -1 : 1))
    const people = []
    for (const [person, samples] of pickLargest(everybody, this.maxComparisons, ([, count]) => count)) {
      const compare = makeComparison(this.#sums, pairsOf.get(person) ?? [], person, samples)
      people.push({ person, compare })
      yield
    }
    const [alphas, attributes] = [this.#groups.addAlphas(), this.#attributes.addFigures()]
    const [agreement, objectAlpha] = [this.#agreement.addFigure(), this.#alpha.addFigure()]
    const errors = yield* this.#errors.estimate()
    yield* this.#sums.estimate(options)
    const { categories, observedAgreement, pooled } = alphas()
    return {
      samples: this.#samples,
      agreement: agreement(),
      objectAlpha: objectAlpha(),
      pooledObjectAlpha: pooled,
      pooledObservedAgreement: observedAgreement,
      categories,
      attributes: attributes(),
      pairs: pairs.map(({ compare, people: both }) => ({ people: both, ...compare() })),
      pairsOmitted: tallies.length - pairs.length,
      people: people.map(({ compare, person }) => ({
        person,
        ...compare(),
        errors: errors?.get(person) ?? null,
      })),
      peopleOmitted: everybody.length - people.length,
      confusions: joinConfusions(tallies),
    }
  }
}

/** The pairs that each person belongs to. */
const groupByPerson = (pairs: ReadonlyArray<PairTally>): ReadonlyMap<string, ReadonlyArray<PairTally>> => {
  const groups = new Map<string, Array<PairTally>>()
  for (const pair of pairs)
    for (const person of pair.people) {
      const group = groups.get(person)
      if (group === undefined) groups.set(person, [pair])
      else group.push(pair)
    }
  return groups
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
    for (const { count, first, second } of pair.listValues())
      if (first !== second)
        if (second === absent || (first !== absent && first < second)) joined.add(first, second, count)
        else joined.add(second, first, count)
  return joined.list()
}
