/** Compares the labels that several people made of one sample. */
import type { Configuration } from "../../domain/Configuration.ts"
import { runToEnd } from "../../domain/runToEnd.ts"
import { computeNominalParts, toAlpha } from "../figures/alpha.ts"
import { type AttributeAgreement, collectAttributes } from "./attributeUnits.ts"
import type { ComparableLabel } from "./ComparableObject.ts"
import { groupObjects, type ObjectGroup } from "./groupObjects.ts"
import {
  computeQuality,
  countIdentityHits,
  findCandidatesInSteps,
  matchObjects,
  type ObjectCandidate,
  type PairingOptions,
} from "./matchObjects.ts"
import type { PersonLabel } from "./PersonLabel.ts"
import { getPrepared, type PreparedConfiguration } from "./prepareConfiguration.ts"
import { readCompared } from "./readCompared.ts"
import { requireOptions } from "./requireOptions.ts"

/** An object as a result names it. */
export interface ComparedObject {
  /** The id of its annotation, of a track in its first frame. */
  readonly id: number
  readonly sensor: string | null
  readonly category: number
}

export interface PairAgreement {
  /** The places of both people. */
  readonly people: readonly [number, number]
  /** The objects of both people that are pairs, by their places, with their similarity. */
  readonly matches: ReadonlyArray<readonly [a: number, b: number, similarity: number]>
  /** Σ of the similarities of pairs of one category / half of all objects of both. 1 where both have no objects. */
  readonly quality: number
  /** IDF1 of the tracks: 2 · frames with the right identity / frames of both. Null in stills. */
  readonly identity: number | null
  /** Values of groups and images, frame by frame, that both people gave or left out alike, of how many. */
  readonly attributes: { readonly equal: number; readonly total: number }
}

/** A scene of which two people segmented different numbers of points, or bitmaps of different sizes: its segmented objects resemble nothing. */
export interface SceneMismatch {
  /** The places of both people. */
  readonly people: readonly [number, number]
  readonly sensor: string | null
  /** Null in stills. */
  readonly frame: number | null
  /** The numbers of elements: the same for bitmaps with as many pixels in other rows. */
  readonly lengths: readonly [a: number, b: number]
}

/** All that a summary needs of a sample, as plain JSON. */
export interface SampleAgreement {
  /** In the order of their names. */
  readonly people: ReadonlyArray<string>
  /** The objects of each person. */
  readonly objects: ReadonlyArray<ReadonlyArray<ComparedObject>>
  readonly pairs: ReadonlyArray<PairAgreement>
  /** Objects that are the same, with the mean similarity over all pairs of people, 0 for those who lack it or chose another category. */
  readonly groups: ReadonlyArray<{ readonly members: ObjectGroup; readonly agreement: number }>
  readonly attributes: ReadonlyArray<AttributeAgreement>
  /** The mean quality of the pairs of people. Null with fewer than two labels. */
  readonly agreement: number | null
  /** Krippendorff's α over groups, with the category or its absence as values. 1 where only one value occurs. */
  readonly objectAlpha: number
  readonly mismatches: ReadonlyArray<SceneMismatch>
}

export const compareLabels = (
  configuration: Configuration | PreparedConfiguration,
  labels: ReadonlyArray<PersonLabel>,
  options: PairingOptions = {},
): SampleAgreement => runToEnd(compareLabelsInSteps(configuration, labels, options))

/** The same in steps, between which other work can run: the elements of segmented scenes are many. */
export function* compareLabelsInSteps(
  configuration: Configuration | PreparedConfiguration,
  labels: ReadonlyArray<PersonLabel>,
  options: PairingOptions = {},
): Generator<void, SampleAgreement> {
  requireOptions(options)
  const { compiled, getSigma } = getPrepared(configuration)
  const sorted = sortLabels(labels)
  const compared = sorted.map(readCompared)
  const candidates = new Map<string, ReadonlyArray<ObjectCandidate>>()
  const people = [...compared.entries()]
  const mismatches: Array<SceneMismatch> = []
  for (const [j, b] of people)
    for (const [i, a] of people.slice(0, j)) {
      const list = yield* findCandidatesInSteps(a, b, getSigma, options, {
        visitMismatch: ({ frame, sensor }, lengths) =>
          mismatches.push({ people: [i, j], sensor, frame: a.label.isSequence ? frame : null, lengths }),
      })
      candidates.set(`${i} ${j}`, list)
    }
  const getCandidates = (i: number, j: number) => candidates.get(`${i} ${j}`) ?? []
  const groups = groupObjects(
    compared.map(({ label }) => label.objects.length),
    getCandidates,
    options.threshold ?? 0.5,
  )
  const equalities = new Map<number, { equal: number; total: number }>()
  const attributes = collectAttributes(
    compared.map(({ label }) => label),
    groups,
    compiled,
    (values) => countEqualities(values, equalities),
  )
  const pairs = people.flatMap(([i, a]) =>
    people.slice(i + 1).map(([j, b]) => ({
      people: [i, j] as const,
      ...comparePair(a.label, b.label, getCandidates(i, j), options.threshold),
      attributes: equalities.get(i * people.length + j) ?? { equal: 0, total: 0 },
    })),
  )
  const getSimilarity = indexSimilarities(candidates)
  const categories = compared.map(({ label }) => label.objects.map(({ category }) => category))
  return {
    people: sorted.map(({ person }) => person),
    objects: compared.map(({ label }) => label.objects.map(toComparedObject)),
    pairs,
    groups: groups.map((members) => ({
      members,
      agreement: computeGroupAgreement(members, categories, getSimilarity),
    })),
    attributes,
    agreement:
      pairs.length === 0 ? null : pairs.reduce((sum, { quality }) => sum + quality, 0) / pairs.length,
    objectAlpha: computeObjectAlpha(groups, categories),
    mismatches,
  }
}

