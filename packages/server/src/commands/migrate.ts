/** `annotary migrate`: opens the database, which migrates it to this version's schema. */
import { Effect } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { printResult } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"
import { version } from "../version.ts"

export const run = ({ settings }: CommandInput) =>
  withEngine(settings, Effect.void, { waits: true }).pipe(
    Effect.zipRight(
      printResult(
        () => ({ migrated: true, version: version() }),
        () => "the database has this version's schema",
      ),
    ),
  )
