/** DutyStore: what one does for all from time to time. The row says until when it is somebody's, and then when it is due. */
import { toMillis } from "@annotary/core"
import { DutyStore, type DutyTurn, isLeased } from "@annotary/core/effect"
import type { Database } from "../Database.ts"

export const dutyStore = ({ call, tables: { duties } }: Database) => {
  /** False when it is another's, or nobody's. */
  const move = ({ duty, token }: DutyTurn, next: string | null, dueMillis: number): boolean => {
    if (duties.get(duty)?.token !== token) return false
    duties.put(duty, { token: next, dueMillis })
    return true
  }
  return DutyStore.of({
    take: ({ duty, token }, leaseSeconds) =>
      call("DutyStore.take", (at) => {
        const now = toMillis(at)
        const due = duties.get(duty)?.dueMillis ?? now
        if (isLeased(due, now)) return { _tag: "Later" as const, millis: due - now }
        duties.put(duty, { token, dueMillis: now + leaseSeconds * 1000 })
        return { _tag: "Taken" as const }
      }),
    renew: (turn, leaseSeconds) =>
      call("DutyStore.renew", (at) => move(turn, turn.token, toMillis(at) + leaseSeconds * 1000)),
    end: (turn, nextInSeconds) =>
      call("DutyStore.end", (at) => move(turn, null, toMillis(at) + nextInSeconds * 1000)),
  })
}
