/** Compares and merges large labels in steps: long sequences, and segmented scenes with many pixels and points. */
import { estimateComparisonInSteps } from "../../agreement/estimates/estimateComparison.ts"
import type { IdRuns } from "../../agreement/geometry/runs.ts"
import { compareLabelsInSteps, type SampleAgreement } from "../../agreement/labels/compareLabels.ts"
import { hasUnknownPixels } from "../../agreement/labels/hasUnknownPixels.ts"
import type { PersonLabel } from "../../agreement/labels/PersonLabel.ts"
import { makeSceneKey } from "../../agreement/labels/readObjects.ts"
import type { LabelMerge, MergedElements } from "../../agreement/merge/LabelMerge.ts"
import { canHaveKey, readLabelText } from "../../agreement/merge/labelText.ts"
import { mergeLabelsInSteps } from "../../agreement/merge/mergeLabels.ts"
import { type SplitLabels, splitIdsInSteps } from "../../agreement/segments/splitIds.ts"
import { castToJsonText, parseJson } from "../../domain/JsonText.ts"
import type { BitmapIds } from "../../files/FormatRegistry.ts"
import { type ComparedDataset, maxSteps, readConfiguration, type StoredLabel } from "./compareTexts.ts"
import type { OverlapMerge } from "./mergeOverlap.ts"
import { readMergeOptions } from "./readMergeOptions.ts"

/** The most characters of labels that are compared in steps. Each is walked over at once, in about 1 ns a character. */
const maxSegmentedLength = 32_000_000

/** The most characters of labels without their points: parsed, they need about 100 MB. */
const maxParsedLength = 16_000_000

/** The most characters of one label without its points, which is parsed at once, in about 10 ns a character. */
const maxLabelLength = 4_000_000

/** The most steps of a comparison, of up to 12 ns each. Its parts that are not divided have the limit of comparisons that are made at once. */
const maxComparisonSteps = 200_000_000

/** The least similarity of a pair of objects in comparisons. */
const pairThreshold = 0.5

/** The most objects of all labels, of which a track is one: their comparison is stored with about 100 characters for each. */
const maxObjects = 20_000

/** The most runs of equal ids in all labels: 64 MB. */
export const maxRuns = 4_000_000

export interface ComparisonRequest {
  readonly dataset: ComparedDataset
  readonly labels: ReadonlyArray<StoredLabel>
  /** Whether the agreement is needed. */
  readonly compares: boolean
  /** The least agreement with which the labels are merged, 0 without a comparison; null for no merge. */
  readonly mergesFrom: number | null
}

export interface ComparisonResult {
  readonly agreement: SampleAgreement | null
  /** Null where no merge was asked for. */
  readonly merge: OverlapMerge | null
  /** The people whose bitmaps cannot be read, while their storage answers. Absent: none. */
  readonly unreadable?: ReadonlyArray<string>
}

type Refusal = Extract<OverlapMerge["refusal"], string>

interface MergeRefused {
  readonly refusal: Refusal
}

/** The result for labels that are not compared. */
export const makeRefused = (
  refusal: Refusal,
): Omit<ComparisonResult, "merge"> & { readonly merge: MergeRefused } => ({
  agreement: null,
  merge: { refusal },
})

/** A bitmap that a label links, in a scene in which it has objects. */
export interface LinkedBitmap {
  readonly url: string
  readonly scene: string
  /** The place of the label. */
  readonly place: number
}

/** The labels that are compared. */
export interface LargeLabels {
  readonly people: ReadonlyArray<PersonLabel>
  readonly split: SplitLabels
  readonly bitmaps: ReadonlyArray<LinkedBitmap>
  /** Gives the pixels of a bitmap. Those that are not given are not known. */
  readonly setPixels: (bitmap: LinkedBitmap, ids: BitmapIds) => void
}

