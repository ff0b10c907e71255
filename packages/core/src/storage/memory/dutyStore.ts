/** DutyStore in memory. */
import { HashMap, Option } from "effect"
import { type DutyAnswer, DutyStore, type DutyTurn } from "../DutyStore.ts"
import { isLeased } from "../longestLease.ts"
import type { Database } from "./Database.ts"
import type { State } from "./State.ts"

export const dutyStore = (db: Database): typeof DutyStore.Service =>
  DutyStore.of({
    take: (turn, leaseSeconds) =>
      db.write((state, now): readonly [DutyAnswer, State] => {
        const dueAt = Option.getOrUndefined(HashMap.get(state.duties, turn.duty))?.dueAt ?? now
        return isLeased(dueAt, now)
          ? [{ _tag: "Later", millis: dueAt - now }, state]
          : [{ _tag: "Taken" }, put(state, turn.duty, turn.token, now + leaseSeconds * 1000)]
      }),
    renew: (turn, leaseSeconds) =>
      db.write((state, now) => asHolder(state, turn, turn.token, now + leaseSeconds * 1000)),
    end: (turn, nextInSeconds) =>
      db.write((state, now) => asHolder(state, turn, null, now + nextInSeconds * 1000)),
  })

const put = (state: State, duty: string, token: string | null, dueAt: number): State => ({
  ...state,
  duties: HashMap.set(state.duties, duty, { token, dueAt }),
})

/** Only the process that took it last may change it. */
const asHolder = (
  state: State,
  turn: DutyTurn,
  token: string | null,
  dueAt: number,
): readonly [boolean, State] => {
  const row = Option.getOrUndefined(HashMap.get(state.duties, turn.duty))
  return row?.token === turn.token ? [true, put(state, turn.duty, token, dueAt)] : [false, state]
}
