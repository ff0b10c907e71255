/** Counts the agreement of samples one by one. It keeps numbers alone, so that the samples themselves need not stay in memory. */
import { toAlpha } from "../figures/alpha.ts"
import { type BootstrapOptions, estimateLimitsInSteps, type Figure } from "../figures/bootstrap.ts"
import { computeInequality, computeUnitDisagreement } from "../figures/disagreement.ts"
import { computeMeanOfSamples } from "../figures/meanOfSamples.ts"
import type { AgreementSummary, CategorySummary, PairSummary, PersonSummary } from "./AgreementSummary.ts"
import { AttributeTally } from "./AttributeTally.ts"
import { listGroupValues, type SampleAgreement } from "./compareLabels.ts"
import { type CountedPair, PairTally } from "./PairTally.ts"

type Value = string | number

/** The parts of α that come from a sample: sums over its groups. */
interface GroupParts {
  /** Values that people gave, `absent` included. */
  readonly total: number
  readonly observed: number
  readonly values: ReadonlyMap<Value, ValueParts>
}

interface ValueParts {
  readonly count: number
  /** Groups of which somebody gave the value. */
  readonly groups: number
  /** The observed disagreement of the value against all else. */
  readonly observed: number
}

/** The agreement of some samples. Samples with fewer than two labels do not count. */
export class AgreementTally {
  /** The numbers of the samples that have an agreement, and their agreements. */
  readonly #agreed: Array<number> = []
  readonly #agreements: Array<number> = []
  readonly #alphas: Array<number> = []
  readonly #groups: Array<GroupParts> = []
  readonly #pairs = new Map<string, PairTally>()
  readonly #people = new Set<string>()
  readonly #attributes = new AttributeTally()

  constructor(readonly thresholds: ReadonlyArray<number>) {}

  add(sample: SampleAgreement): void {
    const { agreement, attributes, objectAlpha, people } = sample
    if (people.length < 2) return
    const index = this.#alphas.push(objectAlpha) - 1
    if (agreement !== null) {
      this.#agreed.push(index)
      this.#agreements.push(agreement)
    }
    this.#groups.push(countGroups(sample))
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
    const people: Array<PersonSummary> = []
    for (const person of [...this.#people].sort()) {
      const theirs = pairs.filter((pair) => pair.people.includes(person))
      people.push({ person, ...(yield* PairTally.join(theirs, this.thresholds).measure(options)) })
    }
    return {
      samples: this.#alphas.length,
      agreement: yield* computeMeanOfSamples(this.#agreed, this.#agreements, options),
      objectAlpha: yield* computeMeanOfSamples([...this.#alphas.keys()], this.#alphas, options),
      pooledObjectAlpha: yield* this.#computePooledAlpha(options),
      categories: yield* this.#measureCategories(options),
      attributes: yield* this.#attributes.computeSummary(options),
      pairs: pairSummaries,
      people,
    }
  }

  #computePooledAlpha(options: BootstrapOptions): Generator<void, Figure> {
    const values = [...new Set(this.#groups.flatMap((parts) => [...parts.values.keys()]))]
    return computeAlpha(
      values,
      this.#groups.map(({ observed, values: counted }) => ({
        observed,
        counts: values.map((value) => counted.get(value)?.count ?? 0),
      })),
      options,
    )
  }

  *#measureCategories(options: BootstrapOptions): Generator<void, ReadonlyArray<CategorySummary>> {
    const categories = new Set(this.#groups.flatMap(({ values }) => [...values.keys()].filter(isCategory)))
    const summaries: Array<CategorySummary> = []
    for (const category of [...categories].sort((a, b) => a - b)) {
      const parts = this.#groups.map(({ total, values }) => ({ total, found: values.get(category) }))
      const objects = parts.reduce((sum, { found }) => sum + (found?.groups ?? 0), 0)
      const alpha = yield* computeAlpha(
        [0, 1],
        parts.map(({ found, total }) => {
          const count = found?.count ?? 0
          return { observed: found?.observed ?? 0, counts: [total - count, count] }
        }),
        options,
      )
      summaries.push({ category, objects, alpha })
    }
    return summaries
  }
}

const swapPeople = ({ matches, quality }: CountedPair): CountedPair => ({
  quality,
  matches: matches.map(([a, b, similarity]) => [b, a, similarity]),
})

const isCategory = (value: Value): value is number => typeof value === "number"

const countGroups = ({ groups, objects }: SampleAgreement): GroupParts => {
  const categories = objects.map((list) => list.map(({ category }) => category))
  const values = new Map<Value, ValueParts>()
  let [observed, total] = [0, 0]
  for (const { members } of groups) {
    const unit = listGroupValues(members, categories)
    total += unit.length
    observed += computeUnitDisagreement(unit, computeInequality)
    for (const value of new Set(unit)) {
      const before = values.get(value) ?? { count: 0, groups: 0, observed: 0 }
      const count = unit.filter((other) => other === value).length
      values.set(value, {
        count: before.count + count,
        groups: before.groups + 1,
        observed: before.observed + (count * (unit.length - count)) / (unit.length - 1),
      })
    }
  }
  return { total, observed, values }
}

interface AlphaParts {
  readonly observed: number
  /** The number of times that each value was given, in the order of the values. */
  readonly counts: ReadonlyArray<number>
}

/** α over the groups of all samples, with limits over samples. */
function* computeAlpha(
  values: ReadonlyArray<Value>,
  samples: ReadonlyArray<AlphaParts>,
  options: BootstrapOptions,
): Generator<void, Figure> {
  // For each sample its observed disagreement, then the count of each value.
  const stride = values.length + 1
  const parts = new Float64Array(samples.length * stride)
  for (const [sample, { counts, observed }] of samples.entries())
    parts.set([observed, ...counts], sample * stride)
  const sums = new Float64Array(stride)
  const compute = (indices: Int32Array): number | null => {
    sums.fill(0)
    for (let index = 0; index < indices.length; index++) {
      const start = (indices[index] as number) * stride
      for (let part = 0; part < stride; part++)
        sums[part] = (sums[part] as number) + (parts[start + part] as number)
    }
    return toAlpha(
      sums[0] as number,
      new Map(values.map((value, place) => [value, sums[place + 1] as number])),
    )
  }
  return {
    value: compute(Int32Array.from(samples.keys())),
    limits: yield* estimateLimitsInSteps(samples.length, compute, options),
  }
}
