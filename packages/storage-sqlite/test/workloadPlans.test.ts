/** The statements behind the metrics read an index of what has not ended, never all samples, jobs or events. */
import { WorkloadStore } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import type BetterSqlite from "better-sqlite3"
import { Effect } from "effect"
import { layer } from "../src/effect.ts"
import { Driver } from "./Driver.ts"

/** The plans of the statements that the effect prepares. */
const plansOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const plans: Array<string> = []
      const original = Driver.prototype.prepare
      Driver.prototype.prepare = function (this: BetterSqlite.Database, text: string) {
        const params = Array.from({ length: (text.match(/\?/g) ?? []).length }, () => 1)
        for (const row of original.call(this, `EXPLAIN QUERY PLAN ${text}`).all(params))
          plans.push(String(Reflect.get(Object(row), "detail")))
        return original.call(this, text)
      } as typeof original
      return { plans, original }
    }),
    ({ plans }) => Effect.as(effect, plans),
    ({ original }) =>
      Effect.sync(() => {
        Driver.prototype.prepare = original
      }),
  )

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
