import { Effect, Option, type Stream } from "effect"
import { Access, type DatasetRef, type Permitted } from "../access/Access.ts"
import { KnownUsers } from "../access/KnownUsers.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { type Dataset, formatFullName } from "../domain/Dataset.ts"
import { nameKey, type Username } from "../domain/Names.ts"
import type { LabelContext } from "../domain/wire/label.ts"
import { mapReadyParts } from "../kernel/readyStream.ts"
import { traced } from "../kernel/traced.ts"
import { labelContext } from "../labels/LabelWriter.ts"
import { PictureMeasurer } from "../pictures/PictureMeasurer.ts"
import { canHideTruth, makeOverlapBlindness, type Reader } from "../placement/makeOverlapBlindness.ts"
import { makeOverlapSummaries, requireReview } from "../placement/makeOverlapSummaries.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import type { RequestedFilter, SampleFilter, SampleRow } from "../reading/SampleStore.ts"
import {
  decodeCursor,
  encodeCursor,
  filterFrom,
  type ListPlace,
  listUsernames,
  type SampleConditions,
  type SampleSort,
} from "../reading/sampleFilter.ts"
import type { SearchCondition } from "../reading/search/SearchCondition.ts"
import type { BulkMatches } from "./bulkChange.ts"
import { makeSearchReader } from "./makeSearchReader.ts"

/** The filter, order and page of a sample list. */
export interface ListSamples extends SampleConditions {
  /** Adds the label in this labelset to each row. An unknown labelset is ignored. */
  readonly labelset?: string | undefined
  /** Whether labels are complete, not in their short form. */
  readonly fullLabel?: boolean | undefined
  /** Defaults to the name. */
  readonly sort?: SampleSort | undefined
  /** 1-based. */
  readonly page?: number | undefined
  /** 1–10 000. Defaults to 1000. */
  readonly perPage?: number | undefined
  /** The `next` of the previous page. Filter and sort come from the cursor. */
  readonly cursor?: string | undefined
  /** Whether rows have the overlap of their sample. Only for those who may `review`. */
  readonly overlap?: boolean | undefined
  /** Whether rows have measured sizes of their pictures. */
  readonly pictureSizes?: boolean | undefined
  /** Whether to count the matching samples in `total`. */
  readonly count?: boolean | undefined
}

/** A page of samples. */
export interface SampleList {
  /** `owner/name` */
  readonly dataset: string
  /** In order. `label` is undefined in all rows without a labelset. */
  readonly rows: Stream.Stream<SampleRow>
  /** Encoding of the labels: complete with it, in their short form without. */
  readonly fullLabel: LabelContext | undefined
  /** The cursor of the next page; null at the end. */
  readonly next: string | null
  /** The number of matching samples, exact up to 10 000. */
  readonly total: { readonly count: number; readonly capped: boolean } | undefined
}

const mostInPage = 10_000
const mostCounted = 10_000

