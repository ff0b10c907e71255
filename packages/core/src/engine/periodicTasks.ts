/**
 * Periodic tasks: work that one process does for all of them at intervals. A process leases the turn while it works. When the
 * process dies, another one takes over after the lease ends; when it stops, at once.
 */
import { Cause, Effect, Exit, Metric, Random } from "effect"
import { findStorageFailure, makeOutageLog } from "../storage/outageLog.ts"
import type { PeriodicTaskStore, TaskTurn } from "../storage/PeriodicTaskStore.ts"

/** A periodic task. */
export interface PeriodicTask {
  /** Identifies the task in all processes. */
  readonly name: string
  readonly everySeconds: number
  /** The engine may interrupt it at any point, and another process may run it again. */
  readonly run: (turn: TaskTurn) => Effect.Effect<void>
}

type Store = typeof PeriodicTaskStore.Service

/** Runs the task forever, in turns that this process leases. Failures are logged and retried. */
export const runLeased = (store: Store, task: PeriodicTask): Effect.Effect<never> => {
  const outages = makeOutageLog("Periodic tasks are paused.")
  const forever = turn(store, task).pipe(
    Effect.tap(() => outages.answered),
    Effect.catchAllCause((cause) => {
      const away = findStorageFailure(cause)
      const logged =
        away === undefined
          ? Effect.logError("A periodic task failed; retrying.", cause)
          : outages.failed(away)
      return Effect.as(logged, retrySeconds(task) * 1000)
    }),
    Effect.flatMap(pause),
    Effect.forever,
    Effect.annotateLogs({ task: task.name }),
  )
  // A rate needs the zero before the first failure.
  return Effect.zipRight(Effect.zipRight(count(task, "done", 0), count(task, "failed", 0)), forever)
}

const leaseSeconds = 15

/** A failed turn is retried within a minute: the database may have been unavailable. */
const retrySeconds = ({ everySeconds }: PeriodicTask): number => Math.min(everySeconds, 60)

/** The milliseconds until the next attempt. */
const turn = (store: Store, task: PeriodicTask): Effect.Effect<number> =>
  Effect.suspend(() => {
    const mine: TaskTurn = { task: task.name, token: globalThis.crypto.randomUUID() }
    return Effect.acquireUseRelease(
      store.take(mine, leaseSeconds),
      (answer) =>
        answer._tag === "Later"
          ? Effect.succeed(answer.millis)
          : Effect.as(Effect.raceFirst(task.run(mine), keepRenewing(store, mine)), task.everySeconds * 1000),
      (answer, exit) => (answer._tag === "Later" ? Effect.void : conclude(store, task, mine, exit)),
    )
  })

const conclude = (
  store: Store,
  task: PeriodicTask,
  mine: TaskTurn,
  exit: Exit.Exit<unknown>,
): Effect.Effect<void> => {
  const end = (outcome: string, nextInSeconds: number) =>
    Effect.flatMap(store.end(mine, nextInSeconds), (isMine) => count(task, isMine ? outcome : "lost"))
  if (Exit.isSuccess(exit)) return end("done", task.everySeconds)
  return Cause.isInterrupted(exit.cause) ? end("stopped", 0) : end("failed", retrySeconds(task))
}

/** Renews the lease at intervals. Ends only when the lease is lost. */
const keepRenewing = (store: Store, mine: TaskTurn): Effect.Effect<void> =>
  Effect.sleep((leaseSeconds * 1000) / 3).pipe(
    Effect.zipRight(store.renew(mine, leaseSeconds)),
    Effect.catchAllCause((cause) =>
      Effect.as(
        Effect.logWarning("The lease of a periodic task could not be renewed; retrying.", cause),
        true,
      ),
    ),
    Effect.repeat({ while: (isMine) => isMine }),
    Effect.zipRight(Effect.logWarning("The lease of a periodic task was lost.")),
  )

/** Sleeps until the task is due, at most a minute, because a process may give its turn back early. The jitter spreads processes. */
const pause = (millis: number): Effect.Effect<void> =>
  Effect.flatMap(Random.nextRange(0, 200), (jitter) =>
    Effect.sleep(Math.min(Math.max(millis, 0), 60_000) + jitter),
  )

const turns = Metric.counter("annotary_duties_total", {
  description: "Turns of periodic tasks in this process, by task and outcome.",
})

const count = ({ name }: PeriodicTask, outcome: string, by = 1): Effect.Effect<void> =>
  Metric.update(turns.pipe(Metric.tagged("duty", name), Metric.tagged("outcome", outcome)), by)
