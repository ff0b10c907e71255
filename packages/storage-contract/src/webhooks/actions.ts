/** DeliveryStore: replay, skip and cancel, one or many. */
import { type BulkStep, DeliveryStore, type Endpoint, fromMillis, toMillis } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { runInterleaved, runTwenty } from "../suite.ts"
import {
  addDueDeliveries,
  append,
  claimRequests,
  dead,
  delivered,
  endAll,
  listDeliveries,
  listEventIds,
  makeEvents,
  retryIn,
  runInTransaction,
} from "./fixtures.ts"
import { makeScope, recoverAll } from "./recoveries.ts"
import { makeWebhookSuite } from "./suite.ts"

const hour = 3_600_000

/** The deliveries of an endpoint, oldest first. */
const listOldestFirst = (endpoint: Endpoint) =>
  Effect.map(listDeliveries(endpoint), (all) => all.toReversed())

const runBulk = (endpoint: Endpoint, step: Pick<BulkStep, "action" | "filter"> & Partial<BulkStep>) =>
  Effect.flatMap(DeliveryStore, (store) =>
    store.bulk({ endpoint, after: null, limit: 1000, dryRun: false, ...step }),
  )

/** Runs all steps of a bulk action and returns the sums. */
const runWholeBulk = (endpoint: Endpoint, step: Parameters<typeof runBulk>[1]) =>
  Effect.gen(function* () {
    let [matched, changed] = [0, 0]
    let after: BulkStep["after"] = null
    do {
      const done: Effect.Effect.Success<ReturnType<typeof runBulk>> = yield* runBulk(endpoint, {
        ...step,
        after,
      })
      matched += done.matched
      changed += done.changed
      after = done.next
    } while (after !== null)
    return [matched, changed]
  })

