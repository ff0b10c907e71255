/** WorkunitStore in SQL. */
import {
  type ClaimId,
  type DatasetId,
  type DeletedWorkunit,
  fromMillis,
  type Timestamp,
  toMillis,
  type Username,
  undoMillis,
  type WorkSession,
  type WorkTally,
  type Workunit,
  type WorkunitQuery,
  WorkunitStore,
} from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { toFragment } from "../../dialect/lookups.ts"
import { flag, nullable, number, type RawRow, table, text } from "../../rows/columns.ts"
import { decodeAll, decodeFirst } from "../../rows/results.ts"
import { workunits } from "../../rows/work.ts"
import { insertOne } from "../../statements/insertOne.ts"

const columns = workunits.select("w")
/** Lists leave out answers, which may be long. */
const withoutAnswer = columns.replace('w.answer AS "answer"', 'NULL AS "answer"')

const tallies = table<WorkTally>({
  span: number("span"),
  user: text("created_by"),
  workType: text("work_type"),
  action: text("action"),
  objects: nullable(text("objects")),
  labeler: nullable(text("labeler")),
  reviewedBefore: nullable(flag("reviewed_before")),
  workunits: number("workunits"),
  time: number("time_ms"),
  inactiveTime: number("inactive_ms"),
})

const sessions = table<WorkSession>({
  claimId: text("claim_id"),
  workunits: number("workunits"),
  time: number("time_ms"),
  inactiveTime: number("inactive_ms"),
  lastAt: text("created_at"),
})

/** A dataset whose workunits are no longer kept. */
const ended = table<{ readonly id: DatasetId; readonly owner: Username }>({
  id: text("id"),
  owner: text("owner"),
})

const deletedColumns = `d.owner || '/' || d.name AS "deleted_dataset", d.deleted_at AS "deleted_at"`
const deletedDataset = table<{ readonly dataset: string; readonly deletedAt: Timestamp }>({
  dataset: text("deleted_dataset"),
  deletedAt: text("deleted_at"),
})
const decodeDeletedWork = (raw: RawRow): DeletedWorkunit => {
  const workunit = workunits.decode(raw)
  return { workunit, datasetId: workunit.datasetId, ...deletedDataset.decode(raw) }
}

/** The end of the undos of work before this time. A year with more digits would not compare as text. */
const computeLatestUndo = (end: Timestamp): Timestamp => {
  const latest = fromMillis(toMillis(end) + undoMillis)
  return latest > end ? latest : end
}

