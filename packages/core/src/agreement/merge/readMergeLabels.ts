/** The labels of a sample as they are merged: read, and in an order that does not depend on who made them. */
import { readLabel } from "../../warnings/read/readLabel.ts"
import type { Overlaps } from "../geometry/runs.ts"
import type { ComparableLabel, Instance } from "../labels/ComparableObject.ts"
import { computeIdsIou } from "../labels/compareScenes.ts"
import {
  type ComparedLabel,
  computeQuality,
  findCandidatesInSteps,
  matchObjects,
  type ObjectCandidate,
} from "../labels/matchObjects.ts"
import type { PreparedConfiguration } from "../labels/prepareConfiguration.ts"
import { readComparedInSteps } from "../labels/readCompared.ts"
import { roundSum, sumWeights } from "./findMajority.ts"
import type { LabelText, MergeOptions, MergeRefusal } from "./LabelMerge.ts"
import { type LabelTextParts, readLabelText } from "./labelText.ts"

export interface MergeLabel {
  readonly person: string
  readonly weight: number
  readonly text: string | null
  readonly label: ComparableLabel
  readonly parts: LabelTextParts | null
  /** The texts of the annotations by the objects that they were parsed to. */
  readonly texts: ReadonlyMap<object, string>
  readonly getIds: ComparedLabel["getIds"]
}

/** The labels, of which the first one is the most like the others, and the candidates of an earlier and a later one. */
export interface OrderedLabels {
  readonly labels: ReadonlyArray<MergeLabel>
  readonly getCandidates: (earlier: number, later: number) => ReadonlyArray<ObjectCandidate>
  /** The similarity of two objects of a scene by their pixels or points. */
  readonly measureElements: MeasureElements
}

export type MeasureElements = (
  scene: string,
  a: number,
  b: number,
  first: Instance,
  second: Instance,
) => number

/**
 * Reads the labels, sorts them by their text, which makes all that follows independent of their people, and then by the sum of their qualities
 * against the others, by weight. Of labels that are equally like the others, the one that more people sent comes first.
 */
export function* readMergeLabelsInSteps(
  labels: ReadonlyArray<LabelText>,
  prepared: PreparedConfiguration,
  options: MergeOptions,
): Generator<void, OrderedLabels | MergeRefusal> {
  if (labels.length < 2) return "few"
  const sorted = labels.toSorted(compareTexts)
  const read: Array<MergeLabel> = []
  for (const label of sorted) {
    const result = yield* readMergeLabelInSteps(label, options.weights?.[label.person] ?? 1)
    if (typeof result === "string") return result
    read.push(result)
    yield
  }
  const overlaps = new Map<string, Overlaps>()
  const candidates = new Map<string, ReadonlyArray<ObjectCandidate>>()
  const closeness = read.map(() => 0)
  for (const [j, b] of read.entries())
    for (const [i, a] of read.slice(0, j).entries()) {
      let isMismatch = false
      const list = yield* findCandidatesInSteps(a, b, prepared, options, {
        visitMismatch: () => {
          isMismatch = true
        },
        visitOverlaps: (scene, counted) => overlaps.set(`${i} ${j} ${scene}`, counted),
      })
      if (isMismatch) return "structure"
      candidates.set(`${i} ${j}`, list)
      candidates.set(`${j} ${i}`, flip(list))
      const quality = computeQuality(a.label, b.label, matchObjects(list, options.threshold), prepared)
      closeness[i] = (closeness[i] ?? 0) + quality * (read[j]?.weight ?? 0)
      closeness[j] = (closeness[j] ?? 0) + quality * (read[i]?.weight ?? 0)
      yield
    }
  const order = [...read.keys()].toSorted(
    (a, b) =>
      // A label without text has nowhere to keep objects.
      Number(read[a]?.text === null) - Number(read[b]?.text === null) ||
      roundSum(closeness[b] ?? 0) - roundSum(closeness[a] ?? 0) ||
      sumCopies(read, b) - sumCopies(read, a) ||
      a - b,
  )
  return {
    labels: order.flatMap((index) => read[index] ?? []),
    getCandidates: (earlier, later) => candidates.get(`${order[earlier]} ${order[later]}`) ?? [],
    measureElements: (scene, a, b, first, second) => {
      const [i = 0, j = 0] = [order[a], order[b]]
      const counted = overlaps.get(i < j ? `${i} ${j} ${scene}` : `${j} ${i} ${scene}`)
      if (counted === undefined) return 0
      return i < j ? computeIdsIou(counted, first, second) : computeIdsIou(counted, second, first)
    },
  }
}

/** The weight of all labels with the same text. */
const sumCopies = (labels: ReadonlyArray<MergeLabel>, index: number): number =>
  roundSum(sumWeights(labels.filter(({ text }) => text === labels[index]?.text)))

const compareTexts = (a: LabelText, b: LabelText): number => {
  const [first, second] = [a.label ?? "", b.label ?? ""]
  if (first !== second) return first < second ? -1 : 1
  return a.person < b.person ? -1 : 1
}

const flip = (candidates: ReadonlyArray<ObjectCandidate>): ReadonlyArray<ObjectCandidate> =>
  candidates
    .map((candidate) => ({ ...candidate, a: candidate.b, b: candidate.a }))
    .sort((x, y) => x.a - y.a || x.b - y.b)

/** Other numbers may stand for several digits, so that different objects may seem one. */
const hasSafeIds = ({ annotation: { id, trackId } }: Instance): boolean =>
  Math.abs(id) <= Number.MAX_SAFE_INTEGER && Math.abs(trackId ?? 0) <= Number.MAX_SAFE_INTEGER

function* readMergeLabelInSteps(
  { getBitmap, label: text, person }: LabelText,
  weight: number,
): Generator<void, MergeLabel | MergeRefusal> {
  if (!(weight > 0 && Number.isFinite(weight)))
    throw new RangeError(`The weight of ${JSON.stringify(person)} must be a number above 0, not ${weight}.`)
  if (text === null)
    return {
      ...{ person, weight, text },
      ...(yield* readComparedInSteps({ label: null })),
      ...{ parts: null, texts: new Map() },
    }
  const parsed: unknown = JSON.parse(text)
  yield
  if (readLabel(parsed).malformed.length > 0) return "malformed"
  yield
  const { getIds, label } = yield* readComparedInSteps({ label: parsed, ...(getBitmap && { getBitmap }) })
  yield
  const parts = readLabelText(text)
  yield
  const texts = new Map<object, string>()
  for (const [key, { instances }] of label.scenes) {
    const items = parts.scenes.get(key)?.items ?? []
    if (items.length !== instances.length) return "malformed"
    for (const [index, { instance }] of instances.entries()) {
      if (instance.shape.kind === "ids" && getIds(key) === null) return "segmented"
      if (!hasSafeIds(instance)) return "malformed"
      const span = items[index]
      if (span !== undefined) texts.set(instance.annotation.source, text.slice(...span))
    }
  }
  return { person, weight, text, label, parts, texts, getIds }
}
