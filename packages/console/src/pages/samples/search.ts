/** The filters and the order of the samples page, as search parameters. What an address cannot mean is left out, so that an old link still opens. */
import type { Wire } from "../../api/client.ts"
import { type Status, statuses } from "../../api/statuses.ts"
import { omitUndefined, readPageNumber, readText, type SearchInput } from "../../ui/search.ts"

/** The keys by which the API sorts. */
const sortKeys = ["name", "created_at", "priority", "gt_label__updated_at"] as const
export type SortKey = (typeof sortKeys)[number]
export type Sort = SortKey | `-${SortKey}`

export interface SampleSearch {
  readonly name?: string
  readonly status?: ReadonlyArray<Status>
  readonly labeler?: string
  readonly reviewer?: string
  readonly min?: number
  readonly max?: number
  /** `key:value,key:value` */
  readonly meta?: string
  readonly sort?: Sort
  /** A part of a list that is longer than a page of a browser can be high, from 2 on. */
  readonly part?: number
}

/** Browsers draw nothing below some 17 to 33 million pixels: longer lists are shown in parts. */
export const rowsPerPart = 400_000

/** The index of the first row of the part. */
export const computePartStart = ({ part = 1 }: SampleSearch): number => (part - 1) * rowsPerPart

export const sampleSearch = (search: SearchInput): SampleSearch =>
  omitUndefined({
    name: readText(search.name),
    status: readStatuses(search.status),
    labeler: readText(search.labeler),
    reviewer: readText(search.reviewer),
    min: readFinite(search.min),
    max: readFinite(search.max),
    meta: isMetadataFilter(search.meta) ? search.meta : undefined,
    sort: sorts.find((sort) => sort === search.sort),
    part: readPageNumber(search.part),
  })

/** Whether a text is a filter of metadata that the API understands. It ignores others in lists. */
export const isMetadataFilter = (value: unknown): value is string =>
  typeof value === "string" && /^[^:,]+:[^,]*(,[^:,]+:[^,]*)*$/.test(value)

/** The filters as the API takes them, in its lists and in bulk changes. */
export const pickFilters = ({ labeler, max, meta, min, name, reviewer, status }: SampleSearch) =>
  omitUndefined({
    name__contains: name,
    filters: meta,
    label_status: status?.join(","),
    assigned_labeler: labeler,
    assigned_reviewer: reviewer,
    priority__gte: min,
    priority__lte: max,
  })

export const isFiltered = (search: SampleSearch): boolean => Object.keys(pickFilters(search)).length > 0

/** The number of matching samples where the statistics of the dataset contain it; they are exact for any number of samples. */
export const countFromStatistics = (search: SampleSearch, stats: Wire<"LabelStats">): number | undefined => {
  const { label_status: status, ...others } = pickFilters(search)
  if (Object.keys(others).length > 0) return undefined
  return status === undefined ? stats.TOTAL : (search.status ?? []).reduce((sum, one) => sum + stats[one], 0)
}

const sorts: ReadonlyArray<Sort> = sortKeys.flatMap((key) => [key, `-${key}` as const])

const readFinite = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined

/** The number that a text means, with a point or a comma before its fraction. Undefined where it means none. */
export const parseNumber = (text: string): number | undefined =>
  /^[+-]?\d+([.,]\d+)?$/.test(text) ? readFinite(Number(text.replace(",", "."))) : undefined

const readStatuses = (value: unknown): ReadonlyArray<Status> | undefined => {
  const values = Array.isArray(value) ? value : [value]
  const chosenStatuses = statuses.filter((status) => values.includes(status))
  return chosenStatuses.length === 0 ? undefined : chosenStatuses
}
