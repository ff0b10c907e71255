/** The pairs of the objects of two labels of one sample. */
import { type Candidate, matchCandidates } from "../assignment/matchCandidates.ts"
import {
  countElements,
  countOverlapsInSteps,
  type IdRuns,
  isSameSize,
  type Overlaps,
} from "../geometry/runs.ts"
import type { ComparableLabel, ComparableObject, ComparableScene } from "./ComparableObject.ts"
import { AnswerComparison, compareImageAnswers } from "./compareAnswers.ts"
import { compareScenes, compareScenesInSteps, hasFewPairs, type SimilarityOptions } from "./compareScenes.ts"
import type { PreparedConfiguration } from "./prepareConfiguration.ts"

export interface PairingOptions extends SimilarityOptions {
  /** The least similarity of a pair. Defaults to 0.5. */
  readonly threshold?: number
  /** Whether objects of different categories may be a pair. Defaults to true: the disagreement is then one of the category. */
  readonly acrossCategories?: boolean
}

export interface ComparedLabel {
  readonly label: ComparableLabel
  /** The ids of the elements of a scene, by its key; null where it is not segmented. */
  readonly getIds: (scene: string) => IdRuns | null
}

/** The calls for the scenes that both labels segmented. */
export interface VisitScenes {
  readonly visitMismatch?: (scene: ComparableScene, lengths: readonly [a: number, b: number]) => void
  readonly visitOverlaps?: (scene: string, overlaps: Overlaps) => void
  /** Two objects of a scene that resemble each other, by their places. */
  readonly visitSimilarity?: (scene: string, a: number, b: number, similarity: number) => void
}

/** Objects that resemble each other in some frame. */
export interface ObjectCandidate extends Candidate {
  /**
   * The sum of the similarities of their frames over the number of frames in which one or the other is, so that a track which is lost halfway has
   * at most half.
   */
  readonly similarity: number
  /** The number of frames in which the similarity is at least the threshold. */
  readonly hits: number
  /**
   * The share of equal answers about both objects, of their category and attributes. 0 for objects of different categories; 1 for others below the
   * threshold, which are no pair.
   */
  readonly answerShare: number
}

/**
 * Of assignments that are equally similar, the one is chosen whose pairs of one category are the most similar, of those the one whose attributes
 * are equal, and of those the one with the most such pairs: the figures do not depend on the order of objects and people.
 */
const preferences = { similarity: 1e-8, answers: 1e-10, pair: 1e-12 }

export function* findCandidatesInSteps(
  a: ComparedLabel,
  b: ComparedLabel,
  { compiled, getSigma }: PreparedConfiguration,
  options: PairingOptions,
  visit: VisitScenes,
): Generator<void, ReadonlyArray<ObjectCandidate>> {
  const { acrossCategories = true, threshold = 0.5 } = options
  const candidates: Array<ObjectCandidate> = []
  const answers = new AnswerComparison(compiled.categories)
  const addCandidate = (indexA: number, indexB: number, similarity: number, hits: number) => {
    const objectA = a.label.objects[indexA] as ComparableObject
    const objectB = b.label.objects[indexB] as ComparableObject
    const isSame = objectA.category === objectB.category
    if (!acrossCategories && !isSame) return
    const isPair = isSame && similarity >= threshold
    const answerShare = isPair ? answers.computeShare(objectA, objectB) : Number(isSame)
    const factor = preferences.similarity - (1 - answerShare) * preferences.answers
    const preference = isSame ? similarity * factor + preferences.pair : 0
    candidates.push({ a: indexA, b: indexB, similarity, hits, answerShare, weight: similarity + preference })
  }
  const sums = new CandidateSums(a.label, b.label)
  // All objects of a single scene are different, so that each of its pairs is a candidate as it is.
  const isSingle = a.label.scenes.size === 1 && b.label.scenes.size === 1
  for (const [key, sceneA] of a.label.scenes) {
    const sceneB = b.label.scenes.get(key)
    if (sceneB === undefined) continue
    const [idsA, idsB] = [a.getIds(key), b.getIds(key)]
    const overlaps =
      idsA === null || idsB === null ? null : yield* countSceneOverlaps(idsA, idsB, key, sceneA, visit)
    const context = { overlaps, getSigma, options }
    const visitPair = (i: number, j: number, similarity: number) => {
      const objectA = sceneA.instances[i]?.object ?? 0
      const objectB = sceneB.instances[j]?.object ?? 0
      const hits = similarity >= threshold ? 1 : 0
      visit.visitSimilarity?.(key, i, j, similarity)
      if (isSingle) addCandidate(objectA, objectB, similarity, hits)
      else sums.add(objectA, objectB, similarity, hits)
    }
    if (hasFewPairs(sceneA, sceneB)) compareScenes(sceneA, sceneB, context, visitPair)
    else yield* compareScenesInSteps(sceneA, sceneB, context, visitPair)
    if (!isSingle) yield
  }
  if (isSingle) return candidates
  sums.visit(addCandidate)
  return candidates.sort((x, y) => x.a - y.a || x.b - y.b)
}

