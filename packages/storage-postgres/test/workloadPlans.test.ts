/** The statements behind the metrics read what has not ended, however many samples, ended jobs and events there are. */
import { WorkloadStore } from "@annotary/core/effect"
import { Database, SqlStorage } from "@annotary/storage-sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layer } from "../src/effect.ts"
import { openDatabase } from "./openDatabase.ts"
import { freshSchema } from "./storage.ts"

const many = 20_000
const few = 50
const tables = "('jobs', 'sample_queue', 'outbox')"

const id = (kind: number) =>
  `'01a1f9ba-42ec-7003-a' || lpad('${kind}', 3, '0') || '-' || lpad(to_hex(i), 12, '0')`
const series = (count: number) => `FROM generate_series(1, ${count}) i`
const jobs = (kind: number, status: string, count: number) =>
  `INSERT INTO jobs (dataset_id, id, kind, payload, status, done, attempts, created_at, created_by)
    SELECT 'd', ${id(kind)}, 'release', '{}', '${status}', 0, 0, '', 'ann' ${series(count)}`

/** Many rows of what has ended or waits, and few of what is in work. */
const fill = [
  jobs(1, "SUCCEEDED", many),
  jobs(2, "PENDING", few),
  `INSERT INTO sample_queue (dataset_id, sample_id, np, open_step, open_user, labeler)
    SELECT 'd', ${id(3)}, 0, 4, '', '' ${series(many)}`,
  `INSERT INTO sample_queue (dataset_id, sample_id, np, open_step, open_user, labeler, holder, claim_id, queue, step, claimed_at, lease_until)
    SELECT 'd', ${id(4)}, 0, 4, '', '', 'ann', ${id(5)}, 1, 4, i, 9e12 + i ${series(few)}`,
  `INSERT INTO outbox (dataset_id, id, type, owner, dataset, created_at, object, summary)
    SELECT 'd', ${id(6)}, 'label.updated', 'bob', 'bob/x', '', '{}', '' ${series(many)}`,
  "ANALYZE jobs",
  "ANALYZE sample_queue",
  "ANALYZE outbox",
]

const entriesRead = Effect.gen(function* () {
  const { query, sql } = yield* Database
  const read = (text: string) => query("test", sql.unsafe<{ readonly n: number }>(text))
  yield* read("SELECT 0 AS n FROM (SELECT pg_stat_force_next_flush()) AS flushed")
  const rows = yield* read(`SELECT COALESCE(sum(n), 0)::int AS n FROM (
      SELECT idx_tup_read AS n FROM pg_stat_user_indexes WHERE relname IN ${tables} AND schemaname = current_schema()
      UNION ALL SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname IN ${tables} AND schemaname = current_schema()) AS reads`)
  return rows[0]?.n ?? 0
})

describe("the statements of the workload on Postgres", () => {
  it.scopedLive(
    "read few rows of many",
    () =>
      Effect.gen(function* () {
        const options = yield* freshSchema
        yield* Effect.provide(Effect.void, layer({ ...options, maxConnections: 2 }))
        yield* Effect.provide(
          Effect.gen(function* () {
            const { query, sql } = yield* Database
            const store = yield* WorkloadStore
            for (const text of fill) yield* query("test", sql.unsafe(text))
            const questions = {
              jobs: store.jobs(10_000),
              claims: store.claims(10_000),
              oldestEvent: store.oldestEvent,
            }
            for (const [name, question] of Object.entries<Effect.Effect<unknown>>(questions)) {
              const before = yield* entriesRead
              yield* question
              assert.isBelow((yield* entriesRead) - before, few * 4, name)
            }
          }),
          // One connection: only it knows what it has read.
          Layer.provideMerge(
            Layer.merge(SqlStorage, Database.layer),
            openDatabase({ ...options, maxConnections: 1 }),
          ),
        )
      }),
    60_000,
  )
})
