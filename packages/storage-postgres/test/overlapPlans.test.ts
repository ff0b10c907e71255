/** The filter by the state of overlaps reads the samples in that state, however many are decided. */
import { DatasetId, type OverlapState, SampleStore } from "@annotary/core/effect"
import { Database, SqlStorage } from "@annotary/storage-sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layer } from "../src/effect.ts"
import { openDatabase } from "./openDatabase.ts"
import { freshSchema } from "./storage.ts"

const datasetId = DatasetId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0262")
const many = 20_000
const few = 20
const id = "'01a1f9ba-42ec-7003-afa1-' || lpad(to_hex(i), 12, '0')"

/** A few samples wait for a decision; all others are decided. */
const fill = [
  `INSERT INTO datasets (id, owner, owner_key, name, name_key, description, readme, category, task_type, data_type, public, archived,
      settings, metadata, task_attributes, config_version, created_at, created_by, updated_at, version)
    VALUES ('${datasetId}', 'ann', 'ann', 'streets', 'streets', '', '', '', '', '', 0, 0, '{}', '{}', '{}', 1, '', 'ann', '', '')`,
  `INSERT INTO samples (dataset_id, id, name, priority, created_at, created_by, updated_at, version, content)
    SELECT '${datasetId}', ${id}, 'image-' || i, 0, 'day-' || i * 7919 % ${many}, 'ann', '', '', '' FROM generate_series(1, ${many}) i`,
  `INSERT INTO overlap_samples (dataset_id, sample_id, overlap, state, np)
    SELECT '${datasetId}', ${id}, 2, CASE WHEN i % ${many / few} = 0 THEN 'adjudicating' ELSE 'decided' END, 0
    FROM generate_series(1, ${many}) i`,
  "ANALYZE samples",
  "ANALYZE overlap_samples",
]

const rowsRead = Effect.gen(function* () {
  const { query, sql } = yield* Database
  const read = (text: string) => query("test", sql.unsafe<{ readonly n: number }>(text))
  yield* read("SELECT 0 AS n FROM (SELECT pg_stat_force_next_flush()) AS flushed")
  const rows = yield* read(`SELECT COALESCE(sum(n), 0)::int AS n FROM (
      SELECT idx_tup_read AS n FROM pg_stat_user_indexes
      WHERE relname IN ('samples', 'overlap_samples') AND schemaname = current_schema()
      UNION ALL SELECT seq_tup_read FROM pg_stat_user_tables
      WHERE relname IN ('samples', 'overlap_samples') AND schemaname = current_schema()) AS reads`)
  return rows[0]?.n ?? 0
})

describe("samples by the state of their overlap on Postgres", () => {
  it.scopedLive(
    "are found among many in other states by reading few rows",
    () =>
      Effect.gen(function* () {
        const options = yield* freshSchema
        yield* Effect.provide(Effect.void, layer({ ...options, maxConnections: 2 }))
        yield* Effect.provide(
          Effect.gen(function* () {
            const { query, sql } = yield* Database
            const store = yield* SampleStore
            for (const text of fill) yield* query("test", sql.unsafe(text))
            const list = (state: OverlapState) =>
              store.page({
                filter: { datasetId, overlapStates: [state] },
                sort: { key: "created_at", descending: true },
                start: { offset: 0 },
                limit: 50,
              })
            for (const [state, count] of [
              ["adjudicating", few],
              ["labeling", 0],
            ] as const) {
              const before = yield* rowsRead
              assert.strictEqual((yield* list(state)).length, count)
              assert.isBelow((yield* rowsRead) - before, few * 10, state)
            }
            assert.strictEqual((yield* list("decided")).length, 50)
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
