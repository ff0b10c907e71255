/** The plans of SQLite for the statements of a call. */
import type BetterSqlite from "better-sqlite3"
import { Effect } from "effect"
import { Driver } from "./Driver.ts"

/** The plans of the statements that the effect prepares. */
export const plansOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
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
