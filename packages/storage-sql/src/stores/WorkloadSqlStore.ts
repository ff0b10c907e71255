/** WorkloadStore in SQL. Each statement reads a partial index of what has not ended, or the counts of the datasets. */
import {
  type ClaimLoad,
  type DatasetId,
  type JobKind,
  type JobLoad,
  type LabelStatus,
  labeledStatuses,
  longestLease,
  type QueueLoad,
  reviewableStatuses,
  type Timestamp,
  WorkloadStore,
} from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../database/Database.ts"
import { nullable, type RawRow, text, toNumber } from "../rows/columns.ts"
import { decodeColumn, decodeFirst } from "../rows/results.ts"
import { getStatusColumn } from "./datasets/datasetCounts.ts"

const kind = text<JobKind>("kind")
const datasetId = text<DatasetId>("dataset_id")
const oldest = nullable(text<Timestamp>("oldest"))
const createdAt = text<Timestamp>("created_at")

export const WorkloadSqlStore = Layer.effect(
  WorkloadStore,
  Effect.map(Database, ({ dialect, execute, query }) => {
    const now = dialect.nowMillis
    const jobsText = `SELECT kind, SUM(waits) AS waiting, SUM(1 - waits) AS running, MIN(CASE WHEN waits = 1 THEN created_at END) AS oldest
      FROM (SELECT j.kind, j.created_at, CASE WHEN j.status = 'PENDING' OR j.lease_until <= ${now} OR j.lease_until > ${now} + ${longestLease}
          THEN 1 ELSE 0 END AS waits
        FROM jobs j ${dialect.along("jobs_open")} WHERE j.status IN ('PENDING', 'RUNNING') ORDER BY j.id LIMIT CAST(? AS BIGINT)) AS opened
      GROUP BY kind`
    const queuesText = `SELECT dataset_id, labeling, reviewing, SUM(labeling) OVER () AS all_labeling, SUM(reviewing) OVER () AS all_reviewing
      FROM (SELECT k.dataset_id, SUM(k.samples${subtractStatuses(labeledStatuses)}) AS labeling, SUM(0${addStatuses(reviewableStatuses)}) AS reviewing
        FROM dataset_counts k JOIN datasets d ON d.id = k.dataset_id AND d.deleted_at IS NULL GROUP BY k.dataset_id) AS loads
      WHERE labeling + reviewing > 0 ORDER BY labeling + reviewing DESC, dataset_id LIMIT CAST(? AS BIGINT)`
    // The order of the index: for a few claims of many samples, planners would otherwise scan the table.
    const claimsText = `SELECT queue, SUM(lasts) AS lasting, SUM(1 - lasts) AS expired
      FROM (SELECT q.queue, CASE WHEN COALESCE(q.lease_until, 0) > ${now} THEN 1 ELSE 0 END AS lasts
        FROM sample_queue q ${dialect.along("q_held")} WHERE q.holder IS NOT NULL AND q.queue IS NOT NULL
        ORDER BY q.holder, q.dataset_id, q.queue, q.claimed_at LIMIT CAST(? AS BIGINT)) AS claimed
      GROUP BY queue`
    return WorkloadStore.of({
      jobs: (limit) =>
        query("WorkloadStore.jobs", execute(jobsText, [limit])).pipe(
          Effect.map((rows) => rows.map(decodeJobLoad)),
        ),
      queues: (longest) =>
        query("WorkloadStore.queues", execute(queuesText, [longest])).pipe(
          Effect.map((rows) => ({
            labeling: toNumber("all_labeling", rows[0]?.all_labeling ?? 0),
            reviewing: toNumber("all_reviewing", rows[0]?.all_reviewing ?? 0),
            longest: rows.map((row) => ({
              datasetId: datasetId.read(row.dataset_id),
              ...decodeQueueLoad(row),
            })),
          })),
        ),
      claims: (limit) =>
        query("WorkloadStore.claims", execute(claimsText, [limit])).pipe(
          Effect.map((rows) => rows.map(decodeClaimLoad)),
        ),
      oldestEvent: query(
        "WorkloadStore.oldestEvent",
        execute("SELECT o.created_at FROM outbox o ORDER BY o.id LIMIT 1", []),
      ).pipe(Effect.map(decodeFirst(decodeColumn(createdAt)))),
    })
  }),
)

const subtractStatuses = (statuses: ReadonlyArray<LabelStatus>) =>
  statuses.map((one) => ` - k.${getStatusColumn(one)}`).join("")
const addStatuses = (statuses: ReadonlyArray<LabelStatus>) =>
  statuses.map((one) => ` + k.${getStatusColumn(one)}`).join("")

const decodeJobLoad = (row: RawRow): JobLoad => ({
  kind: kind.read(row.kind),
  waiting: toNumber("waiting", row.waiting),
  running: toNumber("running", row.running),
  oldestWaiting: oldest.read(row.oldest),
})

const decodeQueueLoad = (row: RawRow): QueueLoad => ({
  labeling: toNumber("labeling", row.labeling),
  reviewing: toNumber("reviewing", row.reviewing),
})

const decodeClaimLoad = (row: RawRow): ClaimLoad => ({
  queue: toNumber("queue", row.queue) === 1 ? "labeling" : "reviewing",
  open: toNumber("lasting", row.lasting),
  expired: toNumber("expired", row.expired),
})
