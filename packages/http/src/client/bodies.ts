/** The body of an answer: as a value, as the very text, or as bytes while they come. */
import { type JsonText, trustedJson } from "@annotary/core/effect"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import { Effect, Stream } from "effect"
import type { Endpoint } from "./endpoints.ts"
import { ConnectionFailed } from "./errors.ts"

/** What the endpoint's declaration says it is. Numbers beyond 2^53 lose digits here; {@link textIn} keeps them. */
export const valueIn = (
  response: HttpClientResponse,
  { answer }: Endpoint,
): Effect.Effect<unknown, ConnectionFailed> => {
  if (answer === "Uint8Array")
    return Effect.mapBoth(response.arrayBuffer, { onSuccess: (buffer) => new Uint8Array(buffer), onFailure })
  return Effect.flatMap(textIn(response), (text) => {
    if (text === "") return Effect.void
    if (answer === "Text") return Effect.succeed(text)
    return Effect.try({ try: (): unknown => JSON.parse(text), catch: onFailure })
  })
}

export const textIn = (response: HttpClientResponse): Effect.Effect<JsonText, ConnectionFailed> =>
  Effect.mapBoth(response.text, { onSuccess: trustedJson, onFailure })

/** At the pace of the reader. */
export const bytesIn = (response: HttpClientResponse): Stream.Stream<Uint8Array, ConnectionFailed> =>
  response.status === 204 ? Stream.empty : Stream.mapError(response.stream, onFailure)

const onFailure = (cause: unknown): ConnectionFailed => new ConnectionFailed({ cause })
