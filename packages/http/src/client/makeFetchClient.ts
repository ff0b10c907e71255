/** The HTTP client of the platform's `fetch`, or of another one. */
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { Effect } from "effect"

/** Makes a client for `makeClient`. Without tracing headers: in a browser each of them would need a CORS preflight permission. */
export const makeFetchClient = (fetch: typeof globalThis.fetch | undefined): HttpClient.HttpClient => {
  const client = Effect.runSync(Effect.provide(HttpClient.HttpClient, FetchHttpClient.layer))
  return HttpClient.transformResponse(client, (sent) => {
    const quiet = Effect.locally(sent, HttpClient.currentTracerPropagation, false)
    return fetch === undefined ? quiet : Effect.provideService(quiet, FetchHttpClient.Fetch, fetch)
  })
}
