/**
 * All rows of a list, page by page. The next page is requested when the last row of the previous one was taken. Lists
 * with a `next` link are read by cursor, which costs the same for every page; others by page number.
 */
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import { Chunk, Effect, Option, Stream } from "effect"
import { readValue } from "./bodies.ts"
import type { Endpoint } from "./endpoints.ts"
import type { ApiError } from "./errors.ts"
import type { Exchange } from "./exchange.ts"
import type { CallOptions, LooseRequest } from "./types.ts"

export const streamRows = (
  exchange: Exchange,
  endpoint: Endpoint,
  request: LooseRequest = {},
  options: CallOptions = {},
): Stream.Stream<unknown, ApiError> =>
  Stream.paginateChunkEffect(request, (current) =>
    Effect.gen(function* () {
      const response = yield* exchange.whole(endpoint, current, options)
      const rows = toList(yield* readValue(response, endpoint))
      return [Chunk.unsafeFromArray(rows), findNextRequest(endpoint, current, response, rows.length)] as const
    }),
  )

/** The query of the page after that of a response; undefined where no link leads to one. */
export const findNextQuery = ({
  headers,
}: Pick<HttpClientResponse, "headers">): URLSearchParams | undefined => {
  const [, query] = /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/i.exec(headers.link ?? "") ?? []
  return query === undefined ? undefined : new URLSearchParams(query)
}

const toList = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const findNextRequest = (
  { paged }: Endpoint,
  current: LooseRequest,
  response: HttpClientResponse,
  rows: number,
): Option.Option<LooseRequest> => {
  const query = findNextQuery(response)
  if (query !== undefined) return Option.some({ ...current, urlParams: Object.fromEntries(query) })
  // A list with cursors ends at the page without a link.
  const { cursor, page = 1, per_page = mostInitially } = current.urlParams ?? {}
  if (!paged || cursor !== undefined || rows < Math.min(Number(per_page), leastPage)) return Option.none()
  return Option.some({ ...current, urlParams: { ...current.urlParams, page: Number(page) + 1 } })
}

/** The default size of a page. */
const mostInitially = 1000

/** No list has a smaller maximum page size. A larger `per_page` may be reduced by the server. */
const leastPage = 1000
