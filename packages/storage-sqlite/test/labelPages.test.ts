/** Labels written while a change was staging are found along their index, however many labels a dataset has. */
import { DatasetId, LabelsetId, SampleId } from "@annotary/core/effect"
import { Dialect, migrate, selectLabelPage } from "@annotary/storage-sql"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { openDatabase } from "./openDatabase.ts"

const datasetId = DatasetId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0262")
const after = {
  labelsetId: LabelsetId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0263"),
  sampleId: SampleId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0264"),
}
const during = 2

describe("a page of labels on SQLite", () => {
  for (const [name, page, index] of [
    ["of all", { during: null, after: null }, "PRIMARY|autoindex"],
    ["of those of a change", { during, after: null }, "labels_written_during"],
    ["of those of a change behind another", { during, after }, "labels_written_during"],
  ] as const) {
    it.scopedLive(`${name} reads ${index}`, () =>
      Effect.gen(function* () {
        yield* migrate()
        const sql = yield* SqlClient.SqlClient
        const [text, params] = selectLabelPage(sql, yield* Dialect, {
          datasetId,
          limit: 500,
          ...page,
        }).compile()
        const plan = yield* sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params)
        const line = plan.map(({ detail }) => detail).find((detail) => / l /.test(detail)) ?? ""
        assert.match(line, new RegExp(index), line)
        if (page.during === null) assert.isFalse(plan.some(({ detail }) => detail.includes("TEMP B-TREE")))
        else assert.include(line, "(dataset_id=? AND written_during=?", line)
      }).pipe(Effect.provide(openDatabase({ filename: ":memory:" }))),
    )
  }
})
