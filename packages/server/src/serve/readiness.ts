/** Whether this server should receive requests: the database is writable, and its file is intact. */
import { makeStorageProbe, PeriodicTaskStore, SecretStore } from "@annotary/core/effect"
import { Effect, Schedule, type Scope } from "effect"
import { findDatabase } from "../databases/databases.ts"
import type { FileCheck } from "../databases/fileCheck.ts"
import type { Settings } from "../settings/settings.ts"

/** The check behind `/readyz`. */
export const makeReadiness = (
  settings: Settings,
): Effect.Effect<Effect.Effect<boolean>, never, PeriodicTaskStore | SecretStore | Scope.Scope> =>
  Effect.gen(function* () {
    const writes = yield* makeStorageProbe(yield* PeriodicTaskStore, yield* SecretStore)
    const sound = yield* makeSoundness(settings)
    return Effect.map(writes, (written) => written && sound())
  })

const makeSoundness = (settings: Settings) => {
  const { checkFile } = findDatabase(settings)
  return checkFile === undefined ? Effect.succeed(() => true) : checkDaily(checkFile)
}

/** Checks the file of the database at the start and once a day, in the background. Returns the latest result. */
export const checkDaily = (
  check: Effect.Effect<FileCheck>,
): Effect.Effect<() => boolean, never, Scope.Scope> =>
  Effect.gen(function* () {
    let sound = true
    const once = Effect.gen(function* () {
      const result = yield* check
      if (result._tag === "Unchecked")
        return yield* Effect.logError("The database file could not be checked.").pipe(
          Effect.annotateLogs({ reason: result.reason }),
        )
      sound = result._tag === "Sound"
      if (result._tag === "Damaged")
        yield* Effect.logError("The database file is damaged; restore it from a backup.").pipe(
          Effect.annotateLogs({ problems: result.problems.join("; ") }),
        )
    })
    yield* Effect.forkScoped(Effect.repeat(once, Schedule.spaced("24 hours")))
    return () => sound
  })
