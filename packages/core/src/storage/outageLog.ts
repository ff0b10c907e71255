/**
 * What the log says of a storage that is away: a warning when it goes, one a minute for each reason while it stays away, and one
 * line when it is back, however many fail meanwhile. What else fails is a fault, and each is logged by itself.
 */
import { Cause, Chunk, Clock, Effect } from "effect"
import { StorageFailure } from "./StorageFailure.ts"

export interface OutageLog {
  /** Whether it was away when it was last asked. */
  readonly isOpen: () => boolean
  readonly failed: (failure: StorageFailure) => Effect.Effect<void>
  readonly answered: Effect.Effect<void>
}

/** What happens meanwhile, as a sentence; and for how long nothing may fail before it counts as back, when not all fail at once. */
export const makeOutageLog = (meanwhile: string, calmMillis = 0): OutageLog => {
  let outage: Outage | undefined

  const failed = (failure: StorageFailure): Effect.Effect<void> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const open = outage === undefined || now - outage.last > pauseMillis ? begun(now) : outage
      const first = open !== outage
      outage = open
      open.failures += 1
      open.last = now
      const reason = reasonOf(failure.cause)
      if (isTold(open, reason, now)) return Effect.void
      open.told.set(reason, now)
      return Effect.logWarning(
        first ? `The storage is away. ${meanwhile}` : "The storage is still away.",
      ).pipe(
        Effect.annotateLogs({ operation: failure.operation, reason }),
        Effect.annotateLogs(first ? {} : factsOf(open, now)),
      )
    })

  const answered: Effect.Effect<void> = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (outage === undefined || now - outage.last < calmMillis) return Effect.void
    const over = outage
    outage = undefined
    return Effect.annotateLogs(Effect.logInfo("The storage is back."), factsOf(over, over.last))
  })

  return { isOpen: () => outage !== undefined, failed, answered }
}

/** The storage that is away, when that and nothing else is what went wrong. */
export const storageAway = (cause: Cause.Cause<unknown>): StorageFailure | undefined => {
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
  /** When each reason was told last. */
  readonly told: Map<string, number>
  failures: number
  last: number
}

const begun = (now: number): Outage => ({ begun: now, told: new Map(), failures: 0, last: now })

const isTold = ({ told }: Outage, reason: string, now: number): boolean =>
  now - (told.get(reason) ?? Number.NEGATIVE_INFINITY) < pauseMillis ||
  (!told.has(reason) && told.size >= mostReasons)

const pauseMillis = 60_000
const mostReasons = 10

const factsOf = ({ begun, failures }: Outage, until: number) => ({
  failures,
  seconds: Math.round((until - begun) / 1000),
})

/** What the database or the system said; of several addresses that were tried in vain Node has no sentence, only a code. */
const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  if (cause.message !== "") return cause.message
  return "code" in cause ? String(cause.code) : cause.name
}
