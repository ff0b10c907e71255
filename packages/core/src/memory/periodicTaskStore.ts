/** PeriodicTaskStore in memory. */
import { HashMap, Option } from "effect"
import { isLeased } from "../kernel/longestLease.ts"
import { PeriodicTaskStore, type TaskAnswer, type TaskTurn } from "../storage/PeriodicTaskStore.ts"
import type { Database } from "./Database.ts"
import type { State } from "./State.ts"

export const makePeriodicTaskStore = (db: Database): typeof PeriodicTaskStore.Service =>
  PeriodicTaskStore.of({
    take: (turn, leaseSeconds) =>
      db.write((state, now): readonly [TaskAnswer, State] => {
        const dueAt = Option.getOrUndefined(HashMap.get(state.periodicTasks, turn.task))?.dueAt ?? now
        return isLeased(dueAt, now)
          ? [{ _tag: "Later", millis: dueAt - now }, state]
          : [{ _tag: "Taken" }, put(state, turn.task, turn.token, now + leaseSeconds * 1000)]
      }),
    renew: (turn, leaseSeconds) =>
      db.write((state, now) => changeAsHolder(state, turn, turn.token, now + leaseSeconds * 1000)),
    end: (turn, nextInSeconds) =>
      db.write((state, now) => changeAsHolder(state, turn, null, now + nextInSeconds * 1000)),
  })

const put = (state: State, task: string, token: string | null, dueAt: number): State => ({
  ...state,
  periodicTasks: HashMap.set(state.periodicTasks, task, { token, dueAt }),
})

/** Only the process that took it last may change it. */
const changeAsHolder = (
  state: State,
  turn: TaskTurn,
  token: string | null,
  dueAt: number,
): readonly [boolean, State] => {
  const row = Option.getOrUndefined(HashMap.get(state.periodicTasks, turn.task))
  return row?.token === turn.token ? [true, put(state, turn.task, token, dueAt)] : [false, state]
}
