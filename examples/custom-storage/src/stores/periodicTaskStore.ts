/** PeriodicTaskStore: one row for each task. `dueMillis` is the end of the current lease, or the time of the next run. */
import { toMillis } from "@annotary/core"
import { isLeased, PeriodicTaskStore, type TaskTurn } from "@annotary/core/effect"
import type { Database } from "../Database.ts"

export const periodicTaskStore = ({ call, tables: { periodicTasks } }: Database) => {
  /** Returns false if the task is not leased with this token. */
  const move = ({ task, token }: TaskTurn, next: string | null, dueMillis: number): boolean => {
    if (periodicTasks.get(task)?.token !== token) return false
    periodicTasks.put(task, { token: next, dueMillis })
    return true
  }
  return PeriodicTaskStore.of({
    take: ({ task, token }, leaseSeconds) =>
      call("PeriodicTaskStore.take", (at) => {
        const now = toMillis(at)
        const due = periodicTasks.get(task)?.dueMillis ?? now
        if (isLeased(due, now)) return { _tag: "Later" as const, millis: due - now }
        periodicTasks.put(task, { token, dueMillis: now + leaseSeconds * 1000 })
        return { _tag: "Taken" as const }
      }),
    renew: (turn, leaseSeconds) =>
      call("PeriodicTaskStore.renew", (at) => move(turn, turn.token, toMillis(at) + leaseSeconds * 1000)),
    end: (turn, nextInSeconds) =>
      call("PeriodicTaskStore.end", (at) => move(turn, null, toMillis(at) + nextInSeconds * 1000)),
  })
}
