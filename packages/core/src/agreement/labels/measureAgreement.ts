/** Figures over the agreement of many samples. */
import { toAlpha } from "../figures/alpha.ts"
import { type BootstrapOptions, estimateLimits, type Figure } from "../figures/bootstrap.ts"
import { type Confusion, computeKappa, countConfusion } from "../figures/confusion.ts"
import { computeInequality, computeUnitDisagreement } from "../figures/disagreement.ts"
import { absent, listGroupValues, type SampleAgreement } from "./compareLabels.ts"
import { type AttributeSummary, measureAttributes } from "./measureAttributes.ts"
import { requireThreshold } from "./requireOptions.ts"

/** Two people, over the samples that both labeled. */
export interface PairSummary {
  readonly people: readonly [string, string]
  readonly samples: number
  readonly quality: Figure
  /** F1 = 2 · pairs / objects, of pairs of one category whose similarity is at least the threshold. */
  readonly f1: ReadonlyArray<{ readonly threshold: number; readonly value: number | null }>
  /** The mean similarity of all pairs. */
  readonly meanSimilarity: number | null
  /** Cohen's κ of the categories of pairs. */
  readonly kappa: number | null
  /** Categories that the first and the second person gave one object, or `absent`. */
  readonly confusion: Confusion
}

/** One person against everybody who labeled the same samples. */
export interface PersonSummary {
  readonly person: string
  readonly samples: number
  readonly quality: Figure
  readonly f1: PairSummary["f1"]
  readonly meanSimilarity: number | null
}

export interface CategorySummary {
  readonly category: number
  /** Groups of which somebody chose the category. */
  readonly objects: number
  /** Krippendorff's α of the category against all else, absence included. */
  readonly alpha: Figure
}

export interface AgreementSummary {
  readonly samples: number
  readonly agreement: Figure
  /** The mean of the object α of the samples. */
  readonly objectAlpha: Figure
  /** The object α of the groups of all samples together. */
  readonly pooledObjectAlpha: Figure
  readonly categories: ReadonlyArray<CategorySummary>
  readonly attributes: ReadonlyArray<AttributeSummary>
  readonly pairs: ReadonlyArray<PairSummary>
  readonly people: ReadonlyArray<PersonSummary>
}

export interface SummaryOptions extends BootstrapOptions {
  /** The thresholds of F1. Defaults to 0.5, 0.75 and 0.9. */
  readonly thresholds?: ReadonlyArray<number>
}

/** Samples with fewer than two labels do not count. */
export const measureAgreement = (
  samples: ReadonlyArray<SampleAgreement>,
  options: SummaryOptions,
): AgreementSummary => {
  for (const threshold of options.thresholds ?? []) requireThreshold(threshold)
  const compared = samples.filter(({ people }) => people.length > 1)
  const units = compared.map(({ groups, objects }) => {
    const categories = objects.map((list) => list.map(({ category }) => category))
    return groups.map(({ members }) => listGroupValues(members, categories))
  })
  const pairs = collectPairs(compared)
  const names = [...new Set(compared.flatMap(({ people }) => people))].sort()
  return {
    samples: compared.length,
    agreement: computeMeanFigure(
      compared.map(({ agreement }, sample) => ({ sample, value: agreement })),
      options,
    ),
    objectAlpha: computeMeanFigure(
      compared.map(({ objectAlpha }, sample) => ({ sample, value: objectAlpha })),
      options,
    ),
    pooledObjectAlpha: computeAlphaFigure(units, options),
    categories: measureCategories(units, options),
    attributes: measureAttributes(compared, options),
    pairs: [...pairs.values()].map((pair) => measurePair(pair, options)),
    people: names.map((person) =>
      measurePerson(
        person,
        [...pairs.values()].filter(({ people }) => people.includes(person)),
        options,
      ),
    ),
  }
}

/** Counts of two people in one sample. */
interface Meeting {
  readonly sample: number
  readonly quality: number
  readonly objects: number
  /** Categories of each pair with its similarity. */
  readonly matches: ReadonlyArray<readonly [a: number, b: number, similarity: number]>
  /** Categories of objects that only one of them has. */
  readonly onlyA: ReadonlyArray<number>
  readonly onlyB: ReadonlyArray<number>
}

interface Meetings {
  readonly people: readonly [string, string]
  readonly list: Array<Meeting>
}

const collectPairs = (samples: ReadonlyArray<SampleAgreement>): ReadonlyMap<string, Meetings> => {
  const pairs = new Map<string, Meetings>()
  for (const [sample, { objects, pairs: agreements, people }] of samples.entries())
    for (const { matches, people: places, quality } of agreements) {
      const [i, j] = places
      const names = [people[i] ?? "", people[j] ?? ""] as const
      const [a, b] = [objects[i] ?? [], objects[j] ?? []]
      const [usedA, usedB] = [new Set(matches.map(([x]) => x)), new Set(matches.map(([, y]) => y))]
      const key = JSON.stringify(names)
      const meetings = pairs.get(key) ?? { people: names, list: [] }
      pairs.set(key, meetings)
      meetings.list.push({
        sample,
        quality,
        objects: a.length + b.length,
        matches: matches.map(([x, y, similarity]) => [a[x]?.category ?? 0, b[y]?.category ?? 0, similarity]),
        onlyA: a.filter((_, index) => !usedA.has(index)).map(({ category }) => category),
        onlyB: b.filter((_, index) => !usedB.has(index)).map(({ category }) => category),
      })
    }
  return pairs
}

