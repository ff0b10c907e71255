/** Labels that were written of late are found by their times, however many labels a dataset has. */
import { DatasetId, LabelsetId, SampleId, Timestamp } from "@annotary/core/effect"
import { dialectOf, labelPage, migrate } from "@annotary/storage-sql"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sqliteClient } from "../src/effect.ts"

const datasetId = DatasetId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0262")
const after = {
  labelsetId: LabelsetId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0263"),
  sampleId: SampleId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0264"),
}
const since = Timestamp.make("2026-11-20T13:25:01.123456Z")

describe("a page of labels on SQLite", () => {
  for (const [name, page, index] of [
    ["of all", { since: null, after: null }, "PRIMARY|autoindex"],
    ["of recent ones", { since, after: null }, "labels_updated"],
    ["of recent ones behind another", { since, after }, "labels_updated"],
  ] as const) {
    it.scopedLive(`${name} reads ${index}`, () =>
      Effect.gen(function* () {
        yield* migrate()
        const sql = yield* SqlClient.SqlClient
        const [text, params] = labelPage(sql, dialectOf(sql), { datasetId, limit: 500, ...page }).compile()
        const plan = yield* sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params)
        const line = plan.map(({ detail }) => detail).find((detail) => / l /.test(detail)) ?? ""
        assert.match(line, new RegExp(index), line)
        if (page.since === null) assert.isFalse(plan.some(({ detail }) => detail.includes("TEMP B-TREE")))
        else assert.include(line, "(dataset_id=? AND labelset_id=? AND updated_at>?)", line)
      }).pipe(Effect.provide(sqliteClient({ filename: ":memory:" }))),
    )
  }
})
