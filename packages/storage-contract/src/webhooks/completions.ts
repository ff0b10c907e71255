/** DeliveryStore: completions are recorded once, for valid tokens only. */
import {
  type ClaimedRequest,
  DeliveryStore,
  maxHeaderBytesOfMany,
  maxResponseBytesOfMany,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { runBesideRollback, runInterleaved } from "../suite.ts"
import {
  addDueDeliveries,
  claimRequests,
  complete,
  dead,
  delivered,
  endAll,
  listAttempts,
  listEventIds,
  makeCompletion,
  readFirstDelivery,
  retryIn,
} from "./fixtures.ts"
import { makeWebhookSuite } from "./suite.ts"

const readCounts = (request: ClaimedRequest) =>
  Effect.flatMap(DeliveryStore, (store) =>
    Effect.map(store.counts([request.endpoint.id], 24), (all) => all.get(request.endpoint.id)),
  )

/** Requests whose lease expired and that were reclaimed. */
const lost = Effect.gen(function* () {
  const requests = yield* claimRequests({ leaseMillis: -1 })
  yield* (yield* DeliveryStore).reclaim({ limit: 100, maxAttempts: 10 })
  return requests
})

export const completions = makeWebhookSuite("DeliveryStore, completions", {
  "records the result of a request: state, attempt and counts": Effect.gen(function* () {
    yield* addDueDeliveries(3)
    const [one, two, three] = yield* claimRequests()
    if (one === undefined || two === undefined || three === undefined) return assert.fail()
    const reports = [
      yield* makeCompletion(one, delivered),
      yield* makeCompletion(two, retryIn(60_000)),
      yield* makeCompletion(three, dead),
    ]
    const { accepted, transitions, exhausted } = yield* complete(reports)
    assert.sameMembers([...accepted], [one.token, two.token, three.token])
    assert.deepStrictEqual(transitions, [])
    assert.deepStrictEqual(
      exhausted.map(({ deliveryId }) => deliveryId),
      [three.deliveries[0]?.delivery.id],
    )
    const [first, second, third] = [
      yield* readFirstDelivery(one),
      yield* readFirstDelivery(two),
      yield* readFirstDelivery(three),
    ]
    assert.deepStrictEqual([first?.state, second?.state, third?.state], ["delivered", "pending", "dead"])
    assert.deepStrictEqual([first?.lastStatus, second?.lastStatus, third?.attempts], [204, 500, 1])
    assert.isNotNull(first?.endedAt)
    assert.isNull(second?.endedAt)
    assert.isAbove(Date.parse(second?.dueAt ?? ""), Date.now() + 30_000)
    assert.deepStrictEqual(yield* readCounts(one), { delivered: 1, failed: 2, dead: 1 })
    const [attempt] = yield* listAttempts(two)
    const { at, durationMillis, url, status, error, responseBody, responseCut, responseHeaders } =
      reports[1]?.attempt ?? {}
    const { at: at2, outcome, trigger, ...rest } = attempt ?? {}
    assert.deepInclude(rest, {
      durationMillis,
      url,
      status,
      error,
      responseBody,
      responseCut,
      responseHeaders,
    })
    assert.deepStrictEqual([at2, outcome, trigger], [at, "failed", "live"])
    assert.deepStrictEqual(yield* claimRequests(), [])
  }),

  "records later attempts as retries": Effect.gen(function* () {
    yield* addDueDeliveries(1)
    const first = yield* claimRequests()
    yield* endAll(first, retryIn(0))
    const second = yield* claimRequests()
    assert.strictEqual(second[0]?.deliveries[0]?.delivery.attempts, 1)
    yield* endAll(second, delivered)
    if (first[0] === undefined) return assert.fail()
    assert.deepStrictEqual(
      (yield* listAttempts(first[0])).map(({ trigger, outcome }) => [trigger, outcome]),
      [
        ["retry", "delivered"],
        ["live", "failed"],
      ],
    )
  }),

  "removes characters from a body that databases cannot store": Effect.gen(function* () {
    yield* addDueDeliveries(1)
    const [request] = yield* claimRequests()
    if (request === undefined) return assert.fail()
    const report = yield* makeCompletion(request, dead)
    yield* complete([
      { ...report, attempt: { ...report.attempt, responseBody: "a\u0000b\ud800c", responseCut: true } },
    ])
    const [attempt] = yield* listAttempts(request)
    assert.isTrue(attempt?.responseBody?.startsWith("a"))
    assert.isTrue(attempt?.responseCut)
  }),

  "shortens the response body for requests with several events": Effect.gen(function* () {
    yield* addDueDeliveries(3, { batch: 10 })
    const [request] = yield* claimRequests()
    if (request === undefined) return assert.fail()
    const report = yield* makeCompletion(request, dead)
    const responseHeaders = [{ name: "x-long", value: "x".repeat(5000) }]
    yield* complete([
      { ...report, attempt: { ...report.attempt, responseBody: "x".repeat(5000), responseHeaders } },
    ])
    const [attempt] = yield* listAttempts(request)
    assert.isAtMost(attempt?.responseBody?.length ?? 0, maxResponseBytesOfMany)
    assert.lengthOf(attempt?.responseHeaders?.[0]?.value ?? "", maxHeaderBytesOfMany - "x-long".length)
    assert.isTrue(attempt?.responseCut)
    assert.deepStrictEqual(yield* readCounts(request), { delivered: 0, failed: 3, dead: 3 })
  }),

  "changes nothing when the transaction is rolled back": Effect.gen(function* () {
    yield* addDueDeliveries(2)
    const requests = yield* claimRequests()
    yield* runBesideRollback(endAll(requests, delivered), Effect.void)
    const [first] = requests
    if (first === undefined) return assert.fail()
    assert.strictEqual((yield* readFirstDelivery(first))?.state, "pending")
    assert.deepStrictEqual(yield* listAttempts(first), [])
    assert.deepStrictEqual(yield* readCounts(first), { delivered: 0, failed: 0, dead: 0 })
    assert.strictEqual((yield* endAll(requests, delivered)).accepted.size, 2)
  }),

  "accepts a completion after the end of the lease, unless the delivery was reclaimed": Effect.gen(
    function* () {
      yield* addDueDeliveries(1)
      const requests = yield* claimRequests({ leaseMillis: -1 })
      assert.strictEqual((yield* endAll(requests, delivered)).accepted.size, 1)
      assert.deepStrictEqual(yield* (yield* DeliveryStore).reclaim({ limit: 10, maxAttempts: 10 }), {
        returned: 0,
        exhausted: [],
      })
    },
  ),

  "completes, writes and renews nothing for an outdated token": Effect.gen(function* () {
    yield* addDueDeliveries(1)
    const stale = yield* lost
    const fresh = yield* claimRequests()
    const [first] = stale
    if (first === undefined) return assert.fail()
    assert.deepStrictEqual(listEventIds(fresh), listEventIds(stale))
    const before = yield* listAttempts(first)
    const { accepted, transitions, exhausted } = yield* endAll(stale, dead, { gone: true })
    assert.deepStrictEqual([accepted.size, transitions, exhausted], [0, [], []])
    const store = yield* DeliveryStore
    assert.strictEqual((yield* store.renew(stale, 60_000)).size, 0)
    yield* store.release(stale)
    assert.deepStrictEqual(yield* listAttempts(first), before)
    assert.deepStrictEqual(yield* claimRequests(), [])
    assert.strictEqual((yield* endAll(fresh, delivered)).accepted.size, 1)
  }),

  "accepts a completion once": Effect.gen(function* () {
    yield* addDueDeliveries(1)
    const requests = yield* claimRequests()
    const [one, two] = yield* runInterleaved(endAll(requests, delivered), endAll(requests, dead))
    assert.deepStrictEqual([one.accepted.size, two.accepted.size], [1, 0])
    const [first] = requests
    if (first === undefined) return assert.fail()
    assert.lengthOf(yield* listAttempts(first), 1)
    assert.deepStrictEqual(yield* readCounts(first), { delivered: 1, failed: 0, dead: 0 })
  }),
})
