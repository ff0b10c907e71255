/**
 * Logs outages of the storage: a warning when it becomes unavailable, one a minute for each reason, and one line when it
 * recovers, for any number of failures. Other failures are faults and are logged each.
 */
import { Cause, Chunk, Clock, Effect } from "effect"
import { StorageFailure } from "./StorageFailure.ts"

/** Logs the failures of calls, and whether the storage is available. */
export interface OutageLog {
  /** Whether the last call failed because the storage was unavailable. */
  readonly isOpen: () => boolean
  readonly failed: (failure: StorageFailure) => Effect.Effect<void>
  readonly answered: Effect.Effect<void>
}

/**
 * `meanwhile`: what happens during the outage, as a sentence. `calmMillis`: the time without failures after which the storage
 * counts as available.
 */
export const makeOutageLog = (meanwhile: string, calmMillis = 0): OutageLog => {
  let outage: Outage | undefined

  const logFailure = (failure: StorageFailure): Effect.Effect<void> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const open = outage === undefined || now - outage.last > pauseMillis ? startOutage(now) : outage
      const first = open !== outage
      outage = open
      open.failures += 1
      open.last = now
      const reason = formatReason(failure.cause)
      if (isLogged(open, reason, now)) return Effect.void
      open.logged.set(reason, now)
      return Effect.logWarning(
        first ? "The storage is unavailable." : "The storage is still unavailable.",
      ).pipe(
        Effect.annotateLogs({ operation: failure.operation, reason }),
        Effect.annotateLogs(first ? { meanwhile } : describeOutage(open, now)),
      )
    })

  const answered: Effect.Effect<void> = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (outage === undefined || now - outage.last < calmMillis) return Effect.void
    const over = outage
    outage = undefined
    return Effect.annotateLogs(
      Effect.logInfo("The storage is available again."),
      describeOutage(over, over.last),
    )
  })

  return { isOpen: () => outage !== undefined, failed: logFailure, answered }
}

/** The failure, when an unavailable storage is the only cause. */
export const findStorageFailure = (cause: Cause.Cause<unknown>): StorageFailure | undefined => {
  const problems = [
    ...Chunk.toReadonlyArray(Cause.failures(cause)),
    ...Chunk.toReadonlyArray(Cause.defects(cause)),
  ]
  const away = problems.filter((problem) => problem instanceof StorageFailure && problem.transient)
  const [first] = away
  return away.length === problems.length && first instanceof StorageFailure ? first : undefined
}

interface Outage {
  readonly begun: number
  /** When each reason was logged last. */
  readonly logged: Map<string, number>
  failures: number
  last: number
}

const startOutage = (now: number): Outage => ({ begun: now, logged: new Map(), failures: 0, last: now })

const isLogged = ({ logged }: Outage, reason: string, now: number): boolean =>
  now - (logged.get(reason) ?? Number.NEGATIVE_INFINITY) < pauseMillis ||
  (!logged.has(reason) && logged.size >= mostReasons)

const pauseMillis = 60_000
const mostReasons = 10

const describeOutage = ({ begun, failures }: Outage, until: number) => ({
  failures,
  seconds: Math.round((until - begun) / 1000),
})

/** The message of the database or the system. For several addresses that all failed, Node has only a code. */
const formatReason = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  if (cause.message !== "") return cause.message
  return "code" in cause ? String(cause.code) : cause.name
}