export const actions = makeWebhookSuite("DeliveryStore, actions", {
  "replays a delivery at once that waits for its next attempt, for one of twenty concurrent callers":
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { endpoint, ids } = yield* addDueDeliveries(1)
      yield* endAll(yield* claimRequests(), retryIn(24 * hour))
      const [delivery] = yield* listDeliveries(endpoint)
      if (delivery === undefined) return assert.fail()
      assert.deepStrictEqual(yield* claimRequests(), [])
      const answers = yield* runTwenty(() => store.replay(delivery))
      assert.lengthOf(
        answers.filter((answer) => answer === "replayed"),
        1,
      )
      const requests = yield* claimRequests()
      assert.deepStrictEqual(listEventIds(requests), ids)
      assert.deepInclude(requests[0]?.deliveries[0]?.delivery ?? {}, { attempts: 0, origin: "replay" })
      assert.strictEqual(yield* store.replay(delivery), "pending")
    }),

  "replays a delivery while the endpoint is paused": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint } = yield* addDueDeliveries(2)
    yield* endAll(yield* claimRequests({ limit: 1 }), retryIn(24 * hour), { pauseMillis: 24 * hour })
    const [first, second] = yield* listOldestFirst(endpoint)
    if (first === undefined || second === undefined) return assert.fail()
    assert.strictEqual(yield* store.replay(first), "replayed")
    assert.lengthOf(yield* claimRequests({ limit: 1 }), 1)
  }),

  "replays the first pending delivery of an ordered endpoint at once, and keeps the order": Effect.gen(
    function* () {
      const store = yield* DeliveryStore
      const { endpoint, ids } = yield* addDueDeliveries(3, { fifo: true })
      yield* endAll(yield* claimRequests(), retryIn(24 * hour))
      const all = yield* listOldestFirst(endpoint)
      const [first, second] = all
      if (first === undefined || second === undefined) return assert.fail()
      // The second delivery is due, but waits for the first.
      assert.strictEqual(yield* store.replay(second), "pending")
      const requests = yield* claimRequests()
      assert.deepStrictEqual(listEventIds(requests), ids.slice(0, 1))
      yield* endAll(requests, retryIn(24 * hour))
      assert.strictEqual(yield* store.replay(first), "replayed")
      const order: Array<string> = []
      for (let n = 0; n < 3; n++) {
        const next = yield* claimRequests()
        order.push(...listEventIds(next))
        yield* endAll(next, delivered)
      }
      assert.deepStrictEqual(order, ids)
    },
  ),

  "skips the delivery that blocks an ordered endpoint: it becomes dead, the next ones continue, and a recovery includes it":
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { endpoint, ids } = yield* addDueDeliveries(2, { fifo: true })
      yield* endAll(yield* claimRequests(), retryIn(24 * hour))
      const [first] = yield* listOldestFirst(endpoint)
      if (first === undefined) return assert.fail()
      assert.isAbove(Option.getOrThrow(yield* store.nextDue(8)), hour)
      const answers = yield* runTwenty(() => store.end(first, "skip"))
      assert.lengthOf(
        answers.filter((answer) => answer === "done"),
        1,
      )
      assert.lengthOf(
        answers.filter((answer) => answer === "ended"),
        19,
      )
      const next = yield* claimRequests()
      assert.deepStrictEqual(listEventIds(next), ids.slice(1))
      yield* endAll(next, delivered)
      const skipped = (yield* listOldestFirst(endpoint))[0]
      assert.deepStrictEqual([skipped?.state, skipped?.attempts], ["dead", 1])
      assert.isNotNull(skipped?.endedAt)
      yield* store.beginRecovery(yield* makeScope(endpoint))
      assert.strictEqual((yield* recoverAll(10)).recovered, 1)
    }),

  "cancels a pending delivery, which a replay sends again and a recovery does not": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint, ids } = yield* addDueDeliveries(1)
    const [delivery] = yield* listDeliveries(endpoint)
    if (delivery === undefined) return assert.fail()
    const [cancelled, taken] = yield* runInterleaved(
      store.end(delivery, "cancel"),
      Effect.flatMap(Effect.sleep(1), () => claimRequests()),
    )
    assert.strictEqual(cancelled, taken.length === 0 ? "done" : "sending")
    if (taken.length > 0) {
      yield* store.release(taken)
      assert.strictEqual(yield* store.end(delivery, "cancel"), "done")
    }
    const stored = Option.getOrThrow(yield* store.byId([endpoint.id], delivery.id))
    assert.strictEqual(stored.state, "cancelled")
    assert.deepStrictEqual(
      (yield* listDeliveries(endpoint, { states: ["cancelled"] })).map(({ id }) => id),
      [delivery.id],
    )
    yield* store.beginRecovery(yield* makeScope(endpoint, { missing: true }))
    const { created, recovered } = yield* recoverAll(10)
    assert.deepStrictEqual([recovered, created], [0, 0])
    assert.strictEqual(yield* store.replay(stored), "replayed")
    assert.deepStrictEqual(listEventIds(yield* claimRequests()), ids)
  }),

  "neither skips nor cancels a delivery in flight": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint } = yield* addDueDeliveries(1)
    const requests = yield* claimRequests()
    const [delivery] = yield* listDeliveries(endpoint)
    if (delivery === undefined) return assert.fail()
    for (const action of ["skip", "cancel"] as const)
      assert.strictEqual(yield* store.end(delivery, action), "sending")
    assert.deepStrictEqual(yield* runBulk(endpoint, { action: "cancel", filter: { states: ["pending"] } }), {
      matched: 0,
      changed: 0,
      next: null,
    })
    yield* endAll(requests, delivered)
    for (const action of ["skip", "cancel"] as const)
      assert.strictEqual(yield* store.end(delivery, action), "ended")
  }),

  "changes many deliveries by state, type, dataset and time in batches, with a dry run that counts":
    Effect.gen(function* () {
      const { dataset, endpoint, events } = yield* addDueDeliveries(25, { batch: 100 })
      yield* runInTransaction(append(yield* makeEvents(dataset, 5, "issue.created")))
      const filter = { states: ["pending"], eventTypes: ["label.updated"], dataset: dataset.id } as const
      const step = { action: "cancel", filter, limit: 4 } as const
      assert.deepStrictEqual(yield* runWholeBulk(endpoint, { ...step, dryRun: true }), [25, 0])
      const [first] = events
      const until = fromMillis(toMillis(first?.createdAt ?? fromMillis(0)) - 1000)
      assert.deepStrictEqual(yield* runWholeBulk(endpoint, { ...step, filter: { ...filter, until } }), [0, 0])
      assert.deepStrictEqual(yield* runWholeBulk(endpoint, step), [25, 25])
      assert.deepStrictEqual(yield* runWholeBulk(endpoint, step), [0, 0])
      assert.lengthOf(yield* listDeliveries(endpoint, { states: ["cancelled"] }), 25)
      const rest = yield* claimRequests()
      assert.deepStrictEqual(
        new Set(rest.flatMap(({ deliveries }) => deliveries.map(({ event }) => event.type))),
        new Set(["issue.created"]),
      )
    }),

  "replays many deliveries after live ones, each once for two concurrent callers": Effect.gen(function* () {
    const { dataset, endpoint, ids } = yield* addDueDeliveries(10, { batch: 100 })
    yield* endAll(yield* claimRequests(), dead)
    const step = { action: "replay", filter: { states: ["dead", "held"] } } as const
    const [one, two] = yield* runInterleaved(runBulk(endpoint, step), runBulk(endpoint, step))
    assert.strictEqual(one.changed + two.changed, 10)
    const fresh = yield* makeEvents(dataset, 2)
    yield* runInTransaction(append(fresh))
    assert.deepStrictEqual(listEventIds(yield* claimRequests()), [...fresh.map(({ id }) => id), ...ids])
  }),

  "replays many pending deliveries, and keeps the order": Effect.gen(function* () {
    const { endpoint, ids } = yield* addDueDeliveries(3, { fifo: true })
    yield* endAll(yield* claimRequests(), retryIn(24 * hour), { pauseMillis: 24 * hour })
    const step = { action: "replay", filter: { states: ["pending"] } } as const
    assert.strictEqual((yield* runBulk(endpoint, step)).changed, 1)
    const order: Array<string> = []
    for (let n = 0; n < 3; n++) {
      const next = yield* claimRequests()
      order.push(...listEventIds(next))
      yield* endAll(next, delivered)
    }
    assert.deepStrictEqual(order, ids)
  }),
})
