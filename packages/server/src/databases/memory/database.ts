/** The data in memory: only the process that serves has it. */
import { Effect, Layer } from "effect"
import { CommandFailed } from "../../cli/failures.ts"
import { settings as all, type Settings } from "../../settings/settings.ts"
import type { Database } from "../Database.ts"
import { makeNote } from "../findings.ts"
import { makeBlobs } from "../makeBlobs.ts"

const makeMemory = Effect.map(
  Effect.promise(() => import("@annotary/core/memory")),
  ({ memory }) => memory(),
)

export const makeMemoryDatabase = (settings: Settings): Database => ({
  place: "",
  makeStorageLayer: Effect.gen(function* () {
    const blobs = yield* makeBlobs(settings)
    const memory = yield* makeMemory
    return blobs === undefined ? memory : Layer.merge(memory, blobs)
  }),
  makeAccountStorageLayer: makeMemory,
  requireExisting: ({ withoutDatabase }) =>
    withoutDatabase === "makes"
      ? Effect.void
      : new CommandFailed({
          sentence: `The data is in memory (${all.databaseUrl.name}), where only the process that serves has it.`,
          code: "no_database",
        }),
  isDriverError: () => false,
  inspect: Effect.succeed({
    exists: false,
    findings: [makeNote("The data is in memory and goes with the process.")],
  }),
  openBackupSource: () =>
    new CommandFailed({ sentence: "The data is in memory of another process and cannot be backed up." }),
  openRestoreTarget: Effect.fail(
    new CommandFailed({ sentence: "A server cannot be restored into memory: set ANNOTARY_DATABASE_URL." }),
  ),
})
