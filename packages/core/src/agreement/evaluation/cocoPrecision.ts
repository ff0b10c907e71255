/** Average precision and recall in the definition of COCO (Lin et al. 2014; COCOeval of pycocotools). */
import { runToEnd } from "../../domain/runToEnd.ts"
import { sortInSteps } from "../../domain/sortInSteps.ts"
import { type EvaluatedImage, requireScore } from "./Evaluated.ts"
import { type AreaRange, groupByCategory, type MatchedImage, matchImage } from "./matchImage.ts"

export interface CocoOptions {
  /** The similarities from which a detection is right. Defaults to 0.5, 0.55, … 0.95. */
  readonly thresholds?: ReadonlyArray<number>
  /** Numbers of detections of an image and category, in order; the last one counts for average precision. Defaults to 1, 10 and 100. */
  readonly maxDetections?: ReadonlyArray<number>
  /** The areas by which objects are small, medium and large. Defaults to 32² and 96² pixels. */
  readonly areas?: readonly [medium: number, large: number]
}

/** Means over categories; null where no truth counts. */
export interface CocoPrecision {
  /** The mean over all thresholds. */
  readonly precision: number | null
  /** By threshold. */
  readonly precisionAt: ReadonlyArray<{ readonly threshold: number; readonly value: number | null }>
  readonly precisionByArea: { readonly [Area in "small" | "medium" | "large"]: number | null }
  /** By the largest number of detections. */
  readonly recallAt: ReadonlyArray<{ readonly maxDetections: number; readonly value: number | null }>
  readonly recallByArea: { readonly [Area in "small" | "medium" | "large"]: number | null }
  readonly categories: ReadonlyArray<{ readonly category: number; readonly precision: number | null }>
}

const steps = 100
/** The recalls at which precision is read: 0, 0.01, … 1. */
const recalls = Float64Array.from({ length: steps + 1 }, (_, step) => (step === steps ? 1 : step * 0.01))

/** The same numbers as numpy makes for COCOeval, to the last bit. */
const defaultThresholds = Array.from({ length: 10 }, (_, step) =>
  step === 9 ? 0.95 : step * ((0.95 - 0.5) / 9) + 0.5,
)

export const computeCocoPrecision = (
  images: ReadonlyArray<EvaluatedImage>,
  options: CocoOptions = {},
): CocoPrecision => runToEnd(computeCocoPrecisionInSteps(images, options))

/** The same in steps, between which other work can run. */
export function* computeCocoPrecisionInSteps(
  images: ReadonlyArray<EvaluatedImage>,
  options: CocoOptions = {},
): Generator<void, CocoPrecision> {
  const { areas = [32 ** 2, 96 ** 2], maxDetections = [1, 10, 100], thresholds = defaultThresholds } = options
  for (const { detections } of images) for (const { score } of detections) requireScore(score)
  const [medium, large] = areas
  const ranges = {
    all: [0, 1e10],
    small: [0, medium],
    medium: [medium, large],
    large: [large, 1e10],
  } as const satisfies Record<string, AreaRange>
  const limit = maxDetections.at(-1) ?? 100
  const categories = [
    ...new Set(images.flatMap(({ truths }) => truths.map(({ category }) => category))),
  ].sort((a, b) => a - b)
  // Grouped and measured once for all sizes.
  const grouped = yield* mapInSteps(images, (image) => groupByCategory(image, limit))
  const parts = categories.map((category) => grouped.flatMap((image) => image.get(category) ?? []))
  function* matchAll(range: AreaRange): Generator<void, MatchedCategories> {
    const all: Array<ReadonlyArray<MatchedImage>> = []
    for (const list of parts) all.push(yield* mapInSteps(list, (part) => matchImage(part, range, thresholds)))
    return all
  }
  function* evaluate(
    matched: MatchedCategories,
    detections: number,
  ): Generator<void, ReadonlyArray<Curves | null>> {
    const all: Array<Curves | null> = []
    for (const list of matched) all.push(yield* computeCurvesInSteps(list, thresholds, detections))
    return all
  }
  const matched = yield* matchAll(ranges.all)
  const all = yield* evaluate(matched, limit)
  const byArea: Array<readonly [name: "small" | "medium" | "large", curves: typeof all]> = []
  for (const name of ["small", "medium", "large"] as const)
    byArea.push([name, yield* evaluate(yield* matchAll(ranges[name]), limit)])
  const recallAt: Array<CocoPrecision["recallAt"][number]> = []
  for (const detections of maxDetections) {
    const curves = yield* evaluate(matched, detections)
    recallAt.push({
      maxDetections: detections,
      value: computeMean(curves.map((item) => item && readRecall(item))),
    })
  }
  const overAreas = (read: (curves: Curves) => ReadonlyArray<number>) =>
    Object.fromEntries(
      byArea.map(([name, list]) => [name, computeMean(list.map((item) => item && read(item)))]),
    )
  return {
    precision: computeMean(all.map((item) => item && readPrecision(item))),
    precisionAt: thresholds.map((threshold, index) => ({
      threshold,
      value: computeMean(all.map((item) => (item === null ? null : item.precisions.slice(index, index + 1)))),
    })),
    precisionByArea: overAreas(readPrecision) as CocoPrecision["precisionByArea"],
    recallAt,
    recallByArea: overAreas(readRecall) as CocoPrecision["recallByArea"],
    categories: categories.map((category, index) => ({
      category,
      precision: computeMean([all[index]?.precisions ?? null]),
    })),
  }
}

