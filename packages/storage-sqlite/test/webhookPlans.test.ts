/** No statement of the webhooks walks through all deliveries, attempts or events: each goes along an index. */
import { DeliveryStore, fromMillis, generateId, RecoveryId } from "@annotary/core/effect"
import {
  addDueDeliveries,
  claimRequests,
  delivered,
  endAll,
  listDeliveries,
  makeEvent,
  retryIn,
} from "@annotary/storage-contract"
import { assert, describe, it } from "@effect/vitest"
import type BetterSqlite from "better-sqlite3"
import { Effect } from "effect"
import { layer } from "../src/effect.ts"
import { Driver } from "./Driver.ts"

/** The texts that are prepared meanwhile, and a way to ask how they would be run. */
const recorded = Effect.acquireRelease(
  Effect.sync(() => {
    const texts = new Set<string>()
    const original = Driver.prototype.prepare
    let database: BetterSqlite.Database | undefined
    Driver.prototype.prepare = function (this: BetterSqlite.Database, text: string) {
      database = this
      if (/\bwebhook_/.test(text) && !/^\s*CREATE/.test(text)) texts.add(text)
      return original.call(this, text)
    } as typeof original
    const plan = (text: string): ReadonlyArray<string> => {
      const params = Array.from({ length: (text.match(/\?/g) ?? []).length }, () => "[]")
      const rows =
        database === undefined ? [] : original.call(database, `EXPLAIN QUERY PLAN ${text}`).all(params)
      return rows.map((row) => String(Reflect.get(Object(row), "detail")))
    }
    return { texts, plan, original }
  }),
  ({ original }) =>
    Effect.sync(() => {
      Driver.prototype.prepare = original
    }),
)

/** Every question of the port once. */
const everything = Effect.gen(function* () {
  const store = yield* DeliveryStore
  const { dataset, endpoint } = yield* addDueDeliveries(10)
  const [first, ...others] = yield* claimRequests({ limit: 4 })
  if (first === undefined) return assert.fail()
  yield* store.renew([first], 60_000)
  yield* endAll([first], delivered)
  yield* endAll(others.slice(0, 1), retryIn(60_000))
  yield* store.release(others.slice(1))
  yield* claimRequests({ leaseMillis: -1 })
  yield* store.reclaim({ limit: 10, maxAttempts: 10 })
  yield* store.nextDue(8)
  yield* store.backlog(100)
  yield* store.pausePending(null, 10)
  yield* store.pausePending(endpoint.id, 10)
  const [, delivery] = yield* listDeliveries(endpoint, { states: ["delivered", "pending"] })
  if (delivery === undefined) return assert.fail()
  yield* store.byId([endpoint.id], delivery.id)
  yield* store.attempts(delivery, { before: null, limit: 10 })
  yield* store.event(delivery)
  yield* store.replay(delivery)
  yield* store.addTest(endpoint.id, yield* makeEvent(dataset))
  yield* store.claimTests({ worker: "t", limit: 10, leaseMillis: 1000, maxAgeMillis: 1000 })
  yield* store.end(delivery, "skip")
  yield* store.end(delivery, "cancel")
  const step = { endpoint, after: null, limit: 2, dryRun: false }
  yield* store.bulk({ ...step, action: "cancel", filter: { states: ["pending", "held"] } })
  yield* store.bulk({ ...step, action: "replay", filter: { states: ["cancelled", "dead"] } })
  yield* store.bulk({ ...step, action: "skip", filter: { states: ["pending"] } })
  yield* store.waiting(endpoint.id, 100)
  yield* store.counts([endpoint.id], 24)
  const since = fromMillis(Date.now() - 1000)
  const scope = { endpoint, since, until: fromMillis(Date.now() + 1000), missing: true }
  yield* store.recoverable(scope, 100)
  yield* store.beginRecovery({ ...scope, id: yield* generateId(RecoveryId) })
  yield* Effect.repeat(store.advanceRecovery(10), { until: (step) => step._tag === "None" })
  yield* store.prune({ keepMillis: 1e11, keepDeadMillis: 1e11, limit: 10 })
})

describe("the statements of webhooks on SQLite", () => {
  it.scopedLive("never walk through all deliveries, attempts or events", () =>
    Effect.gen(function* () {
      const { plan, texts } = yield* recorded
      yield* Effect.provide(
        Effect.gen(function* () {
          // Those of the migrations are run once.
          texts.clear()
          yield* everything
          assert.isAbove(texts.size, 30)
          for (const text of texts) {
            const scans = plan(text).filter((line) =>
              /^SCAN (webhook_deliveries|webhook_attempts|outbox|d|a|o)\b/.test(line),
            )
            // Of what is leased there is never more than all workers hold.
            const allowed = scans.filter(
              (line) => !/USING (COVERING )?INDEX webhook_(leased|due|listed|tests)/.test(line),
            )
            assert.deepStrictEqual(allowed, [], `${text}\n${plan(text).join("\n")}`)
          }
        }),
        layer({ filename: ":memory:" }),
      )
    }),
  )
})
