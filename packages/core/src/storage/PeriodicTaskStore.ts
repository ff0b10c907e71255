/** The port for periodic tasks: work that one process does for all of them at intervals. Times are the storage's own clock. */
import { Context, type Effect } from "effect"

/** One turn of a task, taken by one process. The `token` fences off processes that lost the lease. */
export interface TaskTurn {
  readonly task: string
  readonly token: string
}

/** The place up to which a task has worked. */
export interface TaskCheckpoint {
  readonly task: string
  /** Null before the first one. */
  readonly checkpoint: string | null
  /** The time since the lease ended, or since the task was due, in milliseconds. Negative before. */
  readonly overdueMillis: number
}

/** Whether the caller took the turn. Otherwise, in how many milliseconds the task is due, as far as the storage knows. */
export type TaskAnswer = { readonly _tag: "Taken" } | { readonly _tag: "Later"; readonly millis: number }

/** Storage of periodic tasks and their leases. */
export class PeriodicTaskStore extends Context.Tag("@annotary/core/PeriodicTaskStore")<
  PeriodicTaskStore,
  {
    /**
     * Takes the turn when the task is due. An unknown task is due. A taken task is due again when its lease ends. Two callers
     * MUST never both have it while the lease lasts.
     */
    readonly take: (turn: TaskTurn, leaseSeconds: number) => Effect.Effect<TaskAnswer>
    /** Extends the lease to `leaseSeconds` from now. False when another process took the task. */
    readonly renew: (turn: TaskTurn, leaseSeconds: number) => Effect.Effect<boolean>
    /** Ends the turn; the task is due in `nextInSeconds`. False, and no change, when another process took the task. */
    readonly end: (turn: TaskTurn, nextInSeconds: number) => Effect.Effect<boolean>
    /** The checkpoints of the tasks whose names begin with the prefix, by name. Tasks that were never taken are absent. */
    readonly listCheckpoints: (prefix: string) => Effect.Effect<ReadonlyArray<TaskCheckpoint>>
    /** Stores the checkpoint. False, and no change, when another process took the task. */
    readonly setCheckpoint: (turn: TaskTurn, checkpoint: string) => Effect.Effect<boolean>
  }
>() {}
