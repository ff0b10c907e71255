/**
 * Duties: what has to be done from time to time by one process for all. A turn is leased while it is worked on: that of a
 * process that died is another's when the lease has ended, that of a process that is stopped is free at once.
 */
import { Cause, Effect, Exit, Metric, Random } from "effect"
import type { DutyStore, DutyTurn } from "../storage/DutyStore.ts"
import { makeOutageLog, storageAway } from "../storage/outageLog.ts"

export interface Duty {
  /** The same in all processes. */
  readonly name: string
  readonly everySeconds: number
  /** May be interrupted at any point, and done again by another process. */
  readonly task: Effect.Effect<void>
}

type Store = typeof DutyStore.Service

/** Asks for the duty for ever, and does it when it is this process's turn. What fails is logged and tried again. */
export const performDuty = (store: Store, duty: Duty): Effect.Effect<never> => {
  const outages = makeOutageLog(`The duty ${duty.name} waits.`)
  return turn(store, duty).pipe(
    Effect.tap(() => outages.answered),
    Effect.catchAllCause((cause) => {
      const away = storageAway(cause)
      const told =
        away === undefined
          ? Effect.logError(`The duty ${duty.name} failed and is tried again.`, cause)
          : outages.failed(away)
      return Effect.as(told, retrySeconds(duty) * 1000)
    }),
    Effect.flatMap(pause),
    Effect.forever,
  )
}

const leaseSeconds = 15

/** Sooner than in an hour: what failed may have failed because the database was away. */
const retrySeconds = ({ everySeconds }: Duty): number => Math.min(everySeconds, 60)

/** Answers in how many milliseconds to ask again. */
const turn = (store: Store, duty: Duty): Effect.Effect<number> =>
  Effect.suspend(() => {
    const mine: DutyTurn = { duty: duty.name, token: globalThis.crypto.randomUUID() }
    return Effect.acquireUseRelease(
      store.take(mine, leaseSeconds),
      (answer) =>
        answer._tag === "Later"
          ? Effect.succeed(answer.millis)
          : Effect.as(Effect.raceFirst(duty.task, keepHeld(store, mine)), duty.everySeconds * 1000),
      (answer, exit) => (answer._tag === "Later" ? Effect.void : conclude(store, duty, mine, exit)),
    )
  })

const conclude = (
  store: Store,
  duty: Duty,
  mine: DutyTurn,
  exit: Exit.Exit<unknown>,
): Effect.Effect<void> => {
  const end = (outcome: string, nextInSeconds: number) =>
    Effect.flatMap(store.end(mine, nextInSeconds), (held) => count(duty, held ? outcome : "lost"))
  if (Exit.isSuccess(exit)) return end("done", duty.everySeconds)
  return Cause.isInterrupted(exit.cause) ? end("stopped", 0) : end("failed", retrySeconds(duty))
}

/** Renews the lease again and again; ends only when it was lost. */
const keepHeld = (store: Store, mine: DutyTurn): Effect.Effect<void> =>
  Effect.sleep((leaseSeconds * 1000) / 3).pipe(
    Effect.zipRight(store.renew(mine, leaseSeconds)),
    Effect.catchAllCause((cause) =>
      Effect.as(Effect.logWarning(`The lease of the duty ${mine.duty} was not renewed.`, cause), true),
    ),
    Effect.repeat({ while: (held) => held }),
    Effect.zipRight(
      Effect.logWarning(`The lease of the duty ${mine.duty} was lost; another process has it.`),
    ),
  )

/** Until the duty is due, but no longer than a minute: it may be given back. A little apart, so that processes do not ask all at once. */
const pause = (millis: number): Effect.Effect<void> =>
  Effect.flatMap(Random.nextRange(0, 200), (apart) =>
    Effect.sleep(Math.min(Math.max(millis, 0), 60_000) + apart),
  )

const turns = Metric.counter("annotary_duties_total", {
  description: "Turns of periodic duties in this process, by duty and by how they ended.",
})

const count = ({ name }: Duty, outcome: string): Effect.Effect<void> =>
  Metric.update(turns.pipe(Metric.tagged("duty", name), Metric.tagged("outcome", outcome)), 1)
