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
}

/** The most objects that are kept, of both labels of all samples: about 100 MB. */
const maxObjects = 1_000_000

/** Smaller similarities are below all thresholds. */
const leastSimilarity = 0.5

export class PrecisionTally {
  readonly #scenes: Array<ScoredScene> = []
  readonly #hasScores = [false, false]
  #objects = 0
  #samples = 0

  /** Adds the two labels of a sample, unless there are too many objects already. */
  add(configuration: PreparedConfiguration, a: unknown, b: unknown): void {
    if (this.#objects >= maxObjects) return
    this.#samples += 1
    const labels = [readCompared({ label: a }), readCompared({ label: b })] as const
    for (const key of new Set([...labels[0].label.scenes.keys(), ...labels[1].label.scenes.keys()]))
      this.#addScene(configuration, labels, key)
  }

  #addScene(
    { getSigma }: PreparedConfiguration,
    [a, b]: readonly [ComparedLabel, ComparedLabel],
    key: string,
  ): void {
    const [sceneA, sceneB] = [a.label.scenes.get(key), b.label.scenes.get(key)]
    const objects = [this.#readObjects(sceneA, 0), this.#readObjects(sceneB, 1)] as const
    const similarities = new Map<number, number>()
    if (sceneA !== undefined && sceneB !== undefined) {
      const [idsA, idsB] = [a.getIds(key), b.getIds(key)]
      const overlaps = idsA === null || idsB === null ? null : countOverlaps(idsA, idsB)
      compareScenes(sceneA, sceneB, { overlaps, getSigma, options: {} }, (i, j, similarity) => {
        if (similarity >= leastSimilarity && objects[0][i]?.category === objects[1][j]?.category)
          similarities.set(makeKey(i, j), similarity)
      })
    }
    this.#scenes.push({ objects, similarities })
  }

  #readObjects(scene: ComparableScene | undefined, place: 0 | 1): ReadonlyArray<ScoredObject> {
    return (scene?.instances ?? []).map(({ instance }) => {
      const score = readScore(instance.annotation)
      if (score !== null) this.#hasScores[place] = true
      this.#objects += 1
      const { annotation, shape } = instance
      return {
        category: annotation.categoryId,
        area: measureArea(instance),
        score: score ?? 0,
        position: shape.kind === "cuboid" ? shape.cuboid.position : null,
      }
    })
  }

  /** Average precision in steps of one category. Null where both labels have scores, or none has. */
  *computePrecision(): Generator<void, LabelsetPrecision | null> {
    const [first = false, second = false] = this.#hasScores
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
