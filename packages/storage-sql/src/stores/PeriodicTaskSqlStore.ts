/** PeriodicTaskStore in SQL: one row per task, by the database's clock. A call before the task is due writes nothing. */
import {
  longestLease,
  PeriodicTaskStore,
  type TaskAnswer,
  type TaskCheckpoint,
  type TaskTurn,
} from "@annotary/core/effect"
import type * as SqlError from "@effect/sql/SqlError"
import { Effect, Layer } from "effect"
import { Database } from "../database/Database.ts"
import { nullable, number, type RawRow, table, text, toNumber } from "../rows/columns.ts"
import { hasRows } from "../rows/results.ts"

export const PeriodicTaskSqlStore = Layer.effect(
  PeriodicTaskStore,
  Effect.map(Database, ({ sql, dialect, query }) => {
    const now = sql.literal(dialect.nowMillis)
    const addSeconds = (seconds: number) => sql`${now} + ${Math.round(seconds * 1000)}`
    const isDue = sql.literal(
      `(duties.due_at <= ${dialect.nowMillis} OR duties.due_at > ${dialect.nowMillis} + ${longestLease})`,
    )
    const isLeased = ({ task, token }: TaskTurn) => sql`name = ${task} AND token = ${token}`

    /** Milliseconds until the task is due; 0 when it is. */
    const wait = (task: string) =>
      sql<RawRow>`SELECT CASE WHEN ${isDue} THEN 0 ELSE due_at - ${now} END AS n FROM duties WHERE name = ${task}`.pipe(
        Effect.map(([row]) => (row === undefined ? 0 : toNumber("n", row.n))),
      )
    /** Atomic as one statement: of two concurrent calls, the second sees the row that the first has written. */
    const insertOrTake = ({ task, token }: TaskTurn, leaseSeconds: number) =>
      sql`INSERT INTO duties (name, due_at, token) VALUES (${task}, ${addSeconds(leaseSeconds)}, ${token})
          ON CONFLICT (name) DO UPDATE SET due_at = ${addSeconds(leaseSeconds)}, token = excluded.token
          WHERE ${isDue} RETURNING name`
    const take = (turn: TaskTurn, leaseSeconds: number): Effect.Effect<TaskAnswer, SqlError.SqlError> =>
      Effect.gen(function* () {
        const early = yield* wait(turn.task)
        if (early > 0) return { _tag: "Later", millis: early }
        if (hasRows(yield* insertOrTake(turn, leaseSeconds))) return { _tag: "Taken" }
        return { _tag: "Later", millis: Math.max(0, yield* wait(turn.task)) }
      })

    return PeriodicTaskStore.of({
      take: (turn, leaseSeconds) => query("PeriodicTaskStore.take", take(turn, leaseSeconds)),
      renew: (turn, leaseSeconds) =>
        query(
          "PeriodicTaskStore.renew",
          sql`UPDATE duties SET due_at = ${addSeconds(leaseSeconds)} WHERE ${isLeased(turn)} RETURNING name`,
        ).pipe(Effect.map(hasRows)),
      end: (turn, nextInSeconds) =>
        query(
          "PeriodicTaskStore.end",
          sql`UPDATE duties SET due_at = ${addSeconds(nextInSeconds)}, token = NULL WHERE ${isLeased(turn)}
              RETURNING name`,
        ).pipe(Effect.map(hasRows)),
      listCheckpoints: (prefix) =>
        query(
          "PeriodicTaskStore.listCheckpoints",
          sql<RawRow>`SELECT name, checkpoint, ${now} - due_at AS overdue FROM duties
              WHERE substr(name, 1, ${prefix.length}) = ${prefix} ORDER BY name`,
        ).pipe(Effect.map((rows) => rows.map((row) => checkpoints.decode(row)))),
      setCheckpoint: (turn, checkpoint) =>
        query(
          "PeriodicTaskStore.setCheckpoint",
          sql`UPDATE duties SET checkpoint = ${checkpoint} WHERE ${isLeased(turn)} RETURNING name`,
        ).pipe(Effect.map(hasRows)),
    })
  }),
)

const checkpoints = table<TaskCheckpoint>({
  task: text("name"),
  checkpoint: nullable(text("checkpoint")),
  overdueMillis: number("overdue"),
})
