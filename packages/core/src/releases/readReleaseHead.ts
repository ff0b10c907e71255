import { Effect, Option, Stream } from "effect"
import { FileGone } from "../domain/errors.ts"
import { castToJsonText } from "../domain/JsonText.ts"
import { checkHead, readConfiguration } from "./checkLines.ts"
import { splitLines } from "./lines.ts"

/** Reads the first line of a release file, which is not checked. Empty for an empty file. */
export const readHeadText = (bytes: Stream.Stream<Uint8Array>): Effect.Effect<string> =>
  Effect.map(Stream.runHead(splitLines(bytes)), (head) =>
    new TextDecoder().decode(Option.getOrUndefined(head)),
  )

/** Reads the first line of a release file of this engine, and with it the configuration as JSON. Fails where the line is damaged. */
export const readReleaseHead = Effect.fnUntraced(function* (bytes: Stream.Stream<Uint8Array>) {
  const text = yield* readHeadText(bytes)
  const { heading } = checkHead(text)
  if (heading === null) return yield* new FileGone({ resource: "release" })
  return { ...heading, configuration: castToJsonText(readConfiguration(text)) }
})
