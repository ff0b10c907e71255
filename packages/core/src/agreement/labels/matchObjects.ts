/** The pairs of the objects of two labels of one sample. */
import { type Candidate, matchCandidates } from "../assignment/matchCandidates.ts"
import {
  countElements,
  countOverlapsInSteps,
  type IdRuns,
  isSameSize,
  type Overlaps,
} from "../geometry/runs.ts"
import type { ComparableLabel, ComparableScene } from "./ComparableObject.ts"
import { compareScenes, type SceneContext, type SimilarityOptions } from "./compareScenes.ts"

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
}

/**
 * Of assignments that are equally similar, the one is chosen whose pairs of one category are the most similar, and of those the one with
 * the most such pairs: the figures do not depend on the order of objects and people.
 */
const preferences = { similarity: 1e-8, pair: 1e-12 }

export function* findCandidatesInSteps(
  a: ComparedLabel,
  b: ComparedLabel,
  getSigma: SceneContext["getSigma"],
  options: PairingOptions,
  visit: VisitScenes,
): Generator<void, ReadonlyArray<ObjectCandidate>> {
  const { acrossCategories = true, threshold = 0.5 } = options
  const [objectsA, objectsB] = [a.label.objects, b.label.objects]
  const sums = new Map<number, { sum: number; hits: number }>()
  for (const [key, sceneA] of a.label.scenes) {
    const sceneB = b.label.scenes.get(key)
    if (sceneB === undefined) continue
    const overlaps = yield* countSceneOverlaps(a, b, key, sceneA, visit)
    compareScenes(sceneA, sceneB, { overlaps, getSigma, options }, (i, j, similarity) => {
      const objectA = sceneA.instances[i]?.object ?? 0
      const pair = objectA * objectsB.length + (sceneB.instances[j]?.object ?? 0)
      const before = sums.get(pair)
      const hit = similarity >= threshold ? 1 : 0
      if (before === undefined) sums.set(pair, { sum: similarity, hits: hit })
      else {
        before.sum += similarity
        before.hits += hit
      }
    })
  }
  const candidates: Array<ObjectCandidate> = []
  for (const [pair, { hits, sum }] of sums) {
    const [indexA, indexB] = [Math.floor(pair / objectsB.length), pair % objectsB.length]
    const [objectA, objectB] = [objectsA[indexA], objectsB[indexB]]
    if (objectA === undefined || objectB === undefined) continue
    const isSame = objectA.category === objectB.category
    if (!acrossCategories && !isSame) continue
    const similarity = sum / countFrames(objectA.instances, objectB.instances)
    candidates.push({
      a: indexA,
      b: indexB,
      similarity,
      hits,
      weight: similarity + (isSame ? similarity * preferences.similarity + preferences.pair : 0),
    })
  }
  return candidates.sort((x, y) => x.a - y.a || x.b - y.b)
}

/** The elements that two labels segmented in a scene; null where one is not segmented, or their sizes differ. */
function* countSceneOverlaps(
  a: ComparedLabel,
  b: ComparedLabel,
  key: string,
  scene: ComparableScene,
  { visitMismatch, visitOverlaps }: VisitScenes,
): Generator<void, Overlaps | null> {
  const [idsA, idsB] = [a.getIds(key), b.getIds(key)]
  if (idsA === null || idsB === null) return null
  const lengths = [countElements(idsA), countElements(idsB)] as const
  // An empty scene has nothing segmented.
  if (lengths[0] === 0 || lengths[1] === 0) return null
  if (!isSameSize(idsA, idsB)) {
    visitMismatch?.(scene, lengths)
    return null
  }
  const overlaps = yield* countOverlapsInSteps(idsA, idsB)
  visitOverlaps?.(key, overlaps)
  return overlaps
}

/** The number of frames in which at least one of two objects is. */
const countFrames = (a: ReadonlyMap<number, unknown>, b: ReadonlyMap<number, unknown>): number => {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  let common = 0
  for (const frame of few.keys()) if (many.has(frame)) common += 1
  return a.size + b.size - common
}

/** The optimal pairs among candidates at or above the threshold. */
export const matchObjects = (
  candidates: ReadonlyArray<ObjectCandidate>,
  threshold = 0.5,
): ReadonlyArray<ObjectCandidate> =>
  matchCandidates(candidates.filter(({ similarity }) => similarity >= threshold))

/** Σ similarity of pairs of one category / half of all objects of both. 1 where both have no objects. */
export const computeQuality = (
  a: ComparableLabel,
  b: ComparableLabel,
  matches: ReadonlyArray<ObjectCandidate>,
): number => {
  const objects = a.objects.length + b.objects.length
  const same = matches.filter((match) => a.objects[match.a]?.category === b.objects[match.b]?.category)
  const sum = same.reduce((total, { similarity }) => total + similarity, 0)
  // Pairs and half of the others are half of all objects.
  return objects === 0 ? 1 : (2 * sum) / objects
}

/**
 * The number of frames in which objects keep their pair, when pairs are chosen so that it is largest: the identity true positives of IDF1
 * (Ristani et al. 2016).
 */
export const countIdentityHits = (candidates: ReadonlyArray<ObjectCandidate>): number =>
  matchCandidates(
    candidates.filter(({ hits }) => hits > 0).map(({ a, b, hits }) => ({ a, b, weight: hits })),
  ).reduce((sum, { weight }) => sum + weight, 0)