/** In the order of names, so that the result does not depend on that of the labels. */
const sortLabels = (labels: ReadonlyArray<PersonLabel>): ReadonlyArray<PersonLabel> => {
  const sorted = labels.toSorted((a, b) => (a.person < b.person ? -1 : 1))
  for (const [index, { person }] of sorted.entries())
    if (sorted[index + 1]?.person === person)
      throw new RangeError(`Two labels are of ${JSON.stringify(person)}.`)
  return sorted
}

const toComparedObject = ({
  category,
  instances,
  sensor,
}: ComparableLabel["objects"][number]): ComparedObject => {
  const [first] = instances.values()
  return { id: first?.annotation.id ?? 0, sensor, category }
}

const comparePair = (
  a: ComparableLabel,
  b: ComparableLabel,
  candidates: ReadonlyArray<ObjectCandidate>,
  threshold?: number,
): Omit<PairAgreement, "people" | "attributes"> => {
  const matches = matchObjects(candidates, threshold)
  const frames = countInstances(a) + countInstances(b)
  return {
    matches: matches.map((match) => [match.a, match.b, match.similarity] as const),
    quality: computeQuality(a, b, matches),
    identity: a.isSequence || b.isSequence ? computeIdentity(candidates, frames) : null,
  }
}

/** 1 where nobody has objects, as the quality. */
const computeIdentity = (candidates: ReadonlyArray<ObjectCandidate>, frames: number): number =>
  frames === 0 ? 1 : (2 * countIdentityHits(candidates)) / frames

const countInstances = ({ objects }: ComparableLabel): number =>
  objects.reduce((count, { instances }) => count + instances.size, 0)

const countEqualities = (
  values: ReadonlyArray<string | number | undefined>,
  equalities: Map<number, { equal: number; total: number }>,
): void => {
  for (let j = 1; j < values.length; j++)
    for (let i = 0; i < j; i++) {
      const [a, b] = [values[i], values[j]]
      if (a === undefined || b === undefined) continue
      const key = i * values.length + j
      const counts = equalities.get(key) ?? { equal: 0, total: 0 }
      counts.total += 1
      if (a === b) counts.equal += 1
      equalities.set(key, counts)
    }
}

/** The similarity of the object `a` of the person `i` and the object `b` of the person `j`. */
type GetSimilarity = (i: number, j: number, a: number, b: number) => number

/** No label has as many objects: it would be a body of gigabytes. */
const maxObjects = 2 ** 26

const indexSimilarities = (
  candidates: ReadonlyMap<string, ReadonlyArray<ObjectCandidate>>,
): GetSimilarity => {
  const byPair = new Map(
    [...candidates].map(([pair, list]) => [
      pair,
      new Map(list.map(({ a, b, similarity }) => [a * maxObjects + b, similarity])),
    ]),
  )
  return (i, j, a, b) => byPair.get(`${i} ${j}`)?.get(a * maxObjects + b) ?? 0
}

const computeGroupAgreement = (
  members: ObjectGroup,
  categories: ReadonlyArray<ReadonlyArray<number>>,
  getSimilarity: GetSimilarity,
): number => {
  let [sum, count] = [0, 0]
  for (const [j, b] of members.entries())
    for (const [i, a] of members.slice(0, j).entries()) {
      count += 1
      if (a === null || b === null || categories[i]?.[a] !== categories[j]?.[b]) continue
      sum += getSimilarity(i, j, a, b)
    }
  return count === 0 ? 1 : sum / count
}

/** The value of a person who does not have an object. */
export const absent = "absent"

const computeObjectAlpha = (
  groups: ReadonlyArray<ObjectGroup>,
  categories: ReadonlyArray<ReadonlyArray<number>>,
): number => {
  const units = groups.map((members) => listGroupValues(members, categories))
  const { counts, observed } = computeNominalParts(units)
  return toAlpha(observed, counts) ?? 1
}

/** The category that each person gave an object, or its absence. */
export const listGroupValues = (
  members: ObjectGroup,
  categories: ReadonlyArray<ReadonlyArray<number>>,
): ReadonlyArray<string | number> =>
  members.map((object, person) => (object === null ? absent : (categories[person]?.[object] ?? absent)))
