/** Rows of webhooks that somebody has damaged: each is parked alone, and all others are sent. */
import { DeliveryStore } from "@annotary/core/effect"
import { addDueDeliveries, claim, claimRequests, listDeliveries } from "@annotary/storage-contract"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { rows, storageAndRows } from "./withRows.ts"

describe("a damaged row on Postgres", () => {
  it.scopedLive("is parked with its error, and 99 others are sent", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { endpoint, ids } = yield* addDueDeliveries(100, { batch: 10 })
      yield* rows(`UPDATE outbox SET object = '{"a":' WHERE id = '${ids[50]}'`)
      const { requests, parked } = yield* claim({ inFlight: 1000 })
      assert.lengthOf(requests, 10)
      assert.strictEqual(
        requests.reduce((sum, { deliveries }) => sum + deliveries.length, 0),
        99,
      )
      const [dead] = yield* listDeliveries(endpoint, { states: ["dead"] })
      if (dead === undefined) return assert.fail()
      assert.deepStrictEqual([dead.eventId, [dead.id]], [ids[50], parked.map(({ deliveryId }) => deliveryId)])
      const [attempt] = yield* store.attempts(dead, { before: null, limit: 1 })
      assert.strictEqual(attempt?.error?.code, "unreadable")
    }).pipe(Effect.provide(storageAndRows)),
  )

  it.scopedLive("of an endpoint keeps back what waits for it, and counts no attempt", () =>
    Effect.gen(function* () {
      const { endpoint } = yield* addDueDeliveries(3)
      yield* rows(`UPDATE webhook_endpoints SET headers = '[{' WHERE id = '${endpoint.id}'`)
      assert.deepStrictEqual(yield* claimRequests(), [])
      assert.deepStrictEqual(yield* rows("SELECT in_flight FROM webhook_lanes"), [{ in_flight: 0 }])
      assert.isTrue(
        (yield* listDeliveries(endpoint)).every(
          ({ state, attempts }) => state === "pending" && attempts === 0,
        ),
      )
      yield* rows("UPDATE webhook_endpoints SET headers = '[]'")
      yield* rows("UPDATE webhook_lanes SET paused_until = 0")
      assert.lengthOf(yield* claimRequests(), 3)
    }).pipe(Effect.provide(storageAndRows)),
  )
})
