import { Context, type Effect, type Option } from "effect"
import type { OutboxEvent } from "../domain/Event.ts"
import type { DeliveryId, EndpointId, RecoveryId } from "../domain/Ids.ts"
import type { Attempt } from "../domain/webhooks/Attempt.ts"
import type { Delivery } from "../domain/webhooks/Delivery.ts"
import type { BulkStep, BulkStepped, EndAnswer } from "./actions.ts"
import type {
  Claimed,
  ClaimedRequest,
  Completed,
  CompleteRequest,
  DeliveryClaimRequest,
  Reclaimed,
  TestClaimRequest,
} from "./claims.ts"
import type {
  AttemptPage,
  Backlog,
  DeliveryList,
  DeliveryPage,
  EndpointCounts,
  NewRecovery,
  PruneRequest,
  Recoverable,
  Recovery,
  RecoveryScope,
  ReplayAnswer,
  WaitingDeliveries,
} from "./views.ts"

/**
 * The port for deliveries. "Now" is the storage's clock throughout: no instant from a caller's machine decides what
 * is due, leased, paced or paused. Every method is atomic, joins the caller's transaction if there is one, and is
 * safe against every other method in other processes.
 */
export class DeliveryStore extends Context.Tag("@annotary/core/DeliveryStore")<
  DeliveryStore,
  {
    /**
     * Appends the events as `Outbox.append` does, with a delivery for each endpoint of the owner that matches type
     * and dataset. A delivery is due now, or held when its endpoint is disabled. Owners with webhooks disabled get
     * none. MUST be called in the transaction of the changes, so that they commit together.
     * Use as few statements as the database allows, however many events and endpoints there are, because every write
     * waits for them.
     */
    readonly append: (events: ReadonlyArray<OutboxEvent>) => Effect.Effect<void>

    /**
     * Adds a delivery of an event that is in no outbox; the delivery stores it. It is outside of the order, has one
     * attempt, and affects neither the endpoint's health nor its counts. None when the endpoint already has {@link
     * maxTests} unfinished tests.
     */
    readonly addTest: (endpoint: EndpointId, event: OutboxEvent) => Effect.Effect<Option.Option<Delivery>>

    /**
     * Leases up to `limit` tests, one for each request, beside other requests in flight and even while the endpoint
     * is paused. Only the rate limit applies. A test that can no longer be sent at once is parked: the endpoint or
     * its account was disabled, or the test is older than `maxAgeMillis`. Otherwise as `claim`, which leases no
     * tests.
     */
    readonly claimTests: (request: TestClaimRequest) => Effect.Effect<Omit<Claimed, "last">>

    /**
     * Leases due deliveries, grouped into at most `limit` requests. Costs no attempt. Live deliveries come before
     * replayed ones, then by due time.
     * Limits for one endpoint: none while it is disabled or paused, or its account has webhooks disabled; at most
     * `inFlight` requests over all processes, fewer while it recovers from failures; at most the requests of its rate
     * within the next `pacingMillis`. A `fifo` endpoint gets at most one request, with its oldest pending delivery
     * (and the next ones, for a batch) when that is due: n+1 is never leased before n is delivered or dead. With
     * `wellOnly`, endpoints are left out whose latest request failed.
     * Two callers MUST NOT receive the same delivery while a lease lasts, nor exceed those limits together. The cost
     * must not grow with deliveries that are not due or dead, or whose endpoints accept none.
     * A row that cannot be read is parked: dead, with an attempt that contains the reason; the rest of its batch is
     * unchanged. A delivery that was never replayed is parked too when its event has exceeded the endpoint's time to
     * live (`isExpired`).
     */
    readonly claim: (request: DeliveryClaimRequest) => Effect.Effect<Claimed>

    /**
     * Extends the leases from now. Returns the tokens that are still valid. The caller has lost the other requests,
     * unless it is completing or releasing them concurrently.
     */
    readonly renew: (
      requests: ReadonlyArray<ClaimedRequest>,
      leaseMillis: number,
    ) => Effect.Effect<ReadonlySet<string>>

    /**
     * Records the results of requests in one transaction: the states of the deliveries, one attempt row each, the
     * counts of the hour, and the endpoints' health with pauses and transitions.
     * A completion with an invalid token changes nothing. A token is valid until its deliveries are completed,
     * released or reclaimed, even if its lease has expired. If the endpoint was removed, the remaining deliveries
     * count.
     * When this disables an endpoint, its pending deliveries without a lease become held, up to {@link heldAtOnce};
     * `pausePending` does the rest. Deliveries that become pending again here or in `release` become held if their
     * endpoint was disabled. A test is dead after its only attempt, and does not affect the endpoint's health.
     * Every transition and every dead delivery is reported to the owner in the same transaction: an operational event
     * with a delivery to each other endpoint of the owner that selects its type by name, or no event without such an
     * endpoint. The same applies to deliveries that `reclaim` or `claim` gives up. Deliveries of operational events
     * are not reported.
     */
    readonly complete: (request: CompleteRequest) => Effect.Effect<Completed>

    /**
     * Returns requests that were never begun: they are due now, as if they had not been claimed. Invalid tokens are
     * ignored.
     */
    readonly release: (requests: ReadonlyArray<ClaimedRequest>) => Effect.Effect<void>

    /**
     * Takes back up to `limit` deliveries whose lease has expired, or ends later than `longestLease` from now. Each
     * gets an attempt with the outcome `unknown`, which counts, and is due now. With `maxAttempts` attempts (one more
     * than the endpoint's own retry schedule has waits), or as a test, it is dead instead. Exactly one of several
     * callers takes each request back.
     */
    readonly reclaim: (request: {
      readonly limit: number
      readonly maxAttempts: number
    }) => Effect.Effect<Reclaimed>

    /**
     * Milliseconds until a claim may find something, at least 0: a delivery becomes due, a pause ends, or a rate
     * limit permits a request. Endpoints at their limit of requests in flight are left out. None: nothing until the
     * next write.
     */
    readonly nextDue: (inFlight: number) => Effect.Effect<Option.Option<number>>

    /**
     * Changes up to `limit` pending deliveries of disabled endpoints without a lease to held, and returns how many.
     * Null: of all endpoints.
     */
    readonly pausePending: (endpoint: EndpointId | null, limit: number) => Effect.Effect<number>

    /** A page of deliveries. Bounded: a filter that matches little does not scan everything in one call. */
    readonly list: (page: DeliveryPage) => Effect.Effect<DeliveryList>
    /** The delivery, if it belongs to one of these endpoints. */
    readonly byId: (
      endpoints: ReadonlyArray<EndpointId>,
      id: DeliveryId,
    ) => Effect.Effect<Option.Option<Delivery>>
    /** The attempts of a delivery, newest first. */
    readonly attempts: (delivery: Delivery, page: AttemptPage) => Effect.Effect<ReadonlyArray<Attempt>>
    /** The event of a delivery. None after the event was removed. */
    readonly event: (delivery: Delivery) => Effect.Effect<Option.Option<OutboxEvent>>

    /**
     * Makes a delivery due now: same event, same bytes, a new round of attempts, even if it waits for its next
     * attempt. Exactly one of several concurrent callers gets `replayed`. `pending`: it is due or being sent already.
     * `forgotten`: its event was removed. Ends a pause of the endpoint; in a `fifo` endpoint the first delivery
     * becomes due.
     */
    readonly replay: (delivery: Delivery) => Effect.Effect<ReplayAnswer>
    /**
     * Skips or cancels a delivery that is not being sent: it becomes {@link endedAs} `dead` or `cancelled`, and the
     * deliveries behind it in the order continue. Exactly one of several concurrent callers gets `done`.
     */
    readonly end: (delivery: Delivery, action: "skip" | "cancel") => Effect.Effect<EndAnswer>
    /**
     * One step of an action on many deliveries of an endpoint, as `replay` and `end`, but replayed deliveries come
     * after live ones. Tests are left out. The number of examined deliveries is bounded, whatever the filter matches.
     */
    readonly bulk: (step: BulkStep) => Effect.Effect<BulkStepped>

    /** The number of deliveries that a recovery would include, each counted up to the limit. Changes nothing. */
    readonly recoverable: (scope: RecoveryScope, limit: number) => Effect.Effect<Recoverable>
    /**
     * Stores a recovery. False when the endpoint has an open one. Exactly one of several concurrent callers gets
     * true.
     */
    readonly beginRecovery: (recovery: NewRecovery) => Effect.Effect<boolean>
    /** The recovery of that id. */
    readonly recovery: (id: RecoveryId) => Effect.Effect<Option.Option<Recovery>>
    /** The latest recoveries of the endpoint, newest first. */
    readonly recoveries: (endpoint: EndpointId) => Effect.Effect<ReadonlyArray<Recovery>>
    /**
     * Continues the oldest open recovery by up to `limit` deliveries: each becomes pending once, due now, after live
     * ones. The progress is stored, so that any process continues it. None when no recovery is open.
     */
    readonly advanceRecovery: (limit: number) => Effect.Effect<Option.Option<Recovery>>

    /**
     * The counts of the last `hours` hours and the current one. The cost depends on the hours, not on the deliveries.
     */
    readonly counts: (
      endpoints: ReadonlyArray<EndpointId>,
      hours: number,
    ) => Effect.Effect<ReadonlyMap<EndpointId, EndpointCounts>>
    /** The waiting deliveries of an endpoint, each counted up to the limit. */
    readonly waiting: (endpoint: EndpointId, limit: number) => Effect.Effect<WaitingDeliveries>
    /** The waiting deliveries of all endpoints, each counted up to the limit. */
    readonly backlog: (limit: number) => Effect.Effect<Backlog>

    /**
     * Removes up to `limit` expired rows of every kind, and rows of removed endpoints. Never a pending delivery of an
     * existing endpoint, nor its event. Returns the number of removed rows; 0 when nothing is left to remove.
     */
    readonly prune: (request: PruneRequest) => Effect.Effect<number>
  }
>() {}