/** Lists samples: filtered, sorted, paged or continued from a cursor at constant cost. Results are streamed. */
export class SampleLists extends Effect.Service<SampleLists>()("@annotary/core/SampleLists", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const users = yield* KnownUsers
    const reader = yield* SampleReader
    const labelsets = yield* LabelsetFinder
    const measurer = yield* PictureMeasurer
    const blindness = yield* makeOverlapBlindness
    const summaries = yield* makeOverlapSummaries
    const readSearch = yield* makeSearchReader

    /** Lists a page of the dataset's samples. */
    const list = traced("Samples.list")(function* (ref: DatasetRef, request: ListSamples = {}) {
      const permitted = yield* access.require(ref, "read")
      const { dataset } = permitted
      const labelset =
        request.labelset === undefined
          ? null
          : yield* Effect.option(labelsets.find(dataset.id, request.labelset))
      const foundLabelset = labelset?._tag === "Some" ? labelset.value : null
      const full = request.fullLabel === true
      const addsOverlap = request.overlap === true
      if (addsOverlap) yield* requireReview(permitted)
      const page = yield* readPageOf(permitted, request)
      const rows = yield* reader.stream(
        page.ids,
        foundLabelset === null ? null : { labelset: foundLabelset.id, full },
        request.pictureSizes === true
          ? { dataset: dataset.id, onRead: (read) => requestSizes(dataset, read) }
          : null,
      )
      const shownRows =
        foundLabelset !== null && canHideTruth(permitted, foundLabelset)
          ? yield* mapReadyParts(rows, (part) => blindness.showRows(permitted, foundLabelset, part))
          : rows
      return {
        dataset: formatFullName(dataset),
        rows: addsOverlap
          ? yield* mapReadyParts(shownRows, (part) => summaries.addTo(permitted, part))
          : shownRows,
        fullLabel: foundLabelset !== null && full ? labelContext(permitted, foundLabelset) : undefined,
        next: page.next,
        total: page.total,
      } satisfies SampleList
    })

    const requestSizes = (dataset: Dataset, rows: ReadonlyArray<SampleRow>) =>
      measurer.request(
        dataset,
        rows.flatMap(({ pictureSizes, sample }) => (pictureSizes === undefined ? [sample] : [])),
      )

    const readPageOf = Effect.fnUntraced(function* (permitted: Permitted, request: ListSamples) {
      const { dataset } = permitted
      const place = request.cursor === undefined ? null : yield* decodeCursor(request.cursor, dataset.id)
      const search = yield* readSearch(permitted, place === null ? request.search : place.filter.search)
      const filter = place?.filter ?? (yield* makeFilter(dataset, request))
      if (filter?.overlapStates !== undefined) yield* requireReview(permitted)
      const stored = filter && toStoredFilter(dataset, filter, search)
      const total = request.count === true ? { total: yield* countTotal(stored) } : { total: undefined }
      if (filter === null || stored === null) return { ids: [], next: null, ...total }
      const sort = place?.sort ?? request.sort ?? byName
      const limit = Math.min(Math.max(request.perPage ?? 1000, 1), mostInPage)
      const start =
        place === null ? { offset: (Math.max(request.page ?? 1, 1) - 1) * limit } : { after: place.after }
      const pageSize = Math.min(limit + 1, mostInPage)
      const rows = yield* reader.readPage({ filter: stored, sort, start, limit: pageSize })
      const shown = rows.slice(0, limit)
      const after = rows.length > limit || rows.length === mostInPage ? shown.at(-1) : undefined
      const next = after === undefined ? null : encodeCursor({ filter, sort, after } satisfies ListPlace)
      return { ids: shown.map((row) => row.id), next, ...total }
    })

    /** The first matching samples, by creation or after a cursor, and the cursor of the rest. */
    const listPlaces = Effect.fnUntraced(function* (caller: Reader, target: BulkMatches, limit: number) {
      const { dataset } = caller
      const place = "cursor" in target ? yield* decodeCursor(target.cursor, dataset.id) : null
      const search = yield* readSearch(
        caller,
        "filter" in target ? target.filter.search : place?.filter.search,
      )
      const filter = place?.filter ?? ("filter" in target ? yield* makeFilter(dataset, target.filter) : null)
      if (filter === null) return { places: [], next: null }
      const sort = place?.sort ?? byCreation
      const start = place === null ? { offset: 0 } : { after: place.after }
      const stored = toStoredFilter(dataset, filter, search)
      const rows = yield* reader.readPage({ filter: stored, sort, start, limit })
      const after = rows.length === limit ? rows.at(-1) : undefined
      const next = after === undefined ? null : encodeCursor({ filter, sort, after } satisfies ListPlace)
      return { places: rows, next }
    })

    /** The filter for the storage. Null when no sample can match: an unknown user, or text that cannot be stored. */
    const makeFilter = Effect.fnUntraced(function* (dataset: Pick<Dataset, "id">, request: SampleConditions) {
      const names = listUsernames(request)
      const usernames = names.length === 0 ? new Map<string, Username>() : yield* users.findAmong(names)
      return Option.getOrNull(filterFrom(dataset.id, request, (name) => usernames.get(nameKey(name))))
    })

    const countTotal = (filter: SampleFilter | null) =>
      filter === null
        ? Effect.succeed({ count: 0, capped: false })
        : Effect.map(reader.count(filter, mostCounted + 1), (count) => ({
            count: Math.min(count, mostCounted),
            capped: count > mostCounted,
          }))

    return { list, listPlaces }
  }),
}) {
  static readonly dependencies = [Access, KnownUsers, LabelsetFinder, PictureMeasurer, SampleReader] as const
}

/** Gold samples are found as new samples of the dataset, which nobody has begun. */
const toStoredFilter = (
  { settings }: Dataset,
  { search: _, ...filter }: RequestedFilter,
  search: SearchCondition | undefined,
): SampleFilter => {
  const searched = search === undefined ? filter : { ...filter, search }
  return settings.overlap > 1 && filter.overlapStates?.includes("labeling") === true
    ? { ...searched, overlapStates: [...filter.overlapStates, "gold"] }
    : searched
}

const byName: SampleSort = { key: "name", descending: false }

/** Samples that are created meanwhile come last. */
const byCreation: SampleSort = { key: "created_at", descending: false }
