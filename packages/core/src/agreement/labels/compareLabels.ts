/** Compares the labels that several people made of one sample. */
import type { Configuration } from "../../domain/Configuration.ts"
import { runToEnd } from "../../domain/runToEnd.ts"
import { computeNominalParts, toAlpha } from "../figures/alpha.ts"
import { type AttributeAgreement, collectAttributesInSteps } from "./attributeUnits.ts"
import type { ComparableLabel } from "./ComparableObject.ts"
import { groupObjects, type ObjectGroup } from "./groupObjects.ts"
import {
  type ComparedLabel,
  computeQuality,
  countIdentityHits,
  findCandidatesInSteps,
  matchObjects,
  type ObjectCandidate,
  type PairingOptions,
} from "./matchObjects.ts"
import type { PersonLabel } from "./PersonLabel.ts"
import { getPrepared, type PreparedConfiguration } from "./prepareConfiguration.ts"
import { readAllInSteps } from "./readCompared.ts"
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
  /**
   * (Σ similarity · share of equal answers of pairs of one category + equal attributes of the image) / (half of all objects of both + attributes of
   * the image that one or the other fills in), from 0 to 1. An object's answers are its category and its filled-in attributes; an attribute of
   * the image counts as the share of frames in which it is equal. 1 where both have neither.
   */
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

/** The version of the formulas of a sample's agreement. Stored agreements without one are of an earlier version. */
export const agreementFormula = 2

/** All that a summary needs of a sample, as plain JSON. */
export interface SampleAgreement {
  /** The version of the formulas: {@link agreementFormula}. */
  readonly formula?: number
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

/** Collects parts of the comparison of two labels for other figures, so that it is made once. */
export interface ComparisonObserver {
  /** Called once, with the labels and their people in the order of their names. */
  readonly begin: (labels: ReadonlyArray<ComparableLabel>, people: ReadonlyArray<string>) => void
  /** Two objects of a scene that resemble each other, by their places in the first and the second label. */
  readonly visitSimilarity: (scene: string, a: number, b: number, similarity: number) => void
}

export const compareLabels = (
  configuration: Configuration | PreparedConfiguration,
  labels: ReadonlyArray<PersonLabel>,
  options: PairingOptions = {},
  observer?: ComparisonObserver,
): SampleAgreement => runToEnd(compareLabelsInSteps(configuration, labels, options, observer))

/** The same in steps, between which other work can run: sequences have many frames, and segmented scenes many elements. */
export function* compareLabelsInSteps(
  configuration: Configuration | PreparedConfiguration,
  labels: ReadonlyArray<PersonLabel>,
  options: PairingOptions = {},
  observer?: ComparisonObserver,
): Generator<void, SampleAgreement> {
  requireOptions(options)
  const prepared = getPrepared(configuration)
  const sorted = sortLabels(labels)
  const compared = yield* readAllInSteps(sorted)
  const people = compared.length
  observer?.begin(
    compared.map(({ label }) => label),
    sorted.map(({ person }) => person),
  )
  const candidates = new CandidateLists(people)
  const mismatches: Array<SceneMismatch> = []
  for (const [j, b] of compared.entries())
    for (let i = 0; i < j; i++) {
      const a = compared[i] as ComparedLabel
      const list = yield* findCandidatesInSteps(a, b, prepared, options, {
        visitMismatch: ({ frame, sensor }, lengths) =>
          mismatches.push({ people: [i, j], sensor, frame: a.label.isSequence ? frame : null, lengths }),
        ...(observer && { visitSimilarity: (...pair) => observer.visitSimilarity(...pair) }),
      })
      candidates.set(i, j, list)
    }
  const groups = groupObjects(
    compared.map(({ label }) => label.objects.length),
    (i, j) => candidates.get(i, j),
    options.threshold ?? 0.5,
  )
  const equalities = makeEqualities(people)
  const attributes = yield* collectAttributesInSteps(
    compared.map(({ label }) => label),
    groups,
    prepared.compiled,
    (values) => countEqualities(values, equalities),
  )
  const pairs: Array<PairAgreement> = []
  for (const [i, { label: a }] of compared.entries())
    for (let j = i + 1; j < people; j++) {
      const { label: b } = compared[j] as ComparedLabel
      pairs.push(
        comparePair(
          [i, j],
          [a, b],
          candidates.get(i, j),
          equalities[i * people + j] as Equality,
          prepared,
          options.threshold,
        ),
      )
      yield
    }
  const categories = compared.map(({ label }) => label.objects.map(({ category }) => category))
  return {
    formula: agreementFormula,
    people: sorted.map(({ person }) => person),
    objects: compared.map(({ label }) => label.objects.map(toComparedObject)),
    pairs,
    groups: groups.map((members) => ({
      members,
      agreement: computeGroupAgreement(members, categories, candidates),
    })),
    attributes,
    agreement:
      pairs.length === 0 ? null : pairs.reduce((sum, { quality }) => sum + quality, 0) / pairs.length,
    objectAlpha: computeObjectAlpha(groups, categories),
    mismatches,
  }
}

/** The candidates of each two people, the earlier one first. */
class CandidateLists {
  readonly #lists: Array<ReadonlyArray<ObjectCandidate>> = []

