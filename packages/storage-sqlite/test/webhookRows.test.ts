/** Rows that somebody has damaged: each is parked alone, and all others are sent. */
import { DeliveryStore } from "@annotary/core/effect"
import {
  addDueDeliveries,
  addEndpoint,
  claim,
  claimRequests,
  delivered,
  endAll,
  listDeliveries,
} from "@annotary/storage-contract"
import { migrate, SqlStorage } from "@annotary/storage-sql"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { openDatabase } from "./openDatabase.ts"

const rows = Layer.provideMerge(
  SqlStorage,
  Layer.provideMerge(Layer.effectDiscard(migrate()), openDatabase({ filename: ":memory:" })),
)

describe("a damaged row", () => {
  it.scopedLive("is parked with its error, and 999 others are delivered", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* DeliveryStore
      const { endpoint, ids } = yield* addDueDeliveries(1000)
      yield* sql`UPDATE outbox SET object = '{"a":' WHERE id = ${ids[500] ?? ""}`
      let sent = 0
      const parked: Array<string> = []
      for (;;) {
        const found = yield* claim({ inFlight: 1000 })
        parked.push(...found.parked.map(({ deliveryId }) => deliveryId))
        if (found.requests.length + found.parked.length === 0) break
        yield* endAll(found.requests, delivered)
        sent += found.requests.length
      }
      assert.deepStrictEqual([sent, parked.length], [999, 1])
      const [dead] = yield* listDeliveries(endpoint, { states: ["dead"] })
      if (dead === undefined) return assert.fail()
      assert.deepStrictEqual([dead.id, dead.eventId], [parked[0], ids[500]])
      const [attempt] = yield* store.attempts(dead, { before: null, limit: 1 })
      assert.strictEqual(attempt?.error?.code, "unreadable")
    }).pipe(Effect.provide(rows)),
  )

  it.scopedLive("of an endpoint keeps back what waits for it, and nothing else", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { endpoint, owner } = yield* addDueDeliveries(3)
      yield* addEndpoint(owner)
      yield* sql`UPDATE webhook_endpoints SET secrets = '[{' WHERE id = ${endpoint.id}`
      assert.deepStrictEqual(yield* claimRequests(), [])
      const [queue] = yield* sql<{
        readonly in_flight: number
      }>`SELECT in_flight FROM webhook_lanes WHERE endpoint_id = ${endpoint.id}`
      assert.strictEqual(queue?.in_flight, 0)
      assert.isTrue(
        (yield* listDeliveries(endpoint)).every(
          ({ state, attempts }) => state === "pending" && attempts === 0,
        ),
      )
      yield* sql`UPDATE webhook_endpoints SET secrets = '[]' WHERE id = ${endpoint.id}`
      yield* sql`UPDATE webhook_lanes SET paused_until = 0`
      assert.lengthOf(yield* claimRequests(), 3)
    }).pipe(Effect.provide(rows)),
  )
})

describe("the queue of an endpoint", () => {
  it.scopedLive("whose count was damaged is repaired, so that its endpoint is not blocked forever", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* DeliveryStore
      yield* addDueDeliveries(3)
      yield* sql`UPDATE webhook_lanes SET in_flight = 8`
      assert.deepStrictEqual(yield* claimRequests(), [])
      yield* store.prune({ keepMillis: 1e11, keepDeadMillis: 1e11, limit: 10 })
      assert.lengthOf(yield* claimRequests(), 3)
    }).pipe(Effect.provide(rows)),
  )
})
