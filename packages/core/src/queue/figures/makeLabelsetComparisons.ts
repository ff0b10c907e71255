import { Effect, Option, Stream } from "effect"
import type { SampleAgreement } from "../../agreement/labels/compareLabels.ts"
import { SceneScores } from "../../agreement/labels/SceneScores.ts"
import type { Dataset } from "../../domain/Dataset.ts"
import type { SampleId } from "../../domain/Ids.ts"
import type { Label } from "../../domain/Label.ts"
import type { Labelset } from "../../domain/Labelset.ts"
import { isFinished } from "../../domain/labelStates.ts"
import { makeSlicePauses } from "../../jobs/betweenBatches.ts"
import { SampleReader } from "../../reading/SampleReader.ts"
import type { SampleCursor } from "../../reading/SampleStore.ts"
import { OverlapComparisons } from "../overlap/OverlapComparisons.ts"
import type { ComparedSample } from "./ComparedSample.ts"
import type { SampleDraw } from "./SampleDraw.ts"

export type TwoLabelsets = readonly [Labelset, Labelset]

const pageSize = 1000

/** Comparisons of the labels of two labelsets, such as those of a model with the ground truth. */
export const makeLabelsetComparisons = Effect.gen(function* () {
  const samples = yield* SampleReader
  const comparisons = yield* OverlapComparisons

  /** Adds the samples that have a finished label in both labelsets. */
  const drawFrom = Effect.fnUntraced(function* (
    { id: datasetId }: Pick<Dataset, "id">,
    [first, second]: TwoLabelsets,
    draw: SampleDraw,
  ) {
    const pause = yield* makeSlicePauses
    const sort = { key: "created_at", descending: false } as const
    let after: SampleCursor | null = null
    for (;;) {
      const page: ReadonlyArray<SampleCursor> = yield* samples.readPage({
        filter: { datasetId },
        sort,
        start: after === null ? { offset: 0 } : { after },
        limit: pageSize,
      })
      const ids = page.map(({ id }) => id)
      const ofFirst = yield* samples.findLabels(first.id, ids, false)
      const ofSecond = yield* samples.findLabels(second.id, ids, false)
      for (const id of ids)
        if (isComparable(ofFirst.get(id), first) && isComparable(ofSecond.get(id), second)) draw.add(id)
      yield* pause
      if (page.length < pageSize) return
      after = page.at(-1) ?? null
    }
  })

  /** Compares the labels of samples, large ones and those of bitmaps until this time. Of each labelset, at most 4 MiB of labels are in memory, or one label of any size. */
  const read = (
    dataset: Dataset,
    [first, second]: TwoLabelsets,
    ids: ReadonlyArray<SampleId>,
    until: number,
  ): Stream.Stream<ComparedSample> => {
    const compareTexts = comparisons.makeCompareUntil(dataset, until)
    const compare = (id: SampleId, a: Label | undefined, b: Label | undefined) => {
      const toSample = (agreement: SampleAgreement | null): ComparedSample => ({
        sampleId: id,
        state: null,
        agreement,
      })
      // Since the samples were listed, a label may have changed.
      if (!isComparable(a, first) || !isComparable(b, second)) return Effect.succeed(toSample(null))
      const labels = [
        { person: first.name, attributes: a.attributes },
        { person: second.name, attributes: b.attributes },
      ]
      const scores = new SceneScores(first.name)
      return Effect.map(
        compareTexts(labels, scores),
        (agreement): ComparedSample => ({ ...toSample(agreement), scenes: agreement && scores.list() }),
      )
    }
    const readOf = (labelset: Labelset, of: ReadonlyArray<SampleId>) =>
      Stream.paginateEffect(of, (left) =>
        Effect.map(samples.portion(left, { labelset: labelset.id, full: true }), ({ read: count, rows }) => [
          new Map(rows.flatMap(({ label, sample }) => (label ? [[sample.id, label] as const] : []))),
          count < left.length ? Option.some(left.slice(count)) : Option.none(),
        ]),
      )
    return Stream.flatMap(readOf(first, ids), (ofFirst) =>
      Stream.flatMap(readOf(second, [...ofFirst.keys()]), (ofSecond) =>
        Stream.mapEffect(Stream.fromIterable(ofSecond), ([id, label]) => compare(id, ofFirst.get(id), label)),
      ),
    )
  }

  return { drawFrom, read }
})

/** Whether the label is finished. In labelsets beside the ground truth, labels of models are, too. */
const isComparable = (label: Label | undefined, { isGroundTruth }: Labelset): label is Label =>
  label !== undefined && (isFinished(label.status) || (!isGroundTruth && label.status === "PRELABELED"))
