/** Compares and merges labels of segmented scenes in steps, however many pixels and points they have. */
import { estimateComparison } from "../../agreement/estimates/estimateComparison.ts"
import { compareLabelsInSteps, type SampleAgreement } from "../../agreement/labels/compareLabels.ts"
import { hasUnknownPixels } from "../../agreement/labels/hasUnknownPixels.ts"
import type { PersonLabel } from "../../agreement/labels/PersonLabel.ts"
import { makeSceneKey } from "../../agreement/labels/readObjects.ts"
import { mergeLabelsInSteps } from "../../agreement/merge/mergeLabels.ts"
import { type SplitLabels, splitIdsInSteps } from "../../agreement/segments/splitIds.ts"
import type { Dataset } from "../../domain/Dataset.ts"
import { castToJsonText, parseJson } from "../../domain/JsonText.ts"
import { maxLength, maxSteps, readConfiguration, type StoredLabel } from "./compareTexts.ts"
import type { OverlapMerge } from "./mergeOverlap.ts"

/** The most characters of labels that are compared in steps. Each is walked over at once, in about 1 ns a character. */
const maxSegmentedLength = 32_000_000

/** The most runs of equal ids in all labels: 64 MB. */
const maxRuns = 4_000_000

export interface SegmentRequest {
  readonly dataset: Pick<Dataset, "taskAttributes" | "taskType">
  readonly labels: ReadonlyArray<StoredLabel>
  /** Whether the agreement is needed. */
  readonly compares: boolean
  /** The least agreement with which the labels are merged, 0 without a comparison; null for no merge. */
  readonly mergesFrom: number | null
}

export interface SegmentResult {
  readonly agreement: SampleAgreement | null
  /** Null where no merge was asked for. */
  readonly merge: OverlapMerge | null
}

/** The result for labels that are not compared. */
export const makeRefused = (refusal: Extract<OverlapMerge["refusal"], string>): SegmentResult => ({
  agreement: null,
  merge: { refusal },
})

/** The result is that of `compareLabels` and `mergeLabels` for the same labels. */
export function* compareSegmentsInSteps(request: SegmentRequest): Generator<void, SegmentResult> {
  const { compares, dataset, labels, mergesFrom } = request
  const length = labels.reduce((sum, { attributes }) => sum + (attributes?.length ?? 0), 0)
  if (length > maxSegmentedLength) return makeRefused("large")
  const split = yield* splitIdsInSteps(
    labels.map(({ attributes }) => attributes),
    maxRuns,
  )
  const people = split && readPeople(request, split)
  if (split === null || people === null) return makeRefused("large")
  if (people.some(hasUnknownPixels)) return makeRefused("segmented")
  if (estimateComparison(people, maxSteps, { countsElements: false }) > maxSteps) return makeRefused("large")
  const configuration = readConfiguration(dataset)
  const agreement = compares ? yield* compareLabelsInSteps(configuration, people) : null
  if (mergesFrom === null || (agreement?.agreement ?? mergesFrom) < mergesFrom)
    return { agreement, merge: null }
  const texts = people.map(({ getBitmap, person }, index) => ({
    person,
    label: split.labels[index]?.text ?? null,
    ...(getBitmap && { getBitmap }),
  }))
  const merged = yield* mergeLabelsInSteps(configuration, texts, { writeElements: split.keepIds })
  if (merged.refusal !== null) return { agreement, merge: merged }
  const { base, label, objects, omitted, refusal } = merged
  const attributes = label === null ? null : castToJsonText(yield* split.restoreInSteps(label))
  return { agreement, merge: { refusal, base, objects, omitted, attributes } }
}

/** The parsed labels without their lists of ids; null where the rest is too long. */
const readPeople = ({ labels }: SegmentRequest, split: SplitLabels): ReadonlyArray<PersonLabel> | null => {
  const length = split.labels.reduce((sum, label) => sum + (label?.text.length ?? 0), 0)
  if (length > maxLength) return null
  return labels.map(({ person }, index) => {
    const label = split.labels[index] ?? null
    return {
      person,
      label: label === null ? null : parseJson(castToJsonText(label.text)),
      getBitmap: (sensor, frame) => label?.ids.get(makeSceneKey(sensor, frame)) ?? null,
    }
  })
}
