/** Test data: requests of sample pages, and samples with ties. */
import {
  type Dataset,
  LabelStore,
  type Sample,
  type SampleCursor,
  type SampleFilter,
  SampleName,
  type SampleQuery,
  SampleStore,
  type SortKey,
} from "@annotary/core/effect"
import { Effect } from "effect"
import { addSamples, addSeconds, aWorld, instant, makeLabel } from "./fixtures.ts"

export const readPage = (
  dataset: Dataset,
  query: Partial<SampleQuery> & { readonly only?: Omit<SampleFilter, "datasetId"> } = {},
) =>
  Effect.flatMap(SampleStore, (store) =>
    store.page({
      filter: { datasetId: dataset.id, ...query.only },
      sort: { key: "name", descending: false },
      start: { offset: 0 },
      limit: 10_000,
      ...query,
    }),
  )

export const ids = Effect.map((cursors: ReadonlyArray<SampleCursor>) => cursors.map(({ id }) => id))

export const makeNamed = (name: string, fields: Partial<Sample> = {}): Partial<Sample> => ({
  name: SampleName.make(name),
  ...fields,
})

export const keys: ReadonlyArray<SortKey> = ["name", "created_at", "priority", "gt_label__updated_at"]

/** Samples with ties in everything but the name, some of them without a label. */
export const manySorted = Effect.gen(function* () {
  const { dataset, truth } = yield* aWorld
  const labels = yield* LabelStore
  const numbers = [5, 0, 3, 8, 1, 7, 2, 6, 4, 9]
  const all = yield* addSamples(
    dataset,
    numbers.map((n) => makeNamed(`n${n}`, { priority: (n % 3) - 1, createdAt: addSeconds(instant, n % 4) })),
  )
  const updated = new Map<Sample["id"], string>()
  for (const [i, sample] of all.entries()) {
    if (i % 3 === 0) continue
    const label = yield* makeLabel(sample, truth, { updatedAt: addSeconds(instant, i % 2) })
    yield* labels.writeNew([label], "write")
    updated.set(sample.id, label.updatedAt)
  }
  return { dataset, all, updated }
})
