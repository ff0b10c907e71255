/** JobStore in SQL. Leases use the database's clock. */
import { JobStore, type LeasedJob, longestLease } from "@annotary/core/effect"
import { Effect, Layer, Option } from "effect"
import { Database } from "../database/Database.ts"
import type { RawRow } from "../rows/columns.ts"
import { jobs } from "../rows/files.ts"
import { decodeAll, decodeFirst, hasRows } from "../rows/results.ts"

const columns = jobs.select("j")

export const JobSqlStore = Layer.effect(
  JobStore,
  Effect.map(Database, ({ sql, dialect, query }) => {
    const now = sql.literal(dialect.nowMillis)
    const skipLocked = sql.literal(dialect.skipLocked)
    const addSeconds = (seconds: number) => sql`${now} + ${Math.round(seconds * 1000)}`
    const isLeased = ({ job, token }: LeasedJob) =>
      sql`dataset_id = ${job.datasetId} AND id = ${job.id} AND lease_token = ${token} AND status = 'RUNNING'`
    return JobStore.of({
      insert: (job) =>
        query("JobStore.insert", sql`INSERT INTO jobs ${sql.insert(jobs.encode(job))}`).pipe(Effect.asVoid),
      byId: (id) =>
        query(
          "JobStore.byId",
          sql<RawRow>`SELECT ${sql.literal(columns)} FROM jobs j WHERE j.id = ${id}`,
        ).pipe(Effect.map(decodeFirst(jobs.decode))),
      lease: ({ dataset, kinds, leaseSeconds, token }) =>
        query(
          "JobStore.lease",
          sql<RawRow>`UPDATE jobs SET status = 'RUNNING', attempts = attempts + 1, lease_token = ${token},
              lease_until = ${addSeconds(leaseSeconds)}
            WHERE (dataset_id, id) = (SELECT j.dataset_id, j.id FROM jobs j
              WHERE j.status IN ('PENDING', 'RUNNING') AND ${sql.in("j.kind", kinds)}
                ${dataset === undefined ? sql.literal("") : sql`AND j.dataset_id = ${dataset}`} AND (j.status = 'PENDING' OR j.lease_until <= ${now}
                OR j.lease_until > ${now} + ${longestLease}) ORDER BY j.id LIMIT 1 ${skipLocked})
            RETURNING ${sql.literal(jobs.names.join(", "))}`,
        ).pipe(
          Effect.map(decodeFirst(jobs.decode)),
          Effect.map(Option.map((job): LeasedJob => ({ job, token }))),
        ),
      progress: (leased, { done, error, total, leaseSeconds }) =>
        query(
          "JobStore.progress",
          sql`UPDATE jobs SET done = ${done}, total = ${total}, lease_until = ${addSeconds(leaseSeconds)}
                ${error === undefined ? sql.literal("") : sql`, error = ${error}`}
              WHERE ${isLeased(leased)} RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      replaceError: ({ datasetId, id }, from, to) =>
        query(
          "JobStore.replaceError",
          sql`UPDATE jobs SET error = ${to}
              WHERE dataset_id = ${datasetId} AND id = ${id} AND status = 'RUNNING' AND error = ${from} RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      finish: (leased, { status, error }) =>
        query(
          "JobStore.finish",
          sql`UPDATE jobs SET status = ${status}, error = ${error}, lease_token = NULL, lease_until = NULL
              WHERE ${isLeased(leased)} RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      giveBack: (leased) =>
        query(
          "JobStore.giveBack",
          sql`UPDATE jobs SET status = 'PENDING', attempts = attempts - 1, error = NULL, lease_token = NULL, lease_until = NULL
              WHERE ${isLeased(leased)}`,
        ).pipe(Effect.asVoid),
      list: ({ before, limit, status }) =>
        query(
          "JobStore.list",
          sql<RawRow>`SELECT ${sql.literal(columns)} FROM jobs j WHERE ${status === null ? sql`1 = 1` : sql`j.status = ${status}`}
              AND ${before === null ? sql`1 = 1` : sql`j.id < ${before}`} ORDER BY j.id DESC LIMIT CAST(${limit} AS BIGINT)`,
        ).pipe(Effect.map(decodeAll(jobs.decode))),
      retry: ({ datasetId, id }) =>
        query(
          "JobStore.retry",
          sql`UPDATE jobs SET status = 'PENDING', attempts = 0, error = NULL
              WHERE dataset_id = ${datasetId} AND id = ${id} AND status = 'FAILED' RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      forgetEnded: (before, limit) =>
        query(
          "JobStore.forgetEnded",
          sql`DELETE FROM jobs WHERE (dataset_id, id) IN (SELECT dataset_id, id FROM jobs ${sql.literal(dialect.along("jobs_ended"))}
              WHERE status IN ('SUCCEEDED', 'FAILED') AND created_at < ${before} ORDER BY created_at
              LIMIT CAST(${limit} AS BIGINT)) RETURNING 1 AS n`,
        ).pipe(Effect.map((rows) => rows.length)),
    })
  }),
)
