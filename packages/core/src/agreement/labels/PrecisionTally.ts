/** Collects the objects of two labels of many samples, one of which may be of a model, for average precision. */
import type { Annotation } from "../../warnings/read/Scene.ts"
import { type CocoPrecision, computeCocoPrecision } from "../evaluation/cocoPrecision.ts"
import type { EvaluatedImage } from "../evaluation/Evaluated.ts"
import {
  computeNuscenesPrecision,
  type LocatedScene,
  type NuscenesPrecision,
} from "../evaluation/nuscenesPrecision.ts"
import { computeBoxArea } from "../geometry/boxes.ts"
import { countOverlaps } from "../geometry/runs.ts"
import type { ComparableScene, Instance } from "./ComparableObject.ts"
import { compareScenes } from "./compareScenes.ts"
import type { ComparedLabel } from "./matchObjects.ts"
import type { PreparedConfiguration } from "./prepareConfiguration.ts"
import { readCompared } from "./readCompared.ts"

/** Average precision of the one label against the other. */
export interface LabelsetPrecision {
  /** The place of the labelset whose objects have scores: 0 or 1. The other one is the truth. */
  readonly predictions: 0 | 1
  /** The samples that were measured. */
  readonly samples: number
  /** Of objects that are no cuboids; null without any in the truth. */
  readonly coco: Pick<CocoPrecision, "precision" | "precisionAt" | "categories"> | null
  /** Of cuboids; null without any in the truth. */
  readonly nuscenes: Pick<NuscenesPrecision, "precision" | "categories"> | null
}

/** An object of a scene. */
interface ScoredObject {
  readonly category: number
  readonly area: number
  readonly score: number
  /** Of cuboids. */
  readonly position: { readonly x: number; readonly y: number; readonly z: number } | null
}

interface ScoredScene {
  readonly objects: readonly [ReadonlyArray<ScoredObject>, ReadonlyArray<ScoredObject>]
  /** The similarities of objects of one category from 0.5 on, by {@link makeKey} of their places. */
  readonly similarities: ReadonlyMap<number, number>
  /** Whether an object of the first, and of the second label has a score. */
  readonly hasScores: readonly [boolean, boolean]
}

/** The most objects that are kept, of both labels of all samples: about 100 MB. */
const maxObjects = 1_000_000

/** Smaller similarities are below all thresholds. */
const leastSimilarity = 0.5

export class PrecisionTally {
  readonly #scenes: Array<ScoredScene> = []
  #objects = 0
  #samples = 0