const measurePair = ({ list, people }: Meetings, options: SummaryOptions): PairSummary => {
  const matches = list.flatMap((meeting) => meeting.matches)
  const categories = matches.map(([a, b]) => [a, b] as const)
  const alone = list.flatMap(({ onlyA, onlyB }) => [
    ...onlyA.map((category) => [category, absent] as const),
    ...onlyB.map((category) => [absent, category] as const),
  ])
  return {
    people,
    ...measureMeetings(list, options),
    kappa: computeKappa(countConfusion(categories)),
    confusion: countConfusion([...categories, ...alone]),
  }
}

const measurePerson = (
  person: string,
  pairs: ReadonlyArray<Meetings>,
  options: SummaryOptions,
): PersonSummary => {
  const list = pairs.flatMap((pair) => pair.list)
  return {
    person,
    ...measureMeetings(list, options),
  }
}

const measureMeetings = (
  list: ReadonlyArray<Meeting>,
  options: SummaryOptions,
): Omit<PersonSummary, "person"> => {
  const matches = list.flatMap((meeting) => meeting.matches)
  const objects = list.reduce((sum, meeting) => sum + meeting.objects, 0)
  const { thresholds = [0.5, 0.75, 0.9] } = options
  return {
    samples: new Set(list.map(({ sample }) => sample)).size,
    quality: computeMeanFigure(
      list.map(({ quality, sample }) => ({ sample, value: quality })),
      options,
    ),
    f1: thresholds.map((threshold) => {
      const right = matches.filter(([a, b, similarity]) => a === b && similarity >= threshold).length
      return { threshold, value: objects === 0 ? null : (2 * right) / objects }
    }),
    meanSimilarity:
      matches.length === 0
        ? null
        : matches.reduce((sum, [, , similarity]) => sum + similarity, 0) / matches.length,
  }
}

/** The mean of all values, with limits over draws of samples: values of one sample are drawn together. */
const computeMeanFigure = (
  values: ReadonlyArray<{ readonly sample: number; readonly value: number | null }>,
  options: BootstrapOptions,
): Figure => {
  const bySample = new Map<number, { sum: number; count: number }>()
  for (const { sample, value } of values) {
    if (value === null) continue
    const part = bySample.get(sample) ?? { sum: 0, count: 0 }
    part.sum += value
    part.count += 1
    bySample.set(sample, part)
  }
  if (bySample.size === 0) return { value: null, limits: null }
  // Typed arrays and a loop over places, because this is drawn a thousand times.
  const sums = Float64Array.from(bySample.values(), ({ sum }) => sum)
  const counts = Float64Array.from(bySample.values(), ({ count }) => count)
  const computeMean = (indices: Int32Array): number => {
    let [sum, count] = [0, 0]
    for (let place = 0; place < indices.length; place++) {
      const index = indices[place] as number
      sum += sums[index] as number
      count += counts[index] as number
    }
    return sum / count
  }
  return {
    value: computeMean(Int32Array.from(sums.keys())),
    limits: estimateLimits(sums.length, computeMean, options),
  }
}

type Units = ReadonlyArray<ReadonlyArray<string | number>>

const measureCategories = (
  samples: ReadonlyArray<Units>,
  options: BootstrapOptions,
): ReadonlyArray<CategorySummary> => {
  const categories = new Set(samples.flat(2).filter((value) => value !== absent))
  return [...categories]
    .map(Number)
    .sort((a, b) => a - b)
    .map((category) => {
      const binary = samples.map((units) =>
        units.map((unit) => unit.map((value) => (value === category ? 1 : 0))),
      )
      return {
        category,
        objects: samples.reduce(
          (sum, units) => sum + units.filter((unit) => unit.includes(category)).length,
          0,
        ),
        alpha: computeAlphaFigure(binary, options),
      }
    })
}

/** α over the units of all samples, with limits over samples. The parts of each sample are counted once. */
const computeAlphaFigure = (samples: ReadonlyArray<Units>, options: BootstrapOptions): Figure => {
  const values = [...new Set(samples.flat(2))]
  const places = new Map(values.map((value, index) => [value, index]))
  // For each sample its observed disagreement, then the count of each value.
  const stride = values.length + 1
  const parts = new Float64Array(samples.length * stride)
  for (const [sample, units] of samples.entries())
    for (const unit of units) {
      if (unit.length < 2) continue
      for (const value of unit) {
        const place = sample * stride + 1 + (places.get(value) ?? 0)
        parts[place] = (parts[place] as number) + 1
      }
      parts[sample * stride] =
        (parts[sample * stride] as number) + computeUnitDisagreement(unit, computeInequality)
    }
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
    limits: estimateLimits(samples.length, compute, options),
  }
}
