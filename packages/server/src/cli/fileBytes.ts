/** A file that a command was given, as a stream. */
import { createReadStream, statSync } from "node:fs"
import { Effect, Stream } from "effect"
import { shortReason } from "../serve/dataDir.ts"
import { CommandFailed } from "./failures.ts"

export const fileBytes = (path: string): Stream.Stream<Uint8Array, CommandFailed> =>
  Stream.unwrap(
    Effect.try({
      try: () => {
        if (statSync(path).isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" })
        return Stream.fromAsyncIterable<Uint8Array, CommandFailed>(
          createReadStream(path, { highWaterMark: 1024 * 1024 }),
          (cause) => unreadable(path, cause),
        )
      },
      catch: (cause) => unreadable(path, cause),
    }),
  )

const unreadable = (path: string, cause: unknown): CommandFailed =>
  new CommandFailed({ sentence: `${path} cannot be read: ${shortReason(cause)}.` })
