/** The client of the API that the tools of a server call. */
import { type ClientSettings, type EffectClient, makeClient } from "@annotary/http/client"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { Effect } from "effect"

/** The address of the API, the key, and a replacement of the global `fetch`. */
export interface Connection extends ClientSettings {
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** Connects without a request. */
export const connect = ({ fetch, ...settings }: Connection): EffectClient => {
  const client = Effect.map(HttpClient.HttpClient, (over) =>
    HttpClient.transformResponse(over, (sent) =>
      fetch === undefined ? sent : Effect.provideService(sent, FetchHttpClient.Fetch, fetch),
    ),
  )
  return Effect.runSync(
    Effect.provide(
      Effect.flatMap(client, (over) =>
        Effect.provideService(makeClient(settings), HttpClient.HttpClient, over),
      ),
      FetchHttpClient.layer,
    ),
  )
}
