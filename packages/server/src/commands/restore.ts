/** `annotary restore FILE`: restores the archive of a dataset, or with `--server` a backup of the whole server. */
import { Effect } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { UsageError } from "../cli/failures.ts"

export const run = (input: CommandInput) =>
  Effect.gen(function* () {
    if (input.options.server === undefined) {
      const { restoreDataset } = yield* Effect.promise(() => import("../archives/restoreDataset.ts"))
      return yield* restoreDataset(input)
    }
    if (input.options.as !== undefined)
      return yield* new UsageError({ sentence: "--as is for archives of datasets, not for --server." })
    const { restoreServer } = yield* Effect.promise(() => import("../backup/restoreServer.ts"))
    return yield* restoreServer(input)
  })
