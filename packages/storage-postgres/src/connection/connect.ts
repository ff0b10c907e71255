/**
 * Opens the pool. Waits up to `startWaitMillis` for a database that is starting or unreachable, but not for one that refuses the
 * connection. A failure is a `StorageFailure` whose cause is one sentence for users.
 */
import { StorageFailure } from "@annotary/core/effect"
import { Duration, Effect, Either, Schedule, ScheduleDecision, type Scope } from "effect"
import type { Pool } from "pg"
import type { PoolOptions } from "../options.ts"
import { type ConnectionTarget, describeTarget, parseConnectionUrl } from "./connectionUrl.ts"
import { makePool } from "./pool.ts"
import { describeReason, isRefusal } from "./reasons.ts"
import { readOnlyByDefault } from "./sessionSettings.ts"

export const openPool = (options: PoolOptions): Effect.Effect<Pool, never, Scope.Scope> => {
  const target = parseConnectionUrl(options.url)
  if (Either.isLeft(target)) return refuse(`the URL of the database ${target.left}`)
  const wrong = findWrongNumber(options)
  if (wrong !== undefined) return refuse(wrong)
  // Interruptible between two attempts.
  const once = Effect.acquireRelease(tryOpen(options, target.right), close)
  return waitForDatabase(once, target.right, options.startWaitMillis ?? 0)
}

/** The problem of the first invalid option. With an invalid number the pool would open no connections and requests would hang. */
const findWrongNumber = (options: PoolOptions): string | undefined => {
  for (const name of numbers) {
    const value = options[name]
    const least = name === "maxConnections" ? 1 : 0
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= least))
      return `${name} must be a whole number from ${least}`
  }
  return undefined
}

const numbers = [
  "maxConnections",
  "connectTimeoutMillis",
  "startWaitMillis",
  "statementTimeoutMillis",
] as const

const refuse = (sentence: string): Effect.Effect<never> =>
  Effect.die(new StorageFailure({ operation: "connect", transient: false, cause: new Error(sentence) }))

/** Opens a pool and runs one query through it. */
const tryOpen = (options: PoolOptions, target: ConnectionTarget): Effect.Effect<Pool, unknown> =>
  Effect.tryPromise({
    try: async () => {
      const pool = await makePool(options, target)
      try {
        const { rows } = await pool.query<{ standby: boolean; read_only: string }>(
          "SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') AS read_only",
        )
        if (rows[0]?.read_only === "on")
          throw new Error(rows[0].standby ? "it is read-only, as a standby is" : readOnlyByDefault)
        return pool
      } catch (cause) {
        await pool.end()
        throw cause
      }
    },
    catch: (cause) => cause,
  })

const waitForDatabase = (
  once: Effect.Effect<Pool, unknown, Scope.Scope>,
  target: ConnectionTarget,
  patienceMillis: number,
): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.suspend(() => {
    const database = describeTarget(target)
    let logged = ""
    const logReason = (cause: unknown) => {
      const reason = describeReason(cause)
      if (reason === logged) return Effect.void
      logged = reason
      return Effect.annotateLogs(Effect.logWarning("Waiting for the database."), { database, reason })
    }
    const attempts = Schedule.spaced("500 millis").pipe(
      Schedule.upTo(Duration.millis(patienceMillis)),
      Schedule.whileInput((cause: unknown) => !isRefusal(cause)),
      Schedule.passthrough,
      Schedule.onDecision((cause, decision) =>
        ScheduleDecision.isContinue(decision) ? logReason(cause) : Effect.void,
      ),
    )
    return Effect.catchAll(Effect.retry(once, attempts), (cause) =>
      refuse(`${`the database ${database}`.trim()} cannot be used: ${describeReason(cause)}`),
    )
  })

/** Closes the pool after running statements, but waits for at most 10 seconds. */
const close = (pool: Pool): Effect.Effect<void> =>
  Effect.promise(() => pool.end()).pipe(
    Effect.interruptible,
    Effect.timeoutOption("10 seconds"),
    Effect.asVoid,
  )
