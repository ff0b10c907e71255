/** Whether this server should be sent requests: the database takes writes, and its file is sound. */
import { DutyStore, makeWriteProbe } from "@annotary/core/effect"
import { Effect, Schedule, type Scope } from "effect"
import type { Settings } from "../settings/settings.ts"

/** Asked by `/readyz`. */
export const readiness = (
  settings: Pick<Settings, "databaseUrl">,
): Effect.Effect<Effect.Effect<boolean>, never, DutyStore | Scope.Scope> =>
  Effect.gen(function* () {
    const writes = yield* makeWriteProbe(yield* DutyStore)
    const sound = yield* soundness(settings)
    return Effect.map(writes, (written) => written && sound())
  })

/** A SQLite file is checked at the start and once a day, beside all other work. */
const soundness = ({ databaseUrl }: Pick<Settings, "databaseUrl">) =>
  Effect.gen(function* () {
    let sound = true
    if (databaseUrl._tag !== "Sqlite") return () => sound
    const { filename } = databaseUrl
    const { quickCheckInThread } = yield* Effect.promise(() => import("@annotary/storage-sqlite/effect"))
    const check = Effect.gen(function* () {
      const problems = yield* quickCheckInThread(filename)
      sound = problems.length === 0
      if (!sound)
        yield* Effect.logError("The database file is damaged; restore it from a backup.").pipe(
          Effect.annotateLogs({ problems: problems.join("; ") }),
        )
    }).pipe(
      Effect.catchAllCause((cause) => {
        sound = !isDamage(cause)
        return Effect.logError("The database file could not be checked.", cause)
      }),
    )
    yield* Effect.forkScoped(Effect.repeat(check, Schedule.spaced("24 hours")))
    return () => sound
  })

/** Of a file that is damaged at its beginning not even the check can be run. */
const isDamage = (cause: unknown): boolean =>
  /SQLITE_(CORRUPT|NOTADB)|malformed|not a database/.test(String(cause))