  /** Adds the two labels of a sample, unless there are too many objects already. Adds nothing when it throws, as for labels that cannot be read. */
  add(configuration: PreparedConfiguration, a: unknown, b: unknown): void {
    if (this.#objects >= maxObjects) return
    const labels = [readCompared({ label: a }), readCompared({ label: b })] as const
    const keys = new Set([...labels[0].label.scenes.keys(), ...labels[1].label.scenes.keys()])
    const scenes = Array.from(keys, (key) => scoreScene(configuration, labels, key))
    this.#samples += 1
    for (const scene of scenes) {
      this.#objects += scene.objects[0].length + scene.objects[1].length
      this.#scenes.push(scene)
    }
  }

  /** Average precision in steps of one category. Null where both labels have scores, or none has. */
  *computePrecision(): Generator<void, LabelsetPrecision | null> {
    const [first, second] = [
      this.#scenes.some(({ hasScores }) => hasScores[0]),
      this.#scenes.some(({ hasScores }) => hasScores[1]),
    ]
    if (first === second) return null
    const predictions = first ? 0 : 1
    return {
      predictions,
      samples: this.#samples,
      coco: yield* this.#computeCoco(predictions),
      nuscenes: yield* this.#computeNuscenes(predictions),
    }
  }

  *#computeCoco(predictions: 0 | 1): Generator<void, LabelsetPrecision["coco"]> {
    const byCategory: Array<CocoPrecision> = []
    for (const category of this.#listCategories(predictions, false)) {
      const isSelected = (object: ScoredObject) => object.position === null && object.category === category
      byCategory.push(
        computeCocoPrecision(this.#scenes.flatMap((scene) => toImage(scene, predictions, isSelected))),
      )
      yield
    }
    const [one] = byCategory
    if (one === undefined) return null
    return {
      precision: computeMean(byCategory.map(({ precision }) => precision)),
      precisionAt: one.precisionAt.map(({ threshold }, index) => ({
        threshold,
        value: computeMean(byCategory.map(({ precisionAt }) => precisionAt[index]?.value ?? null)),
      })),
      categories: byCategory.flatMap(({ categories }) => categories),
    }
  }

  *#computeNuscenes(predictions: 0 | 1): Generator<void, LabelsetPrecision["nuscenes"]> {
    const byCategory: Array<NuscenesPrecision> = []
    for (const category of this.#listCategories(predictions, true)) {
      const isSelected = (object: ScoredObject) => object.position !== null && object.category === category
      byCategory.push(
        computeNuscenesPrecision(this.#scenes.flatMap((scene) => toLocated(scene, predictions, isSelected))),
      )
      yield
    }
    if (byCategory.length === 0) return null
    return {
      precision: computeMean(byCategory.map(({ precision }) => precision)),
      categories: byCategory.flatMap(({ categories }) => categories),
    }
  }

  /** The categories of the truth, of cuboids or of other objects. */
  #listCategories(predictions: 0 | 1, isCuboid: boolean): ReadonlyArray<number> {
    const categories = new Set<number>()
    for (const { objects } of this.#scenes)
      for (const { category, position } of objects[1 - predictions] ?? [])
        if ((position !== null) === isCuboid) categories.add(category)
    return [...categories].sort((a, b) => a - b)
  }
}

const scoreScene = (
  { getSigma }: PreparedConfiguration,
  [a, b]: readonly [ComparedLabel, ComparedLabel],
  key: string,
): ScoredScene => {
  const [sceneA, sceneB] = [a.label.scenes.get(key), b.label.scenes.get(key)]
  const objects = [readObjects(sceneA), readObjects(sceneB)] as const
  const similarities = new Map<number, number>()
  if (sceneA !== undefined && sceneB !== undefined) {
    const [idsA, idsB] = [a.getIds(key), b.getIds(key)]
    const overlaps = idsA === null || idsB === null ? null : countOverlaps(idsA, idsB)
    compareScenes(sceneA, sceneB, { overlaps, getSigma, options: {} }, (i, j, similarity) => {
      if (similarity >= leastSimilarity && objects[0][i]?.category === objects[1][j]?.category)
        similarities.set(makeKey(i, j), similarity)
    })
  }
  return { objects, similarities, hasScores: [hasScore(sceneA), hasScore(sceneB)] }
}

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

type Select = (object: ScoredObject) => boolean

const makeKey = (first: number, second: number): number => first * 2 ** 24 + second

/** The selected objects of a scene with their places: those of the truth, and those of the model. */
const selectObjects = ({ objects }: ScoredScene, predictions: 0 | 1, isSelected: Select) => {
  const select = (list: ReadonlyArray<ScoredObject>) =>
    [...list.entries()].flatMap(([place, object]) => (isSelected(object) ? [{ ...object, place }] : []))
  const [first, second] = [select(objects[0]), select(objects[1])]
  return predictions === 0 ? { truths: second, detections: first } : { truths: first, detections: second }
}

/** None for a scene without such objects. */
const toImage = (
  scene: ScoredScene,
  predictions: 0 | 1,
  isSelected: Select,
): ReadonlyArray<EvaluatedImage> => {
  const { detections, truths } = selectObjects(scene, predictions, isSelected)
  if (detections.length === 0 && truths.length === 0) return []
  const measure = (detection: number, truth: number): number => {
    const [i, j] = [detections[detection]?.place ?? -1, truths[truth]?.place ?? -1]
    return scene.similarities.get(predictions === 0 ? makeKey(i, j) : makeKey(j, i)) ?? 0
  }
  return [{ truths, detections, measure }]
}

/** None for a scene without such objects. */
const toLocated = (
  scene: ScoredScene,
  predictions: 0 | 1,
  isSelected: Select,
): ReadonlyArray<LocatedScene> => {
  const { detections, truths } = selectObjects(scene, predictions, isSelected)
  if (detections.length === 0 && truths.length === 0) return []
  const locate = ({ position, ...object }: ScoredObject) => ({ ...object, position: position ?? origin })
  return [{ truths: truths.map(locate), detections: detections.map(locate) }]
}

const origin = { x: 0, y: 0, z: 0 }

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

const computeMean = (values: ReadonlyArray<number | null>): number | null => {
  const numbers = values.filter((value) => value !== null)
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length
}
