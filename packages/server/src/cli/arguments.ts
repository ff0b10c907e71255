/** Parses arguments of commands: datasets and files. */
import { createReadStream, statSync } from "node:fs"
import type { DatasetRef } from "@annotary/core/effect"
import { Effect, Stream } from "effect"
import { getShortReason } from "../serve/dataDir.ts"
import { CommandFailed, UsageError } from "./failures.ts"

/** Parses `owner/name`. */
export const parseDatasetRef = (
  name: string | undefined,
): Effect.Effect<Extract<DatasetRef, { readonly _tag: "Name" }>, UsageError> => {
  const [owner, dataset, ...rest] = (name ?? "").split("/")
  return owner !== undefined && owner !== "" && dataset !== undefined && dataset !== "" && rest.length === 0
    ? Effect.succeed({ _tag: "Name", owner, name: dataset })
    : new UsageError({ sentence: "A dataset is named OWNER/NAME." })
}

/** Reads the file of an argument. */
export const readFileBytes = (path: string): Stream.Stream<Uint8Array, CommandFailed> =>
  Stream.unwrap(
    Effect.try({
      try: () => {
        if (statSync(path).isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" })
        return Stream.fromAsyncIterable<Uint8Array, CommandFailed>(
          createReadStream(path, { highWaterMark: 1024 * 1024 }),
          (cause) => makeUnreadable(path, cause),
        )
      },
      catch: (cause) => makeUnreadable(path, cause),
    }),
  )

const makeUnreadable = (path: string, cause: unknown): CommandFailed =>
  new CommandFailed({ sentence: `${path} cannot be read: ${getShortReason(cause)}.` })
