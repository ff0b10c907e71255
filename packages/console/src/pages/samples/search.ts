/** The filters and the order of the samples page, as search parameters. What an address cannot mean is left out, so that an old link still opens. */
import type { Wire } from "../../api/client.ts"
import { omitUndefined, readPageNumber, type SearchInput } from "../../ui/search.ts"
import { type FilterSearch, pickFilters, readFilters } from "./filters.ts"

/** The keys by which the API sorts. */
const sortKeys = ["name", "created_at", "priority", "gt_label__updated_at"] as const
export type SortKey = (typeof sortKeys)[number]
export type Sort = SortKey | `-${SortKey}`

export interface SampleSearch extends FilterSearch {
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
    ...readFilters(search),
    sort: sorts.find((sort) => sort === search.sort),
    part: readPageNumber(search.part),
  })

export const isFiltered = (search: SampleSearch): boolean => Object.keys(pickFilters(search)).length > 0

/** The number of matching samples where the statistics of the dataset contain it; they are exact for any number of samples. */
export const countFromStatistics = (search: SampleSearch, stats: Wire<"LabelStats">): number | undefined => {
  const { label_status: status, ...others } = pickFilters(search)
  if (Object.keys(others).length > 0) return undefined
  return status === undefined ? stats.TOTAL : (search.status ?? []).reduce((sum, one) => sum + stats[one], 0)
}

export const sorts: ReadonlyArray<Sort> = sortKeys.flatMap((key) => [key, `-${key}` as const])
