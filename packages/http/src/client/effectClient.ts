/**
 * The client for Effect users, over any HttpClient:
 *
 *     const client = yield* makeClient({ baseUrl, apiKey })
 *     const rows = yield* client.samples.list({ path: { owner: "ada", dataset: "cars" } })
 *
 * Each call fails with the errors that its endpoint declares, or with one of {@link ClientError}.
 */
import * as HttpClient from "@effect/platform/HttpClient"
import { Effect } from "effect"
import { readValue } from "./bodies.ts"
import { type Endpoint, listClientEndpoints } from "./endpoints.ts"
import { type ClientSettings, type Exchange, makeExchange } from "./exchange.ts"
import { streamRows } from "./pages.ts"
import type { CallOptions, Face, Kind, LooseRequest } from "./types.ts"

/** The Effect client: the endpoints by group, and their other faces. */
export interface EffectClient extends Face<"effect"> {
  /** The same calls, returning whole responses: headers, exact text, and bodies as streams. */
  readonly responses: Face<"response">
  /** Whole responses after their bodies were read: one that was cut is requested again where that is safe. */
  readonly complete: Face<"response">
  /** Lists as a Stream over all of their pages. */
  readonly rows: Face<"rows">
}

/** Creates a client whose calls return Effects, over the HttpClient in the context. */
export const makeClient = (
  settings: ClientSettings,
): Effect.Effect<EffectClient, never, HttpClient.HttpClient> =>
  Effect.map(HttpClient.HttpClient, (client) => {
    const exchange = makeExchange(settings, client)
    return {
      ...makeFace<"effect">(makeValueCall(exchange)),
      responses: makeFace<"response">((endpoint, request, options) =>
        exchange.begun(endpoint, request, options),
      ),
      complete: makeFace<"response">((endpoint, request, options) =>
        exchange.whole(endpoint, request, options),
      ),
      rows: makeFace<"rows">((endpoint, request, options) =>
        streamRows(exchange, endpoint, request, options),
      ),
    }
  })

export const makeValueCall =
  (exchange: Exchange) => (endpoint: Endpoint, request: LooseRequest, options?: CallOptions) =>
    Effect.flatMap(exchange.whole(endpoint, request, options), (response) => readValue(response, endpoint))

/**
 * One function per endpoint, by group and name. Cast: the functions and the types are derived from one declaration, which
 * the compiler cannot follow.
 */
export const makeFace = <Way extends Kind>(
  call: (endpoint: Endpoint, request: LooseRequest, options?: CallOptions) => unknown,
): Face<Way> => {
  const groups: Record<string, Record<string, unknown>> = {}
  for (const endpoint of listClientEndpoints()) {
    groups[endpoint.group] ??= {}
    Object.assign(groups[endpoint.group] ?? {}, {
      [endpoint.name]: (request: LooseRequest = {}, options?: CallOptions) =>
        call(endpoint, request, options),
    })
  }
  return groups as unknown as Face<Way>
}