/** Reads the labels without their points, or returns the reason why they cannot be compared. */
export function* readLargeLabelsInSteps({
  labels,
}: ComparisonRequest): Generator<void, LargeLabels | Refusal> {
  const length = labels.reduce((sum, { attributes }) => sum + (attributes?.length ?? 0), 0)
  if (length > maxSegmentedLength) return "large"
  const split = yield* splitIdsInSteps(
    labels.map(({ attributes }) => attributes),
    maxRuns,
  )
  if (split === null) return "large"
  const lengths = split.labels.map((label) => label?.text.length ?? 0)
  if (lengths.some((rest) => rest > maxLabelLength)) return "large"
  if (lengths.reduce((sum, rest) => sum + rest, 0) > maxParsedLength) return "large"
  const pixels = labels.map(() => new Map<string, IdRuns>())
  const people: Array<PersonLabel> = []
  for (const [place, { person }] of labels.entries()) {
    const label = split.labels[place] ?? null
    people.push({
      person,
      label: label === null ? null : parseJson(castToJsonText(label.text)),
      getBitmap: (sensor, frame) => {
        const scene = makeSceneKey(sensor, frame)
        return label?.ids.get(scene) ?? pixels[place]?.get(scene) ?? null
      },
    })
    yield
  }
  return {
    people,
    split,
    bitmaps: split.labels.flatMap((label, place) => (label === null ? [] : listBitmaps(label.text, place))),
    setPixels: ({ place, scene }, ids) => {
      pixels[place]?.set(scene, ids)
    },
  }
}

const listBitmaps = (text: string, place: number): ReadonlyArray<LinkedBitmap> =>
  [...(canHaveKey(text, "segmentation_bitmap") ? readLabelText(text).scenes : [])].flatMap(
    ([scene, { elements, items }]) => {
      if (elements?.key !== "segmentation_bitmap" || items.length === 0) return []
      const bitmap: unknown = JSON.parse(text.slice(...elements.span))
      const url = typeof bitmap === "object" && bitmap !== null && "url" in bitmap ? bitmap.url : null
      return typeof url === "string" ? [{ url, scene, place }] : []
    },
  )

/** A merged label whose bitmaps are still to be written. */
export interface IncompleteMerge {
  readonly merged: LabelMerge
  /** By the words that stand for them in the label. */
  readonly bitmaps: ReadonlyArray<readonly [word: string, elements: MergedElements]>
}

/** The result is that of `compareLabels` and `mergeLabels` for the same labels. */
export function* compareLargeLabelsInSteps(
  { compares, dataset, mergesFrom }: ComparisonRequest,
  { people, split }: LargeLabels,
): Generator<
  void,
  Omit<ComparisonResult, "merge"> & { readonly merge: IncompleteMerge | MergeRefused | null }
> {
  const unreadable = people.filter(hasUnknownPixels).map(({ person }) => person)
  if (unreadable.length > 0) return { ...makeRefused("segmented"), unreadable }
  const threshold = Math.min(pairThreshold, dataset.settings.overlapMatchThreshold)
  const limits = { countsElements: false, maxObjects, maxPart: maxSteps, threshold }
  const steps = yield* estimateComparisonInSteps(people, maxComparisonSteps, limits)
  if (steps > maxComparisonSteps) return makeRefused("large")
  const configuration = readConfiguration(dataset)
  const agreement = compares ? yield* compareLabelsInSteps(configuration, people) : null
  if (mergesFrom === null || (agreement?.agreement ?? mergesFrom) < mergesFrom)
    return { agreement, merge: null }
  const texts = people.map(({ getBitmap, person }, place) => ({
    person,
    label: split.labels[place]?.text ?? null,
    ...(getBitmap && { getBitmap }),
  }))
  const merged = yield* mergeLabelsInSteps(configuration, texts, {
    ...readMergeOptions(
      dataset,
      texts.map(({ person }) => person),
    ),
    writeElements: split.keepIds,
  })
  if (merged.refusal !== null) return { agreement, merge: merged }
  return { agreement, merge: { merged, bitmaps: split.listMergedBitmaps() } }
}

/** The merged label with its lists of points, and with the links of its bitmaps by their words. */
export function* completeMergeInSteps(
  { merged: { base, label, objects, omitted, refusal } }: IncompleteMerge,
  { split }: LargeLabels,
  links: ReadonlyMap<string, string>,
): Generator<void, OverlapMerge> {
  const attributes = label === null ? null : castToJsonText(yield* split.restoreInSteps(label, links))
  return { refusal, base, objects, omitted, attributes }
}
