/** The client of the API that the tools of a server call. */
import { type ClientSettings, type EffectClient, makeClient, makeFetchClient } from "@annotary/http/client"
import * as HttpClient from "@effect/platform/HttpClient"
import { Effect } from "effect"

/** The address of the API, the key, and a replacement of the global `fetch`. */
export interface Connection extends ClientSettings {
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** Connects without a request. */
export const connect = ({ fetch = globalThis.fetch, ...settings }: Connection): EffectClient =>
  Effect.runSync(
    Effect.provideService(
      makeClient(settings),
      HttpClient.HttpClient,
      makeFetchClient(refuseRedirects(fetch)),
    ),
  )

/** The API never redirects. A redirect that is followed turns a change into a read that succeeds, and may send the key elsewhere. */
const refuseRedirects =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: "manual" })
    if (response.status < 300 || response.status >= 400 || response.status === 304) return response
    await response.body?.cancel()
    throw new Error(
      `The server redirects to ${response.headers.get("location") ?? "another address"}: use that address.`,
    )
  }
