/** The filter by the state of overlaps reads an index, and not the stored comparison of each sample. */
import { DatasetId, SampleStore } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { layer } from "../src/effect.ts"
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
})
