/**
 * All rows of a list, page by page: the next one is asked for when the last row of the one before has been taken. Lists that
 * give a `next` link are read by its cursor, which costs the same on every page; others by number.
 */
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import { Chunk, Effect, Option, Stream } from "effect"
import { valueIn } from "./bodies.ts"
import type { Endpoint } from "./endpoints.ts"
import type { ApiError } from "./errors.ts"
import type { Exchange } from "./exchange.ts"
import type { CallOptions, LooseRequest } from "./types.ts"

export const rowsOf = (
  exchange: Exchange,
  endpoint: Endpoint,
  request: LooseRequest = {},
  options: CallOptions = {},
): Stream.Stream<unknown, ApiError> =>
  Stream.paginateChunkEffect(request, (asked) =>
    Effect.gen(function* () {
      const response = yield* exchange.whole(endpoint, asked, options)
      const rows = listOf(yield* valueIn(response, endpoint))
      return [Chunk.unsafeFromArray(rows), nextOf(endpoint, asked, response, rows.length)] as const
    }),
  )

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const nextOf = (
  { paged }: Endpoint,
  asked: LooseRequest,
  response: HttpClientResponse,
  rows: number,
): Option.Option<LooseRequest> => {
  const [, query] = /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/i.exec(response.headers.link ?? "") ?? []
  if (query !== undefined)
    return Option.some({ ...asked, urlParams: Object.fromEntries(new URLSearchParams(query)) })
  // A list that can be read by cursor ends with the page that has no link.
  const { cursor, page = 1, per_page = mostInitially } = asked.urlParams ?? {}
  if (!paged || cursor !== undefined || rows < Math.min(Number(per_page), leastPage)) return Option.none()
  return Option.some({ ...asked, urlParams: { ...asked.urlParams, page: Number(page) + 1 } })
}

/** The size of a page where nobody says one. */
const mostInitially = 1000

/** Who asks for more rows than a list gives gets what it gives: no list gives fewer than so many. */
const leastPage = 1000
