import { Chunk, Effect, Option, Stream } from "effect"
import { NotFound } from "../domain/errors.ts"
import type { DatasetId, LabelsetId, SampleId } from "../domain/Ids.ts"
import type { Label } from "../domain/Label.ts"
import type { Sample } from "../domain/Sample.ts"
import { makeReadyStream } from "../kernel/readyStream.ts"
import { TakesLongTexts } from "../kernel/TakesLongTexts.ts"
import { PictureSizes } from "./PictureSizes.ts"
import {
  type SampleFilter,
  type SamplePortion,
  type SampleQuery,
  type SampleRow,
  SampleStore,
  type WithLabels,
} from "./SampleStore.ts"

export type { SamplePortion, SampleRow, WithLabels } from "./SampleStore.ts"

/** Samples in one portion, and the bytes of their bodies, unless one sample alone has more. */
const portionOf = { samples: 100, bytes: 4 * 1024 * 1024 }

/** The dataset of which rows get the measured sizes of their pictures. */
export interface SizesIn {
  readonly dataset: DatasetId
  readonly onRead: (rows: ReadonlyArray<SampleRow>) => Effect.Effect<void>
}

/** Reads samples and their labels for other services. Checks no permissions. */
export class SampleReader extends Effect.Service<SampleReader>()("@annotary/core/SampleReader", {
  effect: Effect.gen(function* () {
    const store = yield* SampleStore
    const sizes = yield* PictureSizes

    /** The sample of that id. */
    const getById = Effect.fnUntraced(function* (id: SampleId) {
      const sample = yield* store.byId(id)
      return yield* Option.match(sample, { onNone: () => missing, onSome: Effect.succeed })
    })

    /** The sample, its label, and the versions of the dataset and its configuration, for a write of the label. */
    const getForWrite = Effect.fnUntraced(function* (id: SampleId, labelset: LabelsetId) {
      const sample = yield* store.forWrite(id, labelset)
      return yield* Option.match(sample, { onNone: () => missing, onSome: Effect.succeed })
    })

    /** The same with the dataset and the role of a person in it; none for a missing sample. */
    const findForWriteBy = store.forWriteBy

    /** The samples of any number of ids without bodies (null, `{}`, ""). Deleted samples are left out. */
    const listSummaries = Effect.fnUntraced(function* (ids: ReadonlyArray<SampleId>) {
      const samples: Array<Sample> = []
      for (let at = 0; at < ids.length; at += 1000)
        samples.push(...(yield* store.byIds(ids.slice(at, at + 1000), false)))
      return samples
    })

    /** The samples and their labels without bodies. At most 1000 ids. */
    const listHeads = Effect.fnUntraced(function* (ids: ReadonlyArray<SampleId>, labelset: LabelsetId) {
      const samples = yield* store.byIds(ids, false)
      const labels = samples.length === 0 ? null : yield* store.labels(labelset, ids, false)
      return samples.map((sample): SampleRow => ({ sample, label: labels?.get(sample.id) ?? null }))
    })

    /** The labels of samples in a labelset. At most 1000 ids. `full` false leaves the attributes unread (null). */
    const findLabels = (labelset: LabelsetId, ids: ReadonlyArray<SampleId>, full: boolean) =>
      ids.length === 0 ? Effect.succeed(noLabels) : store.labels(labelset, ids, full)

    /** The complete samples of the first ids with their labels: at most 4 MiB of bodies, or one sample if that has more. */
    const readPortion = (ids: ReadonlyArray<SampleId>, labels: WithLabels | null) =>
      store.portion(ids, labels, portionOf.bytes)

    /**
     * `portion` as a stream over all ids, of which the first portion has been read. Samples deleted meanwhile are left out.
     * Longer bodies stay in storage if the caller {@link TakesLongTexts}. `sizesIn`: the dataset of the samples, of which measured sizes
     * are added, by one more statement for each portion, and what is done with each portion then.
     */
    const stream = Effect.fnUntraced(function* (
      ids: ReadonlyArray<SampleId>,
      labels: WithLabels | null,
      sizesIn: SizesIn | null = null,
    ) {
      if (ids.length === 0) return makeReadyStream<SampleRow>([])
      const long = yield* TakesLongTexts
      const from = (at: number) => {
        const portion = store.portion(ids.slice(at, at + portionOf.samples), labels, portionOf.bytes, long)
        return sizesIn === null ? portion : Effect.flatMap(portion, withSizes(sizesIn))
      }
      const first = yield* from(0)
      if (first.read === ids.length) return makeReadyStream(first.rows)
      const rest = Stream.paginateChunkEffect(first.read, (at) =>
        Effect.map(from(at), ({ read, rows }) => [
          Chunk.unsafeFromArray(rows),
          at + read < ids.length ? Option.some(at + read) : Option.none(),
        ]),
      )
      return Stream.concat(Stream.fromIterable(first.rows), rest)
    })

    const withSizes =
      ({ dataset, onRead }: SizesIn) =>
      ({ read, rows }: SamplePortion): Effect.Effect<SamplePortion> =>
        Effect.map(
          sizes.find(
            dataset,
            rows.map(({ sample }) => sample.id),
          ),
          (found) => ({
            read,
            rows:
              found.size === 0
                ? rows
                : rows.map((row) => ({ ...row, pictureSizes: found.get(row.sample.id) })),
          }),
        ).pipe(Effect.tap((portion) => onRead(portion.rows)))

    /** A page of ids with their place in the order. */
    const readPage = (query: SampleQuery) => store.page(query)

    /** The number of matching samples, counted up to `cap`. */
    const count = (filter: SampleFilter, cap: number) => store.count(filter, cap)

    /** Those of the keys that metadata of the dataset has. At most 100. */
    const findMetadataKeys = (dataset: DatasetId, keys: ReadonlyArray<string>) =>
      keys.length === 0 ? Effect.succeed(noKeys) : store.metadataKeys(dataset, [...new Set(keys)])

    /** Whether searches by objects would miss labels of the dataset. */
    const hasUnindexedLabels = (dataset: DatasetId) => store.hasUnindexedLabels(dataset)

    return {
      getById,
      getForWrite,
      findForWriteBy,
      listSummaries,
      listHeads,
      findLabels,
      portion: readPortion,
      stream,
      readPage,
      count,
      findMetadataKeys,
      hasUnindexedLabels,
    }
  }),
}) {
  static readonly dependencies = [PictureSizes] as const
}

const noKeys: ReadonlySet<string> = new Set()
const noLabels: ReadonlyMap<SampleId, Label> = new Map()

const missing = Effect.fail(new NotFound({ resource: "sample" }))
