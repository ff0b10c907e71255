/** Reads the body of a response: as a value, as text, or as a stream of bytes. */
import { castToJsonText, type JsonText } from "@annotary/core/effect"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import { Effect, Stream } from "effect"
import type { Endpoint } from "./endpoints.ts"
import { ConnectionFailed } from "./errors.ts"

/** Decodes the body by the endpoint's declaration. Numbers beyond 2^53 lose digits; {@link readText} keeps them. */
export const readValue = (
  response: HttpClientResponse,
  { answer }: Endpoint,
): Effect.Effect<unknown, ConnectionFailed> => {
  if (answer === "Uint8Array")
    return Effect.mapBoth(response.arrayBuffer, {
      onSuccess: (buffer) => new Uint8Array(buffer),
      onFailure: toConnectionFailed,
    })
  return Effect.flatMap(readText(response), (text) => {
    if (text === "") return Effect.void
    if (answer === "Text") return Effect.succeed(text)
    return Effect.try({ try: (): unknown => JSON.parse(text), catch: toConnectionFailed })
  })
}

export const readText = (response: HttpClientResponse): Effect.Effect<JsonText, ConnectionFailed> =>
  Effect.mapBoth(response.text, { onSuccess: castToJsonText, onFailure: toConnectionFailed })

/** Streams the body at the reader's pace. */
export const streamBytes = (response: HttpClientResponse): Stream.Stream<Uint8Array, ConnectionFailed> =>
  response.status === 204 ? Stream.empty : Stream.mapError(response.stream, toConnectionFailed)

const toConnectionFailed = (cause: unknown): ConnectionFailed => new ConnectionFailed({ cause })
