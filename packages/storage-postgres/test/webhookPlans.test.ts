/** Operations on webhooks read little more than they return, however many deliveries, attempts and events there are. */
import { DeliveryStore, fromMillis, generateId, RecoveryId } from "@annotary/core/effect"
import {
  addDueDeliveries,
  append,
  claimRequests,
  delivered,
  endAll,
  listDeliveries,
  makeEvents,
  retryIn,
  runInTransaction,
} from "@annotary/storage-contract"
import { Database, SqlStorage } from "@annotary/storage-sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layer } from "../src/effect.ts"
import { openDatabase } from "./openDatabase.ts"
import { freshSchema } from "./storage.ts"

const many = 20_000

/** Of other accounts, of this endpoint what is dead or not due, and as many events that nobody hears of. */
const fill = (endpoint: string, dataset: string) => {
  const id = (kind: number) =>
    `'01a1f9ba-42ec-7003-a' || lpad('${kind}', 3, '0') || '-' || lpad(to_hex(i), 12, '0')`
  const deliveries = (kind: number, to: string, state: string, due: string) =>
    `INSERT INTO webhook_deliveries (dataset_id, event_id, endpoint_id, id, event_type, state, origin, priority, place, due_at, attempts)
      SELECT '${dataset}', ${id(kind)}, ${to}, ${id(kind)}, 'label.updated', '${state}', 'live', 0, ${due}, ${due}, 1 FROM generate_series(1, ${many}) i`
  return [
    deliveries(1, `'${endpoint}'`, "dead", "0"),
    deliveries(2, `'${endpoint}'`, "pending", "9e15"),
    deliveries(3, `'01a1f9ba-42ec-7003-a900-' || lpad(to_hex(i % 50), 12, '0')`, "delivered", "0"),
    deliveries(4, `'${endpoint}'`, "held", "0"),
    `INSERT INTO webhook_attempts (dataset_id, delivery_id, id, endpoint_id, at, outcome, response_cut, cause)
      SELECT '${dataset}', ${id(1)}, ${id(5)}, '${endpoint}', '', 'failed', 0, 'live' FROM generate_series(1, ${many}) i`,
    `INSERT INTO outbox (dataset_id, id, type, owner, dataset, created_at, object, summary)
      SELECT '${dataset}', ${id(6)}, 'label.updated', 'bob', 'bob/x', '', '{}', '' FROM generate_series(1, ${many}) i`,
    "ANALYZE webhook_deliveries",
    "ANALYZE webhook_attempts",
    "ANALYZE outbox",
  ]
}

/** Rows and entries of indexes of these tables that were read since the last time. */
const entriesRead = Effect.gen(function* () {
  const { query, sql } = yield* Database
  const read = (text: string) =>
    query("test", sql.unsafe<{ readonly name: string; readonly n: number }>(text))
  yield* read("SELECT 'flush' AS name, 0 AS n FROM (SELECT pg_stat_force_next_flush()) AS flushed")
  return yield* read(`SELECT indexrelname AS name, idx_tup_read::int AS n FROM pg_stat_user_indexes
      WHERE relname IN ('webhook_deliveries', 'webhook_attempts', 'outbox') AND schemaname = current_schema()
    UNION ALL SELECT relname || ' as a whole', seq_tup_read::int FROM pg_stat_user_tables
      WHERE relname IN ('webhook_deliveries', 'webhook_attempts', 'outbox') AND schemaname = current_schema()`)
})

/** Every question of the port, with rows to answer it with. */
const questions = Effect.gen(function* () {
  const { query, sql } = yield* Database
  const store = yield* DeliveryStore
  const { endpoint, dataset } = yield* addDueDeliveries(20)
  for (const text of fill(endpoint.id, dataset.id)) yield* query("test", sql.unsafe(text))
  const [one, two, three, ...others] = yield* claimRequests({ limit: 6 })
  if (one === undefined || two === undefined || three === undefined) return assert.fail()
  const [delivery] = yield* listDeliveries(endpoint, { states: ["dead"] })
  if (delivery === undefined) return assert.fail()
  const step = { endpoint, after: null, limit: 50, dryRun: false }
  const scope = { endpoint, since: fromMillis(0), until: fromMillis(Date.now() + 1000), missing: true }
  return {
    append: runInTransaction(Effect.flatMap(makeEvents(dataset, 2), append)),
    claim: claimRequests({ limit: 2, leaseMillis: -1 }),
    renew: store.renew([one, two], 60_000),
    deliver: endAll([one], delivered),
    fail: endAll([two], retryIn(60_000), { gone: false }),
    release: store.release([three]),
    reclaim: store.reclaim({ limit: 10, maxAttempts: 10 }),
    nextDue: store.nextDue(8),
    backlog: store.backlog(100),
    pauseAll: store.pausePending(null, 10),
    pause: store.pausePending(endpoint.id, 10),
    list: store.list({ endpoint: endpoint.id, filter: {}, before: null, limit: 10 }),
    listDead: store.list({
      endpoint: endpoint.id,
      filter: { states: ["dead"] },
      before: delivery.id,
      limit: 10,
    }),
    byId: store.byId([endpoint.id], delivery.id),
    attempts: store.attempts(delivery, { before: null, limit: 10 }),
    event: store.event(delivery),
    replay: store.replay(delivery),
    claimTests: store.claimTests({ worker: "t", limit: 10, leaseMillis: 1000, maxAgeMillis: 1000 }),
    skip: store.end(delivery, "skip"),
    bulkHeld: store.bulk({ ...step, action: "cancel", filter: { states: ["held"] } }),
    bulkDead: store.bulk({ ...step, action: "replay", filter: { states: ["dead"] } }),
    waiting: store.waiting(endpoint.id, 100),
    counts: store.counts([endpoint.id], 24),
    recoverable: store.recoverable({ ...scope, missing: false }, 100),
    recoverableMissing: store.recoverable(scope, 100),
    beginRecovery: Effect.flatMap(generateId(RecoveryId), (id) => store.beginRecovery({ ...scope, id })),
    advanceRecovery: store.advanceRecovery(10),
    recoverMissing: Effect.zipRight(
      query("test", sql.unsafe("UPDATE webhook_recoveries SET delivery_cursor = '~', event_cursor = '01'")),
      store.advanceRecovery(10),
    ),
    prune: store.prune({ keepMillis: 1e11, keepDeadMillis: 1e11, limit: 10 }),
    others: store.release(others),
  }
})

describe("operations on webhooks on Postgres", () => {
  it.scopedLive(
    "reads few rows of many",
    () =>
      Effect.gen(function* () {
        const options = yield* freshSchema
        yield* Effect.provide(Effect.void, layer({ ...options, maxConnections: 2 }))
        yield* Effect.provide(
          Effect.gen(function* () {
            const operations = yield* questions
            const much: Array<string> = []
            for (const [name, effect] of Object.entries(operations)) {
              const before = new Map((yield* entriesRead).map((each) => [each.name, each.n]))
              yield* effect
              for (const each of yield* entriesRead) {
                const entries = each.n - (before.get(each.name) ?? 0)
                if (entries > 400) much.push(`${name}: ${each.name} ${entries}`)
              }
            }
            assert.deepStrictEqual(much, [])
          }),
          // One connection: only it knows what it has read.
          Layer.provideMerge(
            Layer.merge(SqlStorage, Database.layer),
            openDatabase({ ...options, maxConnections: 1 }),
          ),
        )
      }),
    60_000,
  )
})