/** The similarities of two labels' objects, summed over the scenes. */
class CandidateSums {
  readonly #sums = new Map<number, { sum: number; hits: number }>()

  constructor(
    readonly a: ComparableLabel,
    readonly b: ComparableLabel,
  ) {}

  add(a: number, b: number, similarity: number, hits: number): void {
    const pair = a * this.b.objects.length + b
    const before = this.#sums.get(pair)
    if (before === undefined) this.#sums.set(pair, { sum: similarity, hits })
    else {
      before.sum += similarity
      before.hits += hits
    }
  }

  visit(visit: (a: number, b: number, similarity: number, hits: number) => void): void {
    for (const [pair, { hits, sum }] of this.#sums) {
      const [a, b] = [Math.floor(pair / this.b.objects.length), pair % this.b.objects.length]
      const [objectA, objectB] = [this.a.objects[a], this.b.objects[b]]
      if (objectA === undefined || objectB === undefined) continue
      visit(a, b, sum / countFrames(objectA, objectB), hits)
    }
  }
}

/** The elements that two labels segmented in a scene; null where one is empty, or their sizes differ. */
function* countSceneOverlaps(
  a: IdRuns,
  b: IdRuns,
  key: string,
  scene: ComparableScene,
  { visitMismatch, visitOverlaps }: VisitScenes,
): Generator<void, Overlaps | null> {
  const lengths = [countElements(a), countElements(b)] as const
  // An empty scene has nothing segmented.
  if (lengths[0] === 0 || lengths[1] === 0) return null
  if (!isSameSize(a, b)) {
    visitMismatch?.(scene, lengths)
    return null
  }
  const overlaps = yield* countOverlapsInSteps(a, b)
  visitOverlaps?.(key, overlaps)
  return overlaps
}

/** The number of frames in which at least one of two objects is. */
const countFrames = ({ instances: a }: ComparableObject, { instances: b }: ComparableObject): number => {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  let common = 0
  for (const frame of few.keys()) if (many.has(frame)) common += 1
  return a.size + b.size - common
}

/** The optimal pairs among candidates at or above the threshold. */
export const matchObjects = (
  candidates: ReadonlyArray<ObjectCandidate>,
  threshold = 0.5,
): ReadonlyArray<ObjectCandidate> => {
  const isAbove = ({ similarity }: ObjectCandidate) => similarity >= threshold
  return matchCandidates(candidates.every(isAbove) ? candidates : candidates.filter(isAbove))
}

/**
 * (Σ similarity · share of equal answers of pairs of one category + Σ share of frames in which an attribute of the image is equal) / (half of all
 * objects of both + attributes of the image that one or the other fills in). 1 where both have neither. Without attributes, it is
 * Σ similarity of pairs of one category / half of all objects of both.
 */
export const computeQuality = (
  a: ComparableLabel,
  b: ComparableLabel,
  matches: ReadonlyArray<ObjectCandidate>,
  { compiled }: Pick<PreparedConfiguration, "compiled">,
): number => {
  const images = compareImageAnswers(a, b, compiled)
  let sum = images.equal
  for (const { answerShare, similarity } of matches) sum += similarity * answerShare
  // Pairs and half of the others are half of all objects.
  const units = a.objects.length + b.objects.length + 2 * images.total
  return units === 0 ? 1 : (2 * sum) / units
}

/**
 * The number of frames in which objects keep their pair, when pairs are chosen so that it is largest: the identity true positives of IDF1
 * (Ristani et al. 2016).
 */
export const countIdentityHits = (candidates: ReadonlyArray<ObjectCandidate>): number =>
  matchCandidates(
    candidates.filter(({ hits }) => hits > 0).map(({ a, b, hits }) => ({ a, b, weight: hits })),
  ).reduce((sum, { weight }) => sum + weight, 0)
