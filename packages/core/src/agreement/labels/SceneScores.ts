/** Collects the objects and similarities of two labels for average precision, while they are compared. */
import type { Annotation } from "../../warnings/read/Scene.ts"
import { computeBoxArea } from "../geometry/boxes.ts"
import type { ComparableLabel, ComparableScene, Instance } from "./ComparableObject.ts"
import type { ComparisonObserver } from "./compareLabels.ts"

/** An object of a scene. */
export interface ScoredObject {
  readonly category: number
  readonly area: number
  readonly score: number
  /** Of cuboids. */
  readonly position: { readonly x: number; readonly y: number; readonly z: number } | null
}

/** A scene of two labels. */
export interface ScoredScene {
  readonly objects: readonly [ReadonlyArray<ScoredObject>, ReadonlyArray<ScoredObject>]
  /** The similarities of objects of one category from 0.5 on, by {@link makeKey} of their places. */
  readonly similarities: ReadonlyMap<number, number>
  /** Whether an object of the first, and of the second label has a score. */
  readonly hasScores: readonly [boolean, boolean]
}

/** Smaller similarities are below all thresholds. */
const leastSimilarity = 0.5

export class SceneScores implements ComparisonObserver {
  #labels: readonly [ComparableLabel, ComparableLabel] | null = null
  #isSwapped = false
  readonly #similarities = new Map<string, Map<number, number>>()

  /** `first`: the person whose label is the first one, whatever the order in which labels are compared. */
  constructor(readonly first: string) {}

  begin(labels: ReadonlyArray<ComparableLabel>, people: ReadonlyArray<string>): void {
    const [a, b] = labels
    if (a === undefined || b === undefined) return
    this.#isSwapped = people[0] !== this.first
    this.#labels = this.#isSwapped ? [b, a] : [a, b]
  }

  visitSimilarity(key: string, i: number, j: number, similarity: number): void {
    if (similarity < leastSimilarity || this.#labels === null) return
    const [x, y] = this.#isSwapped ? [j, i] : [i, j]
    const [a, b] = this.#labels
    if (findCategory(a.scenes.get(key), x) !== findCategory(b.scenes.get(key), y)) return
    const similarities = this.#similarities.get(key) ?? new Map<number, number>()
    this.#similarities.set(key, similarities.set(makeKey(x, y), similarity))
  }

  /** The scenes of both labels; null where they were not compared. */
  list(): ReadonlyArray<ScoredScene> | null {
    if (this.#labels === null) return null
    const [a, b] = this.#labels
    return Array.from(new Set([...a.scenes.keys(), ...b.scenes.keys()]), (key): ScoredScene => {
      const scenes = [a.scenes.get(key), b.scenes.get(key)] as const
      return {
        objects: [readObjects(scenes[0]), readObjects(scenes[1])],
        similarities: this.#similarities.get(key) ?? noSimilarities,
        hasScores: [hasScore(scenes[0]), hasScore(scenes[1])],
      }
    })
  }
}

const noSimilarities: ReadonlyMap<number, number> = new Map()

/** The key of the objects at two places of a scene. */
export const makeKey = (first: number, second: number): number => first * 2 ** 24 + second

const findCategory = (scene: ComparableScene | undefined, place: number): number | undefined =>
  scene?.instances[place]?.instance.annotation.categoryId

const hasScore = (scene: ComparableScene | undefined): boolean =>
  scene?.instances.some(({ instance }) => readScore(instance.annotation) !== null) === true

const readObjects = (scene: ComparableScene | undefined): ReadonlyArray<ScoredObject> =>
  (scene?.instances ?? []).map(({ instance }) => {
    const { annotation, shape } = instance
    return {
      category: annotation.categoryId,
      area: measureArea(instance),
      score: readScore(annotation) ?? 0,
      position: shape.kind === "cuboid" ? shape.cuboid.position : null,
    }
  })

/** Null where the annotation has no number as its score. */
const readScore = ({ source }: Annotation): number | null => {
  const { score }: { readonly score?: unknown } = source
  return typeof score === "number" && Number.isFinite(score) ? score : null
}

/** 0 for points, lines, pixels and cuboids: only averages by size depend on it, which are not shown. */
const measureArea = ({ bounds, shape }: Instance): number => {
  if (shape.kind === "box") return computeBoxArea(bounds, 0)
  if (shape.kind === "region") return shape.region.area
  return shape.kind === "skeleton" ? shape.area : 0
}