type MatchedCategories = ReadonlyArray<ReadonlyArray<MatchedImage>>

const readPrecision = ({ precisions }: Curves) => precisions
const readRecall = (curves: Curves) => curves.recalls

function* mapInSteps<A, B>(list: ReadonlyArray<A>, map: (value: A) => B): Generator<void, ReadonlyArray<B>> {
  const mapped: Array<B> = []
  for (const value of list) {
    mapped.push(map(value))
    yield
  }
  return mapped
}

const computeMean = (lists: ReadonlyArray<ReadonlyArray<number> | null>): number | null => {
  const values = lists.flatMap((list) => list ?? [])
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Figures of one category, for each threshold. */
interface Curves {
  /** The mean precision over the 101 recalls. */
  readonly precisions: ReadonlyArray<number>
  /** The recall of all detections. */
  readonly recalls: ReadonlyArray<number>
}

/** Null when no truth counts. Detections of all images in the order of their scores; of equal scores, the first image comes first. */
function* computeCurvesInSteps(
  images: ReadonlyArray<MatchedImage>,
  thresholds: ReadonlyArray<number>,
  maxDetections: number,
): Generator<void, Curves | null> {
  const truths = images.reduce((sum, { counted }) => sum + counted, 0)
  if (truths === 0) return null
  const ranked = yield* sortInSteps(
    images.flatMap((image) =>
      image.scores.slice(0, maxDetections).map((score, detection) => ({ score, detection, image })),
    ),
    (a, b) => b.score - a.score,
  )
  const curves: Array<{ readonly precision: number; readonly recall: number }> = []
  for (const threshold of thresholds.keys()) {
    const precisions: Array<number> = []
    const reached: Array<number> = []
    let [right, wrong] = [0, 0]
    for (const { detection, image } of ranked) {
      const state = image.states[threshold]?.[detection]
      if (state === "right") right += 1
      else if (state === "wrong") wrong += 1
      reached.push(right / truths)
      precisions.push(right / (wrong + right + Number.EPSILON))
    }
    for (let index = precisions.length - 1; index > 0; index--)
      precisions[index - 1] = Math.max(precisions[index - 1] ?? 0, precisions[index] ?? 0)
    curves.push({ precision: readAtRecalls(reached, precisions), recall: reached.at(-1) ?? 0 })
    yield
  }
  return {
    precisions: curves.map(({ precision }) => precision),
    recalls: curves.map(({ recall }) => recall),
  }
}

/** The mean of the precisions at the first detection that reaches each recall; 0 where none does. */
const readAtRecalls = (reached: ReadonlyArray<number>, precisions: ReadonlyArray<number>): number => {
  let sum = 0
  let place = 0
  for (const recall of recalls) {
    while (place < reached.length && (reached[place] ?? 0) < recall) place += 1
    sum += precisions[place] ?? 0
  }
  return sum / recalls.length
}
