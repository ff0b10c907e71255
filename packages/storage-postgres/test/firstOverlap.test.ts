/** The common claim of a sample that several people label reads few rows, whatever else is in the database and is known of its rows. */
import { DatasetId } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import pg from "pg"
import { layer } from "../src/effect.ts"
import { freshSchema } from "./storage.ts"

const dataset = DatasetId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0262")
const other = DatasetId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0263")

const addDataset = (id: string, name: string) => `
  INSERT INTO datasets (id, owner, owner_key, name, name_key, description, readme, category, task_type, data_type, public, archived,
    settings, metadata, task_attributes, config_version, created_at, created_by, updated_at, version)
  VALUES ('${id}', 'ann', 'ann', '${name}', '${name}', '', '', '', '', '', 0, 0, '{}', '{}', '{}', 1, '', 'ann', '', '')`

/** 30 000 samples without overlap in one dataset. In the other, three people label each of 10 000 samples: the first 3000 places are leased. */
const fill = `${addDataset(dataset, "overlapped")}; ${addDataset(other, "others")};
  INSERT INTO sample_queue (dataset_id, sample_id, np, open_step, open_user, labeler)
    SELECT '${other}', 's' || lpad(i::text, 6, '0'), 0, 4, '', '' FROM generate_series(1, 30000) i;
  INSERT INTO overlap_samples (dataset_id, sample_id, overlap, state, np)
    SELECT '${dataset}', 's' || lpad(i::text, 6, '0'), 3, 'labeling', 0 FROM generate_series(1, 10000) i;
  INSERT INTO overlap_places (dataset_id, sample_id, place, queue, np, open_user, own_user, finished, claim_id, holder, step, claimed_at, lease_until)
    SELECT '${dataset}', 's' || lpad(i::text, 6, '0'), place, 1, 0, '', '', '-',
      CASE WHEN i <= 1000 THEN 'c' || i || place END, CASE WHEN i <= 1000 THEN 'user-' || i % 50 END, CASE WHEN i <= 1000 THEN 4 END,
      CASE WHEN i <= 1000 THEN 1 END, CASE WHEN i <= 1000 THEN extract(epoch FROM clock_timestamp())::bigint * 1000 + 60000 END
    FROM generate_series(1, 10000) i, generate_series(1, 3) place`

const tables = "'sample_queue', 'overlap_places', 'overlap_samples', 'overlap_labels'"

describe("the first place of an overlap", () => {
  it.scopedLive("is leased without reading a table, with statistics, with old ones and with none", () =>
    Effect.gen(function* () {
      const options = yield* freshSchema
      yield* Effect.provide(Effect.void, layer({ ...options, maxConnections: 2 }))
      const client = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          const made = new pg.Client({
            connectionString: options.url,
            options: `-c search_path=${options.schema}`,
          })
          await made.connect()
          return made
        }),
        (made) => Effect.promise(() => made.end()),
      )
      const run = (text: string) => Effect.promise(() => client.query<Readonly<Record<string, string>>>(text))
      for (const table of ["sample_queue", "overlap_places", "overlap_samples", "overlap_labels"])
        yield* run(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`)
      const checkReads = (when: string) =>
        Effect.gen(function* () {
          // Counts of earlier transactions are those of this one until they are flushed.
          yield* run("SELECT pg_stat_force_next_flush()")
          yield* run("BEGIN")
          const { rows: leased } = yield* run(
            `SELECT sample_id FROM lease_first_overlap('${dataset}', 'ann', 'claim', 60000)`,
          )
          const { rows: read } = yield* run(
            `SELECT relname, seq_scan, seq_tup_read, idx_tup_fetch FROM pg_stat_xact_user_tables
              WHERE schemaname = '${options.schema}' AND relname IN (${tables})`,
          )
          yield* run("ROLLBACK")
          assert.deepStrictEqual(leased, [{ sample_id: "s001001" }], when)
          assert.lengthOf(read, 4)
          for (const { idx_tup_fetch, relname, seq_tup_read } of read) {
            assert.strictEqual(Number(seq_tup_read), 0, `${relname} ${when}`)
            assert.isAtMost(Number(idx_tup_fetch ?? 0), 60, `${relname} ${when}`)
          }
        })
      yield* run(fill)
      yield* checkReads("before any statistics")
      yield* run("ANALYZE")
      yield* checkReads("after ANALYZE")
      yield* run(`UPDATE sample_queue SET open_step = 14, labeler = 'bob' WHERE open_step = 4`)
      yield* checkReads("when much has changed since")
    }),
  )
})
