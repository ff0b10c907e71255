/** The filter by the state of overlaps reads an index, and not the stored comparison of each sample. */
import { createEngine } from "@annotary/core"
import { DatasetId, SampleStore } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import type BetterSqlite from "better-sqlite3"
import { Effect } from "effect"
import { layer } from "../src/effect.ts"
import { sqlite } from "../src/index.ts"
import { Driver } from "./Driver.ts"
import { plansOf } from "./plansOf.ts"

describe("samples by the state of their overlap on SQLite", () => {
  it.scopedLive("are found in an index that has the states", () =>
    Effect.gen(function* () {
      const store = yield* SampleStore
      const filter = {
        datasetId: DatasetId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0262"),
        overlapStates: ["adjudicating" as const],
      }
      const sort = { key: "created_at", descending: true } as const
      const plans = yield* plansOf(
        Effect.all([store.page({ filter, sort, start: { offset: 0 }, limit: 50 }), store.count(filter, 100)]),
      )
      const lines = plans.filter((line) => line.startsWith("SEARCH o "))
      assert.lengthOf(lines, 2)
      for (const line of lines)
        assert.include(line, "USING COVERING INDEX overlap_samples_state (dataset_id=? AND state=?")
    }).pipe(Effect.provide(layer({ filename: ":memory:" }))),
  )

  it("are listed with their overlap by a statement that leaves the comparisons where they are", async () => {
    await using engine = await createEngine({ storage: sqlite({ filename: ":memory:" }), worker: false })
    await engine.users.create({ username: "ann" })
    const ann = engine.as("ann")
    const streets = { _tag: "Name", owner: "ann", name: "streets" } as const
    await ann.datasets.create({ ...streets, category: "other", taskType: "bboxes" })
    await ann.datasets.update(streets, { settings: { overlap: 2 } })
    await ann.samples.createMany(streets, [{ name: "crossing" }])
    const { result, texts } = await collectTexts(async () => {
      const states = []
      for await (const row of (await ann.samples.list(streets, { overlap: true })).rows)
        states.push(row.overlap?.state)
      return states
    })
    assert.deepStrictEqual(result, ["labeling"])
    const heads = texts.filter((text) => text.includes("FROM overlap_samples s"))
    assert.lengthOf(heads, 1)
    assert.notInclude(heads[0] ?? "", 's.agreement AS "agreement"')
  })
})

/** The statements that a call prepares. */
const collectTexts = async <A>(call: () => Promise<A>) => {
  const texts: Array<string> = []
  const original = Driver.prototype.prepare
  Driver.prototype.prepare = function (this: BetterSqlite.Database, text: string) {
    texts.push(text)
    return original.call(this, text)
  } as typeof original
  try {
    return { result: await call(), texts }
  } finally {
    Driver.prototype.prepare = original
  }
}
