/** Every statement of a claim reads a range of the partial index that was made for it, and sorts nothing. */
import { ClaimId, DatasetId, Username } from "@annotary/core/effect"
import { migrate } from "@annotary/storage-sql"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { claimStatements } from "./claimStatements.ts"
import { openDatabase } from "./openDatabase.ts"

const dataset = DatasetId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0262")
const statements = claimStatements({
  datasetId: dataset,
  user: Username.make("ann"),
  count: 1,
  leaseSeconds: 900,
  ids: [ClaimId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0263")],
})

describe("the claim's statements on SQLite", () => {
  for (const { name, query, indexes, sorts } of statements) {
    it.scopedLive(`${name} reads ${indexes.join(" and ")}`, () =>
      Effect.gen(function* () {
        yield* migrate()
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql.unsafe<{ readonly detail: string }>(
          `EXPLAIN QUERY PLAN ${query.text}`,
          query.params,
        )
        const plan = rows.map((row) => row.detail)
        const used = plan.flatMap((line) => /INDEX (q_\w+)/.exec(line)?.[1] ?? [])
        assert.deepStrictEqual([...new Set(used)].sort(), [...indexes].sort(), plan.join("\n"))
        assert.isFalse(
          plan.some((line) => line.startsWith("SCAN sample_queue") || line.startsWith("SCAN q")),
          plan.join("\n"),
        )
        assert.strictEqual(
          plan.some((line) => line.includes("TEMP B-TREE")),
          sorts,
          plan.join("\n"),
        )
      }).pipe(Effect.provide(openDatabase({ filename: ":memory:" }))),
    )
  }
})
