/** Collects the objects of two labels of many samples, one of which may be of a model, for average precision. */
import { type CocoPrecision, computeCocoPrecisionInSteps } from "../evaluation/cocoPrecision.ts"
import type { EvaluatedImage } from "../evaluation/Evaluated.ts"
import {
  computeNuscenesPrecisionInSteps,
  type LocatedScene,
  type NuscenesPrecision,
} from "../evaluation/nuscenesPrecision.ts"
import { makeRandom } from "../figures/random.ts"
import { makeKey, type ScoredObject, type ScoredScene } from "./SceneScores.ts"

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

/** The most objects that are kept, of both labels of all samples: about 100 MB. */
const defaultMaxObjects = 1_000_000

/** A sample with its place in a random order. */
interface PlacedSample {
  readonly place: number
  readonly scenes: ReadonlyArray<ScoredScene>
  readonly objects: number
}

/** Keeps all samples, or those that come first in a random order as long as they have not too many objects. */
export class PrecisionTally {
  #samples: Array<PlacedSample> = []
  #objects = 0
  /** Samples from this place on are not kept. */
  #end = Number.POSITIVE_INFINITY
  readonly #random: () => number

  constructor(
    readonly seed: number,
    readonly maxObjects: number = defaultMaxObjects,
  ) {
    this.#random = makeRandom(seed)
  }

  add(scenes: ReadonlyArray<ScoredScene>): void {
    const place = this.#random()
    if (place >= this.#end) return
    const objects = countObjects(scenes)
    this.#samples.push({ place, scenes, objects })
    this.#objects += objects
    // Cut in batches, which costs less than a place for each sample.
    if (this.#objects > 1.25 * this.maxObjects) this.#cut()
  }

  /** Keeps the first samples of the random order. The sample with which there are too many objects is the first one that is left out. */
  #cut(): void {
    this.#samples.sort((a, b) => a.place - b.place)
    let [count, objects] = [0, 0]
    for (const sample of this.#samples) {
      if (objects + sample.objects > this.maxObjects) break
      count += 1
      objects += sample.objects
    }
    this.#end = this.#samples[count]?.place ?? this.#end
    this.#samples = this.#samples.slice(0, count)
    this.#objects = objects
  }

  /** Average precision in steps. Null where both labels have scores, or none has. */
  *computePrecision(): Generator<void, LabelsetPrecision | null> {
    if (this.#objects > this.maxObjects) this.#cut()
    const scenes = this.#samples.flatMap((sample) => sample.scenes)
    const [first, second] = [
      scenes.some(({ hasScores }) => hasScores[0]),
      scenes.some(({ hasScores }) => hasScores[1]),
    ]
    if (first === second) return null
    const predictions = first ? 0 : 1
    const groups = yield* groupScenesInSteps(scenes, predictions)
    return {
      predictions,
      samples: this.#samples.length,
      coco: yield* computeCocoInSteps(groups.images),
      nuscenes: yield* computeNuscenesInSteps(groups.clouds),
    }
  }
}

const countObjects = (scenes: ReadonlyArray<ScoredScene>): number =>
  scenes.reduce((sum, { objects: [a, b] }) => sum + a.length + b.length, 0)

/** The scenes of each category. */
interface GroupedScenes {
  readonly images: Map<number, Array<EvaluatedImage>>
  readonly clouds: Map<number, Array<LocatedScene>>
}

/** Groups the scenes by the categories of their objects: cuboids apart from others. */
function* groupScenesInSteps(
  scenes: ReadonlyArray<ScoredScene>,
  predictions: 0 | 1,
): Generator<void, GroupedScenes> {
  const images: GroupedScenes["images"] = new Map()
  const clouds: GroupedScenes["clouds"] = new Map()
  for (const scene of scenes) {
    const truths = groupPlaces(scene.objects[1 - predictions] ?? [])
    const detections = groupPlaces(scene.objects[predictions])
    for (const key of new Set([...truths.keys(), ...detections.keys()])) {
      const both = { truths: truths.get(key) ?? [], detections: detections.get(key) ?? [] }
      const [{ category, position } = emptyObject] = [...both.truths, ...both.detections]
      if (position === null) addTo(images, category, toImage(scene, predictions, both))
      else addTo(clouds, category, toCloud(both))
    }
    yield
  }
  return { images, clouds }
}

interface PlacedObject extends ScoredObject {
  /** Its place in its label. */
  readonly place: number
}

const emptyObject = { category: 0, position: null }

/** The objects of each category, cuboids apart from others. */
const groupPlaces = (
  objects: ReadonlyArray<ScoredObject>,
): ReadonlyMap<string, ReadonlyArray<PlacedObject>> => {
  const groups = new Map<string, Array<PlacedObject>>()
  for (const [place, object] of objects.entries())
    addTo(groups, `${object.category} ${object.position !== null}`, { ...object, place })
  return groups
}

const addTo = <Key, A>(groups: Map<Key, Array<A>>, key: Key, value: A): void => {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [value])
  else group.push(value)
}

interface BothSides {
  readonly truths: ReadonlyArray<PlacedObject>
  readonly detections: ReadonlyArray<PlacedObject>
}

const toImage = (
  { similarities }: ScoredScene,
  predictions: 0 | 1,
  { detections, truths }: BothSides,
): EvaluatedImage => ({
  truths,
  detections,
  measure: (detection, truth) => {
    const [i, j] = [detections[detection]?.place ?? -1, truths[truth]?.place ?? -1]
    return similarities.get(predictions === 0 ? makeKey(i, j) : makeKey(j, i)) ?? 0
  },
})

const toCloud = ({ detections, truths }: BothSides): LocatedScene => {
  const locate = ({ position, ...object }: PlacedObject) => ({ ...object, position: position ?? origin })
  return { truths: truths.map(locate), detections: detections.map(locate) }
}

const origin = { x: 0, y: 0, z: 0 }

/** The categories that the truth has, in order. */
const listTrueCategories = <A extends { readonly truths: ReadonlyArray<unknown> }>(
  groups: ReadonlyMap<number, ReadonlyArray<A>>,
): ReadonlyArray<readonly [category: number, scenes: ReadonlyArray<A>]> =>
  [...groups].filter(([, scenes]) => scenes.some(({ truths }) => truths.length > 0)).sort(([a], [b]) => a - b)

function* computeCocoInSteps(images: GroupedScenes["images"]): Generator<void, LabelsetPrecision["coco"]> {
  const byCategory: Array<CocoPrecision> = []
  for (const [, list] of listTrueCategories(images)) byCategory.push(yield* computeCocoPrecisionInSteps(list))
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

function* computeNuscenesInSteps(
  clouds: GroupedScenes["clouds"],
): Generator<void, LabelsetPrecision["nuscenes"]> {
  const byCategory: Array<NuscenesPrecision> = []
  for (const [, list] of listTrueCategories(clouds))
    byCategory.push(yield* computeNuscenesPrecisionInSteps(list))
  if (byCategory.length === 0) return null
  return {
    precision: computeMean(byCategory.map(({ precision }) => precision)),
    categories: byCategory.flatMap(({ categories }) => categories),
  }
}

const computeMean = (values: ReadonlyArray<number | null>): number | null => {
  const numbers = values.filter((value) => value !== null)
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length
}
