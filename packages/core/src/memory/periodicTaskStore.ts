/** PeriodicTaskStore in memory. */
import { HashMap, Option } from "effect"
import { isLeased } from "../kernel/longestLease.ts"
import { PeriodicTaskStore, type TaskAnswer, type TaskTurn } from "../storage/PeriodicTaskStore.ts"
import type { Database } from "./Database.ts"
import type { PeriodicTaskRow, State } from "./State.ts"
import { listKeys } from "./sorted.ts"

export const makePeriodicTaskStore = (db: Database): typeof PeriodicTaskStore.Service =>
  PeriodicTaskStore.of({
    take: (turn, leaseSeconds) =>
      db.write((state, now): readonly [TaskAnswer, State] => {
        const dueAt = findRow(state, turn.task)?.dueAt ?? now
        return isLeased(dueAt, now)
          ? [{ _tag: "Later", millis: dueAt - now }, state]
          : [
              { _tag: "Taken" },
              put(state, turn.task, { token: turn.token, dueAt: now + leaseSeconds * 1000 }),
            ]
      }),
    renew: (turn, leaseSeconds) =>
      db.write((state, now) => changeAsHolder(state, turn, { dueAt: now + leaseSeconds * 1000 })),
    end: (turn, nextInSeconds) =>
      db.write((state, now) =>
        changeAsHolder(state, turn, { token: null, dueAt: now + nextInSeconds * 1000 }),
      ),
    listCheckpoints: (prefix) =>
      db.read((state, now) =>
        listKeys(state.periodicTasks).flatMap((task) => {
          const row = findRow(state, task)
          return row === undefined || !task.startsWith(prefix)
            ? []
            : [{ task, checkpoint: row.checkpoint, overdueMillis: now - row.dueAt }]
        }),
      ),
    setCheckpoint: (turn, checkpoint) => db.write((state) => changeAsHolder(state, turn, { checkpoint })),
  })

const findRow = (state: State, task: string): PeriodicTaskRow | undefined =>
  Option.getOrUndefined(HashMap.get(state.periodicTasks, task))

const put = (
  state: State,
  task: string,
  change: Partial<PeriodicTaskRow> & { readonly dueAt: number },
): State => ({
  ...state,
  periodicTasks: HashMap.set(state.periodicTasks, task, {
    token: null,
    checkpoint: null,
    ...findRow(state, task),
    ...change,
  }),
})

/** Only the process that took it last may change it. */
const changeAsHolder = (
  state: State,
  { task, token }: TaskTurn,
  change: Partial<PeriodicTaskRow>,
): readonly [boolean, State] => {
  const row = findRow(state, task)
  return row?.token === token ? [true, put(state, task, { ...row, ...change })] : [false, state]
}