  constructor(readonly people: number) {}

  set(i: number, j: number, list: ReadonlyArray<ObjectCandidate>): void {
    this.#lists[i * this.people + j] = list
  }

  get(i: number, j: number): ReadonlyArray<ObjectCandidate> {
    return this.#lists[i * this.people + j] ?? []
  }

  /** The similarity of the object `a` of the person `i` and the object `b` of the person `j`. A list is in the order of both. */
  findSimilarity(i: number, j: number, a: number, b: number): number {
    const list = this.get(i, j)
    let [low, high] = [0, list.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const candidate = list[middle] as ObjectCandidate
      if (candidate.a < a || (candidate.a === a && candidate.b < b)) low = middle + 1
      else high = middle
    }
    const candidate = list[low]
    return candidate?.a === a && candidate.b === b ? candidate.similarity : 0
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

/** Written out, because a spread gives each pair a separate hidden class. */
const comparePair = (
  people: readonly [number, number],
  [a, b]: readonly [ComparableLabel, ComparableLabel],
  candidates: ReadonlyArray<ObjectCandidate>,
  attributes: Equality,
  prepared: PreparedConfiguration,
  threshold?: number,
): PairAgreement => {
  const matches = matchObjects(candidates, threshold)
  return {
    people,
    matches: matches.map((match) => [match.a, match.b, match.similarity] as const),
    quality: computeQuality(a, b, matches, prepared),
    identity:
      a.isSequence || b.isSequence
        ? computeIdentity(candidates, countInstances(a) + countInstances(b))
        : null,
    attributes,
  }
}

/** 1 where nobody has objects. */
const computeIdentity = (candidates: ReadonlyArray<ObjectCandidate>, frames: number): number =>
  frames === 0 ? 1 : (2 * countIdentityHits(candidates)) / frames

const countInstances = ({ objects }: ComparableLabel): number =>
  objects.reduce((count, { instances }) => count + instances.size, 0)

type Equality = PairAgreement["attributes"]

/** Of each two people, by the number of the first one times the people, plus the second one. */
const makeEqualities = (people: number) =>
  Array.from({ length: people * people }, () => ({ equal: 0, total: 0 }))

const countEqualities = (
  values: ReadonlyArray<string | number | undefined>,
  equalities: ReturnType<typeof makeEqualities>,
): void => {
  for (let j = 1; j < values.length; j++)
    for (let i = 0; i < j; i++) {
      const a = values[i]
      const b = values[j]
      const counts = equalities[i * values.length + j]
      if (counts === undefined || a === undefined || b === undefined) continue
      counts.total += 1
      if (a === b) counts.equal += 1
    }
}

const computeGroupAgreement = (
  members: ObjectGroup,
  categories: ReadonlyArray<ReadonlyArray<number>>,
  candidates: CandidateLists,
): number => {
  let [sum, count] = [0, 0]
  for (let j = 1; j < members.length; j++)
    for (let i = 0; i < j; i++) {
      const a = members[i] ?? null
      const b = members[j] ?? null
      count += 1
      if (a === null || b === null || categories[i]?.[a] !== categories[j]?.[b]) continue
      sum += candidates.findSimilarity(i, j, a, b)
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

/** The values of each group of a sample. */
export const listGroupUnits = ({
  groups,
  objects,
}: Pick<SampleAgreement, "groups" | "objects">): ReadonlyArray<ReadonlyArray<string | number>> => {
  const categories = objects.map((list) => list.map(({ category }) => category))
  return groups.map(({ members }) => listGroupValues(members, categories))
}

/** The category that each person gave an object, or its absence. */
export const listGroupValues = (
  members: ObjectGroup,
  categories: ReadonlyArray<ReadonlyArray<number>>,
): ReadonlyArray<string | number> =>
  members.map((object, person) => (object === null ? absent : (categories[person]?.[object] ?? absent)))
