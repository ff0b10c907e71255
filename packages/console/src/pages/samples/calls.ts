/** The calls of the API about the samples of one dataset: queries for the cache, and changes. */
import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { api, parseNextCursor, readBody, type Wire } from "../../api/client.ts"
import { type DatasetPath, makeSamplesKey } from "../../api/dataset.ts"
import { toApiError } from "../../api/problem.ts"
import { parse } from "../../workbench/editor/json/parse.ts"
import { toObjects } from "../../workbench/editor/json/value.ts"
import { pickFilters } from "./filters.ts"
import { type SampleRow, sampleRow } from "./sampleRow.ts"
import type { SampleSearch } from "./search.ts"

/** Names what every row consists of. Attributes can be as large as a label, and come only where they contain a picture. */
const fields = "uuid,name,label,priority,assigned_labeler,assigned_reviewer,metadata,updated_at,created_at"

export const rowsPerPage = 100

/** The page, from 1, of a row, from 0. */
export const computePage = (index: number): number => Math.floor(Math.max(index, 0) / rowsPerPage) + 1

/** Those who can be assigned: the owner is one of them only when it is a person. */
export const makePeopleQuery = (path: DatasetPath) =>
  queryOptions({
    queryKey: [...makeSamplesKey(path), "people"],
    queryFn: async ({ signal }) => {
      const people = await readBody(
        api.GET("/datasets/{owner}/{dataset}/collaborators/", { params: { path }, signal }),
      )
      return [...new Set([path.owner, ...people.map(({ user }) => user.username)])].sort()
    },
    staleTime: 60_000,
  })

/** The name of a sample, for lists that have only its id. */
export const makeSampleNameQuery = (sample: string) =>
  queryOptions({
    queryKey: ["sample", sample, "name"],
    queryFn: async ({ signal }) =>
      (await readBody(api.GET("/samples/{sample}/", { params: { path: { sample } }, signal }))).name,
    staleTime: 60_000,
  })

/** A page of rows, and where the next one begins. */
export interface SamplePage {
  readonly rows: ReadonlyArray<SampleRow>
  readonly next: string | undefined
}

/** Names what a list of samples depends on. The part of a long list is no filter. */
export interface ListOptions {
  readonly path: DatasetPath
  readonly search: SampleSearch
  readonly withImages: boolean
}

const listKey = ({ path, search, withImages }: ListOptions) =>
  [...makeSamplesKey(path), "list", pickFilters(search), search.sort ?? null, withImages] as const

/**
 * A page of the list, from 1. A page behind one that was read continues at its cursor, which costs the same at any depth; a jump costs a
 * scan to its place.
 */
export const samplePageQuery = (client: QueryClient, options: ListOptions, page: number) => {
  const makePageKey = (number: number) => [...listKey(options), number]
  return queryOptions({
    queryKey: makePageKey(page),
    queryFn: async ({ signal }): Promise<SamplePage> => {
      const before = client.getQueryState<SamplePage>(makePageKey(page - 1))
      const cursor = before?.isInvalidated === false ? before.data?.next : undefined
      const { search, withImages } = options
      const { data, error, response } = await api.GET("/datasets/{owner}/{dataset}/samples/", {
        params: {
          path: options.path,
          query: {
            per_page: rowsPerPage,
            labelset: "ground-truth",
            fields: withImages ? `${fields},attributes` : fields,
            ...(cursor === undefined
              ? { page, ...pickFilters(search), ...(search.sort === undefined ? {} : { sort: search.sort }) }
              : { cursor }),
          },
        },
        parseAs: "text",
        signal,
      })
      if (!response.ok) throw toApiError(response, error)
      return {
        rows: toObjects(parse(data ?? "[]")).map(sampleRow),
        next: parseNextCursor(response.headers.get("link")),
      }
    },
    gcTime: 60_000,
    staleTime: 30_000,
  })
}

/** A number of samples. One that is not exact is the least number. */
export interface Count {
  readonly count: number
  readonly isExact: boolean
}

/** Counts the samples that match: exactly to 10000. */
export const countQuery = ({ path, search }: Pick<ListOptions, "path" | "search">) =>
  queryOptions({
    queryKey: [...makeSamplesKey(path), "count", pickFilters(search)],
    queryFn: async ({ signal }): Promise<Count> => {
      const { error, response } = await api.GET("/datasets/{owner}/{dataset}/samples/", {
        params: { path, query: { per_page: 1, fields: "uuid", count: "1", ...pickFilters(search) } },
        signal,
      })
      if (!response.ok) throw toApiError(response, error)
      const total = response.headers.get("x-total-count") ?? "0"
      return { count: Number.parseInt(total, 10), isExact: !total.endsWith("+") }
    },
  })

/** The samples of a bulk change: by their ids, or all that match filters. */
export type Target = { readonly uuids: ReadonlyArray<string> } | { readonly filters: Wire<"SampleFilters"> }

export type SampleSet = Wire<"BulkChange">["set"]

/** As many as the API takes in one call. */
const maxSamples = 10_000

interface Portions {
  readonly signal: AbortSignal
  /** Called after each portion with the number of samples so far. */
  readonly onProgress: (count: number) => void
}

/** A part of the samples: each is drawn with the probability `share`, by its id and the seed. */
export type Draw = Required<Pick<Wire<"BulkChange">, "seed" | "share">>

/** A change of samples, or of a part of them that is drawn. */
export interface SampleChange {
  readonly set: SampleSet
  readonly draw?: Draw | undefined
}

/** Changes samples, one portion after another. Returns their number. */
export const updateSamples = (
  path: DatasetPath,
  target: Target,
  { draw, set }: SampleChange,
  portions: Portions,
) =>
  sendInPortions(target, portions, async (part) => {
    const { next, updated_count } = await readBody(
      api.PATCH("/datasets/{owner}/{dataset}/samples_bulk/", {
        params: { path },
        body: { ...part, set, ...draw },
        signal: portions.signal,
      }),
    )
    return { count: updated_count, next }
  })

/** Deletes samples, one portion after another. Returns their number. */
export const deleteSamples = (path: DatasetPath, target: Target, portions: Portions) =>
  sendInPortions(target, portions, async (part) => {
    const { signal } = portions
    if (part.uuids !== undefined) {
      const { deleted_count } = await readBody(
        api.DELETE("/datasets/{owner}/{dataset}/samples_bulk/", {
          params: { path },
          body: { uuids: part.uuids },
          signal,
        }),
      )
      return { count: deleted_count, next: null }
    }
    const { deleted_count, next } = await readBody(
      api.POST("/datasets/{owner}/{dataset}/samples_bulk/delete/", { params: { path }, body: part, signal }),
    )
    return { count: deleted_count, next }
  })

interface Part {
  readonly uuids?: Array<string>
  readonly filters?: Wire<"SampleFilters">
  readonly cursor?: string
}

const sendInPortions = async (
  target: Target,
  { onProgress, signal }: Portions,
  send: (part: Part) => Promise<{ readonly count: number; readonly next: string | null }>,
): Promise<number> => {
  let done = 0
  const sendPart = async (part: Part): Promise<string | null> => {
    signal.throwIfAborted()
    const { count, next } = await send(part)
    done += count
    onProgress(done)
    return next
  }
  if ("uuids" in target)
    for (let at = 0; at < target.uuids.length; at += maxSamples)
      await sendPart({ uuids: target.uuids.slice(at, at + maxSamples) })
  else {
    let cursor = await sendPart({ filters: target.filters })
    while (cursor !== null) cursor = await sendPart({ cursor })
  }
  return done
}
