import { Effect, Stream } from "effect"
import type { SampleAgreement } from "../../agreement/labels/compareLabels.ts"
import type { DatasetId, SampleId } from "../../domain/Ids.ts"
import { parseJson } from "../../domain/JsonText.ts"
import { type Overlap, toOverlapPlace } from "../../domain/Overlap.ts"
import { makeSlicePauses } from "../../jobs/betweenBatches.ts"
import { OverlapStore } from "../../placement/OverlapStore.ts"
import type { ComparedSample } from "./ComparedSample.ts"
import type { SampleDraw } from "./SampleDraw.ts"

const pageSize = 1000

/** Comparisons of the labels that several people made of samples. They were stored when the last label came in. */
export const makeOverlapComparisons = Effect.map(OverlapStore, (store) => {
  /** Adds the samples to which no label is missing. */
  const drawFrom = Effect.fnUntraced(function* (dataset: DatasetId, draw: SampleDraw) {
    const pause = yield* makeSlicePauses
    let after: SampleId | null = null
    for (;;) {
      const page: ReadonlyArray<SampleId> = yield* store.listComplete(dataset, after, pageSize)
      for (const id of page) draw.add(id)
      yield* pause
      if (page.length < pageSize) return
      after = page.at(-1) ?? null
    }
  })

  /** Reads the comparisons of at most 100 samples. */
  const read = (dataset: DatasetId, ids: ReadonlyArray<SampleId>): Stream.Stream<ComparedSample> =>
    Stream.fromIterableEffect(
      Effect.map(store.find(dataset, ids), (overlaps) =>
        [...overlaps.values()].flatMap((overlap) => {
          const { sampleId, state } = overlap
          // The answers to a gold sample are compared with its known label alone.
          if (state === "gold") return []
          return [{ sampleId, state, agreement: isComplete(overlap) ? nameLabelers(overlap) : null }]
        }),
      ),
    )

  return { drawFrom, read }
})

/** Whether all labels are in: since the samples were listed, or between two statements of the storage, one may have been taken back. */
const isComplete = ({ labelers, overlap, state }: Overlap): boolean =>
  state !== "labeling" && labelers.length === overlap

/** The stored agreement with the people instead of their letters; null without one, and where a letter stands for nobody. */
const nameLabelers = ({ agreement, labelers }: Overlap): SampleAgreement | null => {
  if (agreement === null) return null
  const stored = parseJson(agreement) as SampleAgreement
  const people = stored.people.flatMap((letter) => labelers[toOverlapPlace(letter)] ?? [])
  return people.length === stored.people.length ? { ...stored, people } : null
}
