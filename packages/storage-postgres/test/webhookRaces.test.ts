/** Interleavings of webhooks on a database with several writers: none deadlock. */
import type { EventType } from "@annotary/core"
import { DeliveryStore, EndpointId, EndpointStore, generateId, Transaction } from "@annotary/core/effect"
import {
  addDueDeliveries,
  addEndpoint,
  ann,
  append,
  claimRequests,
  delivered,
  endAll,
  listDeliveries,
  makeEvent,
  makeEvents,
  retryIn,
  runInTransaction,
} from "@annotary/storage-contract"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import { freshSchema } from "./storage.ts"
import { rows, withRows } from "./withRows.ts"

/** Postgres would break a circle by ending one of those in it after a second; here it never does. */
const patient = Layer.unwrapScoped(
  Effect.map(freshSchema, (options) =>
    withRows({ ...options, url: `${options.url}?options=-c%20deadlock_timeout%3D60s`, maxConnections: 10 }),
  ),
)

describe("who changes an endpoint while requests to it end", () => {
  it.scopedLive("removes it while its receiver says that it is gone", () =>
    Effect.gen(function* () {
      const [endpoints, transaction] = yield* Effect.all([EndpointStore, Transaction])
      const { endpoint } = yield* addDueDeliveries(1)
      const requests = yield* claimRequests()
      const found = endpoints.byId(endpoint.id)
      const remove = Effect.zipRight(Effect.sleep("100 millis"), endpoints.remove(endpoint.id))
      const [removed] = yield* Effect.all(
        [
          transaction.run(Effect.zipRight(found, remove)),
          Effect.zipRight(Effect.sleep("30 millis"), endAll(requests, retryIn(0), { gone: true })),
        ],
        { concurrency: "unbounded" },
      )
      assert.isTrue(removed)
    }).pipe(Effect.provide(patient)),
  )

  it.scopedLive(
    "renews what another completes at the same time, in whatever order",
    () =>
      Effect.gen(function* () {
        const store = yield* DeliveryStore
        yield* addDueDeliveries(64 * 40)
        yield* rows("ANALYZE webhook_deliveries")
        for (let round = 0; round < 40; round++) {
          const requests = yield* claimRequests({ inFlight: 64 })
          assert.lengthOf(requests, 64)
          const appended = endAll(requests.toReversed(), delivered)
          const renewals = [store.renew(requests, 30_000), store.renew(requests.toReversed(), 30_000)]
          yield* Effect.all([appended, ...renewals], { concurrency: "unbounded" })
        }
      }).pipe(Effect.provide(patient)),
    20_000,
  )
})

describe("who appends events for several FIFO endpoints", () => {
  it.scopedLive(
    "counts at one after the other in the order of their ids, whatever the order of their rows",
    () =>
      Effect.gen(function* () {
        const { owner, dataset } = yield* ann
        const [first, second] = [yield* generateId(EndpointId), yield* generateId(EndpointId)]
        const endpoints = [
          yield* addEndpoint(owner, { id: second, fifo: true, eventTypes: ["sample.created"] }),
          yield* addEndpoint(owner, { id: first, fifo: true, eventTypes: ["label.updated"] }),
        ]
        yield* rows("ANALYZE webhook_endpoints")
        const appended = (type: EventType) => Effect.flatMap(makeEvents(dataset, 1, type), append)
        const both = [yield* makeEvent(dataset, "label.updated"), yield* makeEvent(dataset, "sample.created")]
        yield* Effect.all(
          [
            runInTransaction(
              appended("label.updated").pipe(
                Effect.zipRight(Effect.sleep("300 millis")),
                Effect.zipRight(appended("sample.created")),
              ),
            ),
            Effect.zipRight(Effect.sleep("100 millis"), runInTransaction(append(both))),
          ],
          { concurrency: "unbounded" },
        )
        for (const endpoint of endpoints) assert.lengthOf(yield* listDeliveries(endpoint), 2)
      }).pipe(Effect.provide(patient), Effect.timeout("10 seconds")),
    20_000,
  )

  it.scopedLive("waits for nobody where no event fits an endpoint that keeps the order", () =>
    Effect.gen(function* () {
      const { owner, dataset } = yield* ann
      const endpoint = yield* addEndpoint(owner, { fifo: true, eventTypes: ["label.updated"] })
      const appended = (type: EventType) => Effect.flatMap(makeEvents(dataset, 1, type), append)
      const [begun, over] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const first = appended("label.updated").pipe(
        Effect.zipRight(Deferred.succeed(begun, undefined)),
        Effect.zipRight(Deferred.await(over)),
      )
      const beside = Effect.zipRight(Deferred.await(begun), runInTransaction(appended("sample.created")))
      yield* Effect.all(
        [runInTransaction(first), Effect.zipRight(beside, Deferred.succeed(over, undefined))],
        {
          concurrency: "unbounded",
        },
      )
      assert.lengthOf(yield* listDeliveries(endpoint), 1)
    }).pipe(Effect.provide(patient), Effect.timeout("10 seconds")),
  )
})
