/** WorkunitStore in SQL. */
import { type DailyWork, type WorkSummary, type Workunit, WorkunitStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { number, type RawRow, table, text } from "../../rows/columns.ts"
import { all, any, first } from "../../rows/results.ts"
import { workunits } from "../../rows/work.ts"
import { insertOne } from "../../statements/insertOne.ts"

const columns = workunits.select("w")
/** Lists leave out answers, which may be long. */
const withoutAnswer = columns.replace('w.answer AS "answer"', 'NULL AS "answer"')

const summaries = table<WorkSummary>({
  user: text("created_by"),
  workType: text("work_type"),
  workunits: number("workunits"),
  time: number("time_ms"),
  inactiveTime: number("inactive_ms"),
})

const days = table<DailyWork>({
  day: text("day"),
  workType: text("work_type"),
  workunits: number("workunits"),
})

export const WorkunitSqlStore = Layer.effect(
  WorkunitStore,
  Effect.map(Database, ({ execute, sql, query, send }) => {
    const insert = insertOne({ execute }, "workunits")
    const insertNew = insertOne({ execute }, "workunits", "ON CONFLICT DO NOTHING RETURNING id")
    const live = (dataset: Workunit["datasetId"]) =>
      sql`w.dataset_id = ${dataset} AND EXISTS (SELECT 1 FROM datasets d WHERE d.id = ${dataset} AND d.deleted_at IS NULL)`
    return WorkunitStore.of({
      insert: (workunit) => {
        const row = workunits.encode(workunit)
        // Only the workunit of a claim may exist already.
        return workunit.claimId === null
          ? Effect.as(send("WorkunitStore.insert", insert(row)), true)
          : Effect.map(query("WorkunitStore.insert", insertNew(row)), any)
      },
      endOf: (claim) =>
        query(
          "WorkunitStore.endOf",
          sql<RawRow>`SELECT ${sql.literal(columns)} FROM workunits w WHERE w.claim_id = ${claim} AND w.action <> 'save'`,
        ).pipe(Effect.map(first(workunits.decode))),
      lastSave: (claim) =>
        query(
          "WorkunitStore.lastSave",
          sql<RawRow>`SELECT ${sql.literal(columns)} FROM workunits w
            WHERE w.claim_id = ${claim} AND w.action = 'save' ORDER BY w.id DESC LIMIT 1`,
        ).pipe(Effect.map(first(workunits.decode))),
      list: ({ datasetId, user, start, end, descending, offset, limit }) => {
        const conditions = [live(datasetId)]
        if (user !== undefined) conditions.push(sql`w.created_by = ${user}`)
        if (start !== undefined) conditions.push(sql`w.created_at >= ${start}`)
        if (end !== undefined) conditions.push(sql`w.created_at < ${end}`)
        const order = descending ? "w.created_at DESC, w.id DESC" : "w.created_at, w.id"
        return query(
          "WorkunitStore.list",
          sql<RawRow>`SELECT ${sql.literal(withoutAnswer)} FROM workunits w WHERE ${sql.and(conditions)}
            ORDER BY ${sql.literal(order)} LIMIT CAST(${limit} AS BIGINT) OFFSET ${offset}`,
        ).pipe(Effect.map(all(workunits.decode)))
      },
      summary: (dataset, start, end) =>
        query(
          "WorkunitStore.summary",
          sql<RawRow>`SELECT w.created_by AS "created_by", w.work_type AS "work_type",
              CAST(COUNT(*) AS INTEGER) AS "workunits", SUM(w.time_ms) AS "time_ms", SUM(w.inactive_ms) AS "inactive_ms"
            FROM workunits w WHERE ${live(dataset)} AND w.created_at >= ${start} AND w.created_at < ${end}
            GROUP BY w.created_by, w.work_type ORDER BY w.created_by, w.work_type`,
        ).pipe(Effect.map(all(summaries.decode))),
      daily: (dataset, { end, start, user }) =>
        query(
          "WorkunitStore.daily",
          // Instants are text in UTC, whose first ten characters are the day.
          sql<RawRow>`SELECT SUBSTR(w.created_at, 1, 10) AS "day", w.work_type AS "work_type",
              CAST(COUNT(*) AS INTEGER) AS "workunits"
            FROM workunits w WHERE ${live(dataset)} AND w.action <> 'save'
              AND w.created_at >= ${start} AND w.created_at < ${end}
              ${user === null ? sql.literal("") : sql`AND w.created_by = ${user}`}
            GROUP BY SUBSTR(w.created_at, 1, 10), w.work_type ORDER BY 1, 2`,
        ).pipe(Effect.map(all(days.decode))),
      forgetAnswers: (before, limit) =>
        query(
          "WorkunitStore.forgetAnswers",
          sql`UPDATE workunits SET digest = NULL, answer = NULL WHERE (dataset_id, id) IN
              (SELECT dataset_id, id FROM workunits WHERE digest IS NOT NULL AND created_at < ${before} LIMIT CAST(${limit} AS BIGINT))
              RETURNING 1 AS n`,
        ).pipe(Effect.map((rows) => rows.length)),
    })
  }),
)
