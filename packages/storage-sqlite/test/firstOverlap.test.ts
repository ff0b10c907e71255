/** The common claim of a sample that several people label is one statement, which scans no table. */
import { ClaimId, DatasetId, Username } from "@annotary/core/effect"
import { migrate } from "@annotary/storage-sql"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeFirstOverlapQuery } from "../src/claim/firstOverlap.ts"
import { openDatabase } from "./openDatabase.ts"

const datasetId = DatasetId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0262")

const claimOf = (user: string) =>
  makeFirstOverlapQuery({
    datasetId,
    user: Username.make(user),
    leaseSeconds: 60,
    id: ClaimId.make(`01a1f9ba-42ec-7003-afa4-5bf69f3e02${user}`),
  })

/** Twenty samples, each with three free places. */
const fill = [
  `INSERT INTO datasets (id, owner, owner_key, name, name_key, description, readme, category, task_type, data_type, public, archived,
    settings, metadata, task_attributes, config_version, created_at, created_by, updated_at, version)
  VALUES ('${datasetId}', 'ann', 'ann', 'streets', 'streets', '', '', '', '', '', 0, 0, '{}', '{}', '{}', 1, '', 'ann', '', '')`,
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
    INSERT INTO overlap_samples (dataset_id, sample_id, overlap, state, np)
    SELECT '${datasetId}', printf('s%02d', i), 3, 'labeling', 0 FROM n`,
  `INSERT INTO overlap_places (dataset_id, sample_id, place, queue, np, open_user, own_user, finished)
    SELECT dataset_id, sample_id, place, 1, 0, '', '', '-' FROM overlap_samples,
      (SELECT 1 AS place UNION ALL SELECT 2 UNION ALL SELECT 3)`,
]

describe("the first place of an overlap on SQLite", () => {
  it.scopedLive("is leased by one statement, behind samples that the person has labeled", () =>
    Effect.gen(function* () {
      yield* migrate()
      const sql = yield* SqlClient.SqlClient
      for (const text of fill) yield* sql.unsafe(text)
      yield* sql`INSERT INTO overlap_labels (dataset_id, sample_id, labeler, version, status, config_version, created_at)
        VALUES (${datasetId}, 's01', '72', 'v', 'LABELED', 1, '')`
      const claim = (user: string) => {
        const { params, text } = claimOf(user)
        return Effect.map(sql.unsafe<{ readonly sample_id: string }>(text, params), ([row]) => row?.sample_id)
      }
      assert.deepStrictEqual(yield* Effect.forEach(["71", "72", "73", "74", "71"], claim), [
        "s01",
        "s02",
        "s01",
        "s01",
        undefined,
      ])
      assert.strictEqual(yield* claim("75"), "s02")
    }).pipe(Effect.provide(openDatabase({ filename: ":memory:" }))),
  )

  it.scopedLive("is found by indexes alone", () =>
    Effect.gen(function* () {
      yield* migrate()
      const sql = yield* SqlClient.SqlClient
      const { params, text } = claimOf("71")
      const rows = yield* sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params)
      const plan = rows.map(({ detail }) => detail)
      // The free places are read once, as a list of at most 16.
      const scans = plan.filter((line) => line.startsWith("SCAN") && !/^SCAN f$|CONSTANT ROW/.test(line))
      assert.deepStrictEqual(scans, [], plan.join("\n"))
      assert.isFalse(
        plan.some((line) => line.includes("TEMP B-TREE")),
        plan.join("\n"),
      )
    }).pipe(Effect.provide(openDatabase({ filename: ":memory:" }))),
  )
})
