/** Reads samples and their labels for other services. Asks nobody for permission: the caller has done that. */
import { Effect, Option, Stream } from "effect"
import { NotFound } from "../domain/errors.ts"
import type { DatasetId, LabelsetId, SampleId } from "../domain/Ids.ts"
import type { Label } from "../domain/Label.ts"
import type { Sample } from "../domain/Sample.ts"
import { type SampleFilter, type SampleQuery, SampleStore } from "./SampleStore.ts"

/** A sample and, when a labelset was asked for, its label there. */
export interface SampleRow {
  readonly sample: Sample
  /** Null: it has none; undefined: none was asked for. */
  readonly label: Label | null | undefined
}

export interface WithLabels {
  readonly labelset: LabelsetId
  /** False: the labels come without their attributes (null). */
  readonly full: boolean
}

/** Samples read at once: bodies may be large, and none is kept longer than it takes to hand it on. */
const chunk = { short: 100, full: 20 }

export class SampleReader extends Effect.Service<SampleReader>()("@annotary/core/SampleReader", {
  effect: Effect.gen(function* () {
    const store = yield* SampleStore

    const byId = Effect.fn("SampleReader.byId")(function* (id: SampleId) {
      const sample = yield* store.byId(id)
      return yield* Option.match(sample, { onNone: () => missing, onSome: Effect.succeed })
    })

    /** Those of the dataset that exist, in the order of the ids. */
    const byIds = Effect.fn("SampleReader.byIds")(function* (
      dataset: DatasetId,
      ids: ReadonlyArray<SampleId>,
    ) {
      const samples: Array<Sample> = []
      for (let i = 0; i < ids.length; i += 1000) samples.push(...(yield* store.byIds(ids.slice(i, i + 1000))))
      return samples.filter((sample) => sample.datasetId === dataset)
    })

    /** The samples and their labels; at most a few hundred ids, because the answer is held in memory. */
    const rows = Effect.fn("SampleReader.rows")(function* (
      ids: ReadonlyArray<SampleId>,
      labels: WithLabels | null,
    ) {
      const samples = yield* store.byIds(ids)
      const found =
        labels === null || samples.length === 0
          ? null
          : yield* store.labels(labels.labelset, ids, labels.full)
      return samples.map(
        (sample): SampleRow => ({
          sample,
          label: labels === null ? undefined : (found?.get(sample.id) ?? null),
        }),
      )
    })

    /** The same without any bodies, of at most 1000. */
    const heads = Effect.fn("SampleReader.heads")(function* (
      ids: ReadonlyArray<SampleId>,
      labelset: LabelsetId,
    ) {
      const samples = yield* store.byIds(ids, false)
      const labels = samples.length === 0 ? null : yield* store.labels(labelset, ids, false)
      return samples.map((sample): SampleRow => ({ sample, label: labels?.get(sample.id) ?? null }))
    })

    /** The same as a stream, which never holds more than a chunk of them. Samples deleted meanwhile are left out. */
    const stream = (ids: ReadonlyArray<SampleId>, labels: WithLabels | null): Stream.Stream<SampleRow> =>
      Stream.fromIterable(ids).pipe(
        Stream.grouped(labels?.full === true ? chunk.full : chunk.short),
        Stream.mapEffect((some) => rows([...some], labels)),
        Stream.flattenIterables,
      )

    /** A page of ids with their place in the order. */
    const page = (query: SampleQuery) => store.page(query)

    /** How many match, counted no further than `cap`. */
    const count = (filter: SampleFilter, cap: number) => store.count(filter, cap)

    return { byId, byIds, rows, heads, stream, page, count }
  }),
}) {}

const missing = Effect.fail(new NotFound({ resource: "sample" }))
