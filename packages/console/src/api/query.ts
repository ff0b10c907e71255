/** Queries for the cache, each from one call of the API. */
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
} from "@tanstack/react-query"
import { type Answer, type Cursor, type Page, readBody, readPage } from "./client.ts"

type Settings<Options> = Omit<
  Options,
  "queryKey" | "queryFn" | "initialPageParam" | "getNextPageParam" | "select"
>

/** A query whose data are the body of an answer: `makeQuery(["formats"], (signal) => api.GET("/formats/", { signal }))`. */
export const makeQuery = <Body>(
  queryKey: QueryKey,
  call: (signal: AbortSignal) => Promise<Answer<Body>>,
  settings?: Settings<UseQueryOptions<NonNullable<Body>>>,
) =>
  queryOptions<NonNullable<Body>>({
    ...settings,
    queryKey,
    queryFn: ({ signal }) => readBody(call(signal)),
  })

const collectItems = <Item>({ pages }: InfiniteData<Page<Item>>): ReadonlyArray<Item> =>
  pages.flatMap(({ items }) => items)

/** A query whose data are the records of all pages that were read. Its call begins at a cursor; that of the next page is in the answer. */
export const makePagesQuery = <Item>(
  queryKey: QueryKey,
  parameter: Cursor,
  call: (from: string | undefined, signal: AbortSignal) => Promise<Answer<ReadonlyArray<Item>>>,
  settings?: Settings<
    UseInfiniteQueryOptions<Page<Item>, Error, ReadonlyArray<Item>, QueryKey, string | undefined>
  >,
) =>
  infiniteQueryOptions<Page<Item>, Error, ReadonlyArray<Item>, QueryKey, string | undefined>({
    ...settings,
    queryKey,
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }) => readPage(call(pageParam, signal), parameter),
    getNextPageParam: ({ next }) => next,
    select: collectItems,
  })

/** The parameters of an address of the API, as its client takes them. */
export const toParams = <Path extends object>(path: Path) => ({ params: { path } })
