/**
 * Checks before a command opens the database whether there is one. A storage makes a missing database, and a command that
 * reads would answer from an empty one.
 */
import { Cause, Effect } from "effect"
import type { Command } from "../cli/Command.ts"
import type { CommandFailed } from "../cli/failures.ts"
import { findDatabase } from "../databases/databases.ts"
import type { Flags } from "../settings/loadSettings.ts"
import type { Settings } from "../settings/settings.ts"
import { toStorageProblem } from "./storageProblem.ts"

/** Returns the settings, or fails when the command reads a database that does not exist. */
export const checkDatabase = (
  values: Settings,
  { command, flags }: { readonly command: Command; readonly flags: Flags },
): Effect.Effect<Settings, CommandFailed> => {
  if (command.withoutDatabase === "needs none") return Effect.succeed(values)
  return findDatabase(values)
    .requireExisting(command, flags)
    .pipe(
      Effect.catchAllCause(
        (cause) => toStorageProblem(values, Cause.squash(cause)) ?? Effect.failCause(cause),
      ),
      Effect.as(values),
    )
}
