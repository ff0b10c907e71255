/** PeriodicTaskStore in SQL: one row per task, by the database's clock. A call before the task is due writes nothing. */
import { longestLease, PeriodicTaskStore, type TaskAnswer, type TaskTurn } from "@annotary/core/effect"
import type * as SqlError from "@effect/sql/SqlError"
import { Effect, Layer } from "effect"
import { Database } from "../database/Database.ts"
import { type RawRow, toNumber } from "../rows/columns.ts"
import { any } from "../rows/results.ts"

export const PeriodicTaskSqlStore = Layer.effect(
  PeriodicTaskStore,
  Effect.map(Database, ({ sql, dialect, query }) => {
    const now = sql.literal(dialect.nowMillis)
    const inSeconds = (seconds: number) => sql`${now} + ${Math.round(seconds * 1000)}`
    const due = sql.literal(
      `(duties.due_at <= ${dialect.nowMillis} OR duties.due_at > ${dialect.nowMillis} + ${longestLease})`,
    )
    const isLeased = ({ task, token }: TaskTurn) => sql`name = ${task} AND token = ${token}`

    /** Milliseconds until the task is due; 0 when it is. */
    const wait = (task: string) =>
      sql<RawRow>`SELECT CASE WHEN ${due} THEN 0 ELSE due_at - ${now} END AS n FROM duties WHERE name = ${task}`.pipe(
        Effect.map(([row]) => (row === undefined ? 0 : toNumber("n", row.n))),
      )
    /** Atomic as one statement: of two concurrent calls, the second sees the row that the first has written. */
    const seize = ({ task, token }: TaskTurn, leaseSeconds: number) =>
      sql`INSERT INTO duties (name, due_at, token) VALUES (${task}, ${inSeconds(leaseSeconds)}, ${token})
          ON CONFLICT (name) DO UPDATE SET due_at = ${inSeconds(leaseSeconds)}, token = excluded.token
          WHERE ${due} RETURNING name`
    const take = (turn: TaskTurn, leaseSeconds: number): Effect.Effect<TaskAnswer, SqlError.SqlError> =>
      Effect.gen(function* () {
        const early = yield* wait(turn.task)
        if (early > 0) return { _tag: "Later", millis: early }
        if (any(yield* seize(turn, leaseSeconds))) return { _tag: "Taken" }
        return { _tag: "Later", millis: Math.max(0, yield* wait(turn.task)) }
      })

    return PeriodicTaskStore.of({
      take: (turn, leaseSeconds) => query("PeriodicTaskStore.take", take(turn, leaseSeconds)),
      renew: (turn, leaseSeconds) =>
        query(
          "PeriodicTaskStore.renew",
          sql`UPDATE duties SET due_at = ${inSeconds(leaseSeconds)} WHERE ${isLeased(turn)} RETURNING name`,
        ).pipe(Effect.map(any)),
      end: (turn, nextInSeconds) =>
        query(
          "PeriodicTaskStore.end",
          sql`UPDATE duties SET due_at = ${inSeconds(nextInSeconds)}, token = NULL WHERE ${isLeased(turn)}
              RETURNING name`,
        ).pipe(Effect.map(any)),
    })
  }),
)
