/** The statements behind the metrics read an index of what has not ended, never all samples, jobs or events. */
import { WorkloadStore } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { layer } from "../src/effect.ts"
import { plansOf } from "./plansOf.ts"

describe("the statements of the workload on SQLite", () => {
  it.scopedLive("walk through open jobs, claims and counts alone", () =>
    Effect.gen(function* () {
      const store = yield* WorkloadStore
      const plans = yield* plansOf(
        Effect.all([store.jobs(10), store.queues(10), store.claims(10), store.oldestEvent]),
      )
      const scans = plans.filter((line) => /^SCAN [a-z]\b/.test(line))
      // The table of counts is its own index; it has one row for each dataset.
      assert.deepStrictEqual(scans.toSorted(), [
        "SCAN j USING INDEX jobs_open",
        "SCAN k",
        "SCAN o USING INDEX sqlite_autoindex_outbox_1",
      ])
      assert.isTrue(
        plans.some((line) => line.startsWith("SEARCH q USING INDEX q_held")),
        plans.join("\n"),
      )
    }).pipe(Effect.provide(layer({ filename: ":memory:" }))),
  )
})
