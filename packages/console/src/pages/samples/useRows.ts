/** The rows of a list of any length: pages are read where the table stands, and others are forgotten. */
import { useDebouncedValue } from "@mantine/hooks"
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query"
import { useCallback, useState } from "react"
import { makeDatasetQuery } from "../../api/dataset.ts"
import {
  type Count,
  computePage,
  countQuery,
  type ListOptions,
  rowsPerPage,
  type SamplePage,
  samplePageQuery,
} from "./calls.ts"
import { pickFilters } from "./filters.ts"
import type { SampleRow } from "./sampleRow.ts"
import { countFromStatistics } from "./search.ts"

/** Counts how many samples match, from the statistics of the dataset or by a count. Undefined until it is known. */
export const useCount = (options: ListOptions) => {
  const dataset = useQuery(makeDatasetQuery(options.path))
  const countFound = dataset.data && countFromStatistics(options.search, dataset.data.label_stats)
  const counted = useQuery({
    ...countQuery(options),
    enabled: dataset.data !== undefined && countFound === undefined,
  })
  const count: Count | undefined =
    countFound === undefined ? counted.data : { count: countFound, isExact: true }
  return { count, error: counted.error ?? dataset.error, refetch: counted.refetch }
}

interface Reached {
  readonly list: string
  /** The largest number of rows that are known to exist. */
  readonly rows: number
  readonly isEnd: boolean
}

/** The number of rows to show. When the count is not exact, it is a page more than was reached so far. */
export const useLength = (options: ListOptions, count: Count | undefined) => {
  const list = JSON.stringify([options.path, pickFilters(options.search)])
  const [reached, setReached] = useState<Reached>({ list, rows: 0, isEnd: false })
  const { isEnd, rows } = reached.list === list ? reached : { rows: 0, isEnd: false }
  const reach = useCallback(
    (next: Omit<Reached, "list">) =>
      setReached((before) => {
        const rowsBefore = before.list === list ? before.rows : 0
        return { list, rows: next.isEnd ? next.rows : Math.max(next.rows, rowsBefore), isEnd: next.isEnd }
      }),
    [list],
  )
  const least = count?.count ?? 0
  return {
    length: count?.isExact !== false ? least : isEnd ? rows : Math.max(least, rows) + rowsPerPage,
    reach,
  }
}

export interface Rows {
  readonly rowAt: (index: number) => SampleRow | undefined
  readonly error: Error | null
  readonly refetch: () => void
  /** The end of the pages that were read. */
  readonly reached: Omit<Reached, "list">
}

/** `first` and `last` are the indexes of the rows on the screen. */
export const useRows = (
  options: ListOptions,
  { first, last }: { readonly first: number; readonly last: number },
): Rows => {
  const client = useQueryClient()
  // Pages that a scroll passes by are not read.
  const [range] = useDebouncedValue(`${computePage(first)} ${computePage(last)}`, 80)
  const [from = 1, to = 1] = range.split(" ").map(Number)
  const pages = useQueries({
    queries: Array.from({ length: to - from + 1 }, (_, index) =>
      samplePageQuery(client, options, from + index),
    ),
  })
  const failed = pages.find(({ error }) => error !== null)
  return {
    rowAt: (index) => pages[computePage(index) - from]?.data?.rows[index % rowsPerPage],
    error: failed?.error ?? null,
    refetch: () => {
      for (const page of pages) page.refetch()
    },
    reached: computeReached(
      pages.map(({ data }) => data),
      from,
    ),
  }
}

const computeReached = (
  pages: ReadonlyArray<SamplePage | undefined>,
  from: number,
): Omit<Reached, "list"> => {
  const index = pages.findLastIndex((page) => page !== undefined && page.rows.length > 0)
  const page = pages[index]
  return page === undefined
    ? { rows: 0, isEnd: false }
    : { rows: (from + index - 1) * rowsPerPage + page.rows.length, isEnd: page.next === undefined }
}
