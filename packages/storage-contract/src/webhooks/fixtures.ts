/** Test data: accounts, endpoints and events, and common steps. */
import {
  type Dataset,
  EventId,
  type EventType,
  type OutboxEvent,
  type Timestamp,
  type Username,
} from "@annotary/core"
import {
  type ClaimedRequest,
  type Completion,
  type DeliveryClaimRequest,
  type DeliveryFilter,
  type DeliveryId,
  DeliveryStore,
  defaultPolicy,
  type Endpoint,
  EndpointId,
  EndpointStore,
  type FailurePolicy,
  generateId,
  type Next,
  now,
  Transaction,
} from "@annotary/core/effect"
import { Effect } from "effect"
import { addDataset, addPerson, oddJson, oddText } from "../fixtures.ts"

/** `ann`, who has webhooks enabled, and her dataset. */
export const ann = Effect.gen(function* () {
  const owner = yield* addPerson("ann", { webhooksEnabled: true })
  return { owner, dataset: yield* addDataset(owner) }
})

/** Builds an enabled endpoint without inserting it. */
export const makeEndpoint = (owner: Username, fields: Partial<Endpoint> = {}): Effect.Effect<Endpoint> =>
  Effect.gen(function* () {
    const at = yield* now
    return {
      id: yield* generateId(EndpointId),
      owner,
      url: "https://example.com/hooks",
      version: null,
      description: "",
      eventTypes: [],
      datasets: null,
      enabled: true,
      disabledReason: null,
      rateLimit: null,
      headers: [],
      chat: false,
      fifo: false,
      batch: 1,
      retrySchedule: null,
      timeoutSeconds: null,
      timeToLiveSeconds: null,
      secrets: [{ kind: "v1", sealed: "sealed", createdAt: at, expiresAt: null }],
      createdAt: at,
      updatedAt: at,
      ...fields,
    } satisfies Endpoint
  })

/** Inserts an endpoint and returns it. */
export const addEndpoint = (owner: Username, fields: Partial<Endpoint> = {}) =>
  Effect.gen(function* () {
    const endpoint = yield* makeEndpoint(owner, fields)
    yield* (yield* EndpointStore).insert(endpoint)
    return endpoint
  })

/** Builds an event of a dataset without appending it. */
export const makeEvent = (dataset: Dataset, type: EventType = "label.updated"): Effect.Effect<OutboxEvent> =>
  Effect.gen(function* () {
    return {
      id: yield* generateId(EventId),
      type,
      datasetId: dataset.id,
      owner: dataset.owner,
      dataset: `${dataset.owner}/${dataset.name}`,
      createdAt: yield* now,
      object: oddJson,
      text: oddText,
      trace: null,
    } satisfies OutboxEvent
  })

/** Builds events of a dataset without appending them. */
export const makeEvents = (dataset: Dataset, count: number, type: EventType = "label.updated") =>
  Effect.replicateEffect(makeEvent(dataset, type), count)

/** Appends events without a change. */
export const append = (events: ReadonlyArray<OutboxEvent>) =>
  Effect.flatMap(DeliveryStore, (store) => store.append(events))

/** Runs the effect in a transaction. */
export const runInTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.run(effect))

/** An endpoint with a number of due deliveries. */
export const addDueDeliveries = (count: number, fields: Partial<Endpoint> = {}) =>
  Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const endpoint = yield* addEndpoint(owner, fields)
    const events = yield* makeEvents(dataset, count)
    yield* runInTransaction(append(events))
    return { owner, dataset, endpoint, events, ids: events.map(({ id }) => id) }
  })

/** Claims deliveries, by default 64 with a lease of 30 seconds. */
export const claim = (request: Partial<DeliveryClaimRequest> = {}) =>
  Effect.flatMap(DeliveryStore, (store) =>
    store.claim({
      worker: "test",
      limit: 64,
      leaseMillis: 30_000,
      inFlight: 8,
      wellOnly: false,
      after: null,
      ...request,
    }),
  )

/** Claims deliveries and returns the requests. */
export const claimRequests = (request: Partial<DeliveryClaimRequest> = {}) =>
  Effect.map(claim(request), ({ requests }) => requests)

/** The event ids of the requests, in order. */
export const listEventIds = (requests: ReadonlyArray<ClaimedRequest>): ReadonlyArray<EventId> =>
  requests.flatMap(({ deliveries }) => deliveries.map(({ event }) => event.id))

/** Builds the completion of a request. */
export const makeCompletion = (
  request: ClaimedRequest,
  next: Next,
  fields: Partial<Completion> = {},
): Effect.Effect<Completion> =>
  Effect.map(now, (at: Timestamp) => ({
    request,
    attempt: {
      at,
      durationMillis: 12,
      url: request.endpoint.url,
      status: next._tag === "Delivered" ? 204 : 500,
      error:
        next._tag === "Delivered" ? null : { code: "status", message: "The receiver answered with 500." },
      responseHeaders: next._tag === "Delivered" ? null : [{ name: "x-odd", value: oddText }],
      responseBody: next._tag === "Delivered" ? null : oddText,
      responseCut: false,
    },
    next: new Map<DeliveryId, Next>(request.deliveries.map(({ delivery }) => [delivery.id, next])),
    pauseMillis: null,
    gone: false,
    ...fields,
  }))

/** The result of a successful request. */
export const delivered: Next = { _tag: "Delivered" }
/** The result of a request that is not retried. */
export const dead: Next = { _tag: "Dead" }
/** The result of a failed request that is retried after the delay. */
export const retryIn = (inMillis: number): Next => ({ _tag: "Retry", inMillis })

/** Completes requests, by default with the default failure policy. */
export const complete = (completions: ReadonlyArray<Completion>, policy: FailurePolicy = defaultPolicy) =>
  Effect.flatMap(DeliveryStore, (store) => store.complete({ completions, policy }))

/** Completes all requests with the same result. */
export const endAll = (
  requests: ReadonlyArray<ClaimedRequest>,
  next: Next,
  fields: Partial<Completion> = {},
) =>
  Effect.flatMap(
    Effect.forEach(requests, (request) => makeCompletion(request, next, fields)),
    (completions) => complete(completions),
  )

/** Lists up to 1000 deliveries of an endpoint, newest first. */
export const listDeliveries = (endpoint: Endpoint, filter: DeliveryFilter = {}) =>
  Effect.flatMap(DeliveryStore, (store) =>
    Effect.map(
      store.list({ endpoint: endpoint.id, filter, before: null, limit: 1000 }),
      ({ deliveries }) => deliveries,
    ),
  )

/** The first delivery of a request, as it is now. */
export const readFirstDelivery = (request: ClaimedRequest) =>
  Effect.map(listDeliveries(request.endpoint), (all) =>
    all.find(({ id }) => id === request.deliveries[0]?.delivery.id),
  )

/** The attempts of the first delivery of a request, newest first. */
export const listAttempts = (request: ClaimedRequest) =>
  Effect.gen(function* () {
    const delivery = request.deliveries[0]?.delivery
    if (delivery === undefined) return []
    return yield* (yield* DeliveryStore).attempts(delivery, { before: null, limit: 100 })
  })