export const WorkunitSqlStore = Layer.effect(
  WorkunitStore,
  Effect.map(Database, ({ change, dialect, execute, sql, query, send }) => {
    const claimCondition = dialect.matchClaim("w.")
    const matchClaim = (claim: ClaimId) => toFragment(sql, claimCondition, claim)
    const insert = insertOne(execute, "workunits")
    const insertNew = insertOne(change, "workunits", "ON CONFLICT DO NOTHING")
    const matchLiveDataset = (dataset: Workunit["datasetId"]) =>
      sql`w.dataset_id = ${dataset} AND EXISTS (SELECT 1 FROM datasets d WHERE d.id = ${dataset} AND d.deleted_at IS NULL)`
    /** The conditions, the order and the bounds of a page. */
    const selectPage = ({
      descending,
      end,
      limit,
      offset,
      start,
      user,
    }: Omit<WorkunitQuery, "datasetId">) => {
      const conditions = [
        ...(user === undefined ? [] : [sql`AND w.created_by = ${user}`]),
        ...(start === undefined ? [] : [sql`AND w.created_at >= ${start}`]),
        ...(end === undefined ? [] : [sql`AND w.created_at < ${end}`]),
      ]
      const order = descending ? "w.created_at DESC, w.id DESC" : "w.created_at, w.id"
      return sql`${sql.join(" ", false)(conditions)}
        ORDER BY ${sql.literal(order)} LIMIT CAST(${limit} AS BIGINT) OFFSET ${offset}`
    }
    /** The time of the work that an undo takes back. Limited to the newest, which the index on people finds in a few rows. */
    const selectUndoneTime = (dataset: DatasetId) =>
      sql`(SELECT u.created_at FROM workunits u WHERE u.dataset_id = ${dataset} AND u.created_by = w.created_by
        AND u.created_at <= w.created_at AND u.sample_id = w.sample_id AND u.work_type = w.work_type
        AND u.action IN ('submit', 'accept') ORDER BY u.created_at DESC LIMIT 1)`
    return WorkunitStore.of({
      insert: (workunit) => {
        const row = workunits.encode(workunit)
        // Only the workunit of a claim may exist already.
        return workunit.claimId === null
          ? Effect.as(send("WorkunitStore.insert", insert(row)), true)
          : Effect.map(query("WorkunitStore.insert", insertNew(row)), (added) => added > 0)
      },
      endOf: (claim) =>
        query(
          "WorkunitStore.endOf",
          sql<RawRow>`SELECT ${sql.literal(columns)} FROM workunits w WHERE ${matchClaim(claim)} AND w.action <> 'save'`,
        ).pipe(Effect.map(decodeFirst(workunits.decode))),
      lastSave: (claim) =>
        query(
          "WorkunitStore.lastSave",
          sql<RawRow>`SELECT ${sql.literal(columns)} FROM workunits w
            WHERE ${matchClaim(claim)} AND w.action = 'save' ORDER BY w.id DESC LIMIT 1`,
        ).pipe(Effect.map(decodeFirst(workunits.decode))),
      sessions: (dataset, claims) =>
        claims.length === 0
          ? Effect.succeed([])
          : query(
              "WorkunitStore.sessions",
              sql<RawRow>`SELECT w.claim_id, CAST(COUNT(*) AS INTEGER) AS workunits, SUM(w.time_ms) AS time_ms,
                  SUM(w.inactive_ms) AS inactive_ms, MAX(w.created_at) AS created_at
                FROM workunits w ${sql.literal(dialect.along("workunits_claim"))}
                WHERE w.dataset_id = ${dataset} AND ${sql.in("w.claim_id", claims)} GROUP BY w.claim_id`,
            ).pipe(Effect.map(decodeAll(sessions.decode))),
      list: ({ datasetId, ...page }) =>
        query(
          "WorkunitStore.list",
          sql<RawRow>`SELECT ${sql.literal(withoutAnswer)} FROM workunits w WHERE ${matchLiveDataset(datasetId)} ${selectPage(page)}`,
        ).pipe(Effect.map(decodeAll(workunits.decode))),
      ofDeleted: ({ owner, ...page }) =>
        query(
          "WorkunitStore.ofDeleted",
          sql<RawRow>`SELECT ${sql.literal(withoutAnswer)}, ${sql.literal(deletedColumns)}
            FROM workunits w JOIN datasets d ON d.id = w.dataset_id
            WHERE d.owner = ${owner} AND d.keep_work_until IS NOT NULL ${selectPage(page)}`,
        ).pipe(Effect.map(decodeAll(decodeDeletedWork))),
      endKept: (datasets) =>
        query(
          "WorkunitStore.endKept",
          sql<RawRow>`UPDATE datasets SET keep_work_until = NULL WHERE keep_work_until IS NOT NULL AND ${
            "id" in datasets
              ? sql`id = ${datasets.id} AND owner = ${datasets.owner}`
              : sql`id IN (SELECT id FROM datasets WHERE keep_work_until <= ${datasets.until} ORDER BY keep_work_until
                  LIMIT CAST(${datasets.limit} AS BIGINT))`
          } RETURNING id, owner`,
        ).pipe(Effect.map(decodeAll(ended.decode))),
      tally: (dataset, spans, person) =>
        spans.length === 0
          ? Effect.succeed([])
          : query(
              "WorkunitStore.tally",
              sql<RawRow>`WITH spans (span, first, last, latest) AS (VALUES ${sql.csv(
                spans.map(
                  ({ end, start }, index) =>
                    sql`(CAST(${index} AS INTEGER), CAST(${start} AS TEXT), CAST(${end} AS TEXT), CAST(${computeLatestUndo(end)} AS TEXT))`,
                ),
              )})
                SELECT s.span, w.created_by, w.work_type, w.action, w.objects, w.labeler, w.reviewed_before,
                  CAST(COUNT(*) AS INTEGER) AS workunits, SUM(w.time_ms) AS time_ms, SUM(w.inactive_ms) AS inactive_ms
                FROM spans s JOIN workunits w ON ${matchLiveDataset(dataset)} AND w.created_at >= s.first
                  AND ((w.action <> 'undo' AND w.created_at < s.last) OR (w.action = 'undo' AND w.created_at < s.latest
                    AND ${selectUndoneTime(dataset)} >= s.first AND ${selectUndoneTime(dataset)} < s.last))
                ${person === null ? sql.literal("") : sql`WHERE (w.created_by = ${person} OR w.labeler = ${person})`}
                GROUP BY s.span, w.created_by, w.work_type, w.action, w.objects, w.labeler, w.reviewed_before`,
            ).pipe(Effect.map(decodeAll(tallies.decode))),
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
