/**
 * What the webhooks ask of storage about deliveries. "Now" is the storage's clock throughout: no instant that a caller's
 * machine made decides what is due, leased, paced or paused. Every method is atomic by itself, joins the caller's transaction
 * when there is one, and is safe against every other in other processes.
 */
import { Context, type Effect, type Option } from "effect"
import type { OutboxEvent } from "../domain/Event.ts"
import type { Attempt } from "../domain/webhooks/Attempt.ts"
import type { Delivery } from "../domain/webhooks/Delivery.ts"
import type { DeliveryId, EndpointId, RecoveryId } from "../domain/webhooks/ids.ts"
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

export class DeliveryStore extends Context.Tag("@annotary/core/DeliveryStore")<
  DeliveryStore,
  {
    /**
     * Stores the events as `append` of `Outbox` does, and one delivery of each for every endpoint of its owner whose types and
     * datasets it fits: due now, or held when the endpoint is disabled. None for an owner whose account has webhooks switched
     * off. MUST be called in the transaction of the changes: they stand and fall together.
     * In as few statements as the database allows, however many events and endpoints there are: no commit comes before them.
     */
    readonly append: (events: ReadonlyArray<OutboxEvent>) => Effect.Effect<void>

    /**
     * A delivery of an event that is in no outbox: the delivery keeps it. It stands outside of the order, has one attempt, and
     * counts neither for the endpoint's health nor for its counts. None: the endpoint has {@link maxTests} under way.
     */
    readonly addTest: (endpoint: EndpointId, event: OutboxEvent) => Effect.Effect<Option.Option<Delivery>>

    /**
     * Leases tests, each as a request: at most `limit`, beside whatever else is in flight, also while the endpoint is paused;
     * only its rate is kept. A test that cannot be sent at once any more, because the endpoint or its account was switched off
     * meanwhile or because it is older than `maxAgeMillis`, is parked. Otherwise as `claim`, which takes none of them.
     */
    readonly claimTests: (ask: TestClaimRequest) => Effect.Effect<Omit<Claimed, "last">>

    /**
     * Leases due deliveries, as requests. At most `limit` of them, and of one endpoint: none while it is disabled, paused, or
     * its account switched off; no more than leave it with `inFlight` requests in flight over all processes (less while it
     * recovers from failures); no more than its rate has places for in the next `pacingMillis`. For `fifo` endpoints at most
     * one, and only its oldest pending delivery (with those right behind it, for a batch) when that is due: n+1 is never
     * claimed before n is delivered or dead. With `wellOnly` none of an endpoint whose last answer, or want of one, was a
     * failure. Live ones before replayed ones, then in the order of being due. Costs no attempt.
     * Two callers MUST NOT receive the same delivery while a lease lasts, nor together more than those limits.
     * The cost must not grow with deliveries that are not due, dead, or of endpoints that may not be sent to.
     * A row that cannot be read is parked: dead, with an attempt that tells why; the others of its batch are not touched. So is
     * one that was never replayed and whose event is older than its endpoint wants it (`isExpired`).
     */
    readonly claim: (ask: DeliveryClaimRequest) => Effect.Effect<Claimed>

    /**
     * Has the leases last so long from now. Answers the tokens that still held; the others' requests are lost to the caller,
     * but for those that it is telling of, or giving back, at this very moment.
     */
    readonly renew: (
      requests: ReadonlyArray<ClaimedRequest>,
      leaseMillis: number,
    ) => Effect.Effect<ReadonlySet<string>>

    /**
     * Tells what came of requests. Together in one transaction: the deliveries' new states, one attempt row each, the counts
     * of the hour, the endpoints' health with pauses and ends. A completion whose token no longer holds changes nothing; a
     * token holds until its deliveries were completed, released or reclaimed, even if its lease has ended meanwhile. A
     * request of which only some deliveries are left (an endpoint that was removed) counts for those. When an endpoint is
     * disabled here, its pending deliveries that nobody has leased are held, {@link heldAtOnce} of them at once; more wait
     * for `hold`. So are those that are pending again when their endpoint was disabled meanwhile, here and in `release`.
     * A test is dead after its only attempt, and no endpoint is judged by it.
     * The owner is told in the same transaction: of each transition and each delivery that dies there is an operational event
     * with a delivery to every other endpoint of the owner that asks for its type by name; no event when there is none. So it
     * is when `reclaim` or `claim` gives deliveries up. Of deliveries of such events no one is notified.
     */
    readonly complete: (ask: CompleteRequest) => Effect.Effect<Completed>

    /** Gives back requests that were never begun: due now, as if they had not been claimed. Tokens that do not hold are passed over. */
    readonly release: (requests: ReadonlyArray<ClaimedRequest>) => Effect.Effect<void>

    /**
     * Takes back what is leased and whose lease has ended, or is later than `longestLease` from now, at most so many deliveries: an attempt `unknown` is written, they
     * count it, and are due now; at `maxAttempts` (one more than the endpoint has waits of its own), and when they are tests, they
     * are dead instead. Each lost request is taken back by one of several callers.
     */
    readonly reclaim: (ask: {
      readonly limit: number
      readonly maxAttempts: number
    }) => Effect.Effect<Reclaimed>

    /**
     * In how many milliseconds a claim may find something, at least 0: a delivery falls due, a pause ends or a rate has a
     * place; endpoints with as much in flight as they may have are left out. None: not before something is written.
     */
    readonly nextDue: (inFlight: number) => Effect.Effect<Option.Option<number>>

    /** Turns pending deliveries of disabled endpoints that nobody has leased into held ones, at most so many. Null: of all. */
    readonly pausePending: (endpoint: EndpointId | null, limit: number) => Effect.Effect<number>

    /** Bounded: a filter that fits little does not walk through all there is in one call. */
    readonly list: (page: DeliveryPage) => Effect.Effect<DeliveryList>
    /** Of one of these endpoints. */
    readonly byId: (
      endpoints: ReadonlyArray<EndpointId>,
      id: DeliveryId,
    ) => Effect.Effect<Option.Option<Delivery>>
    /** Newest first. */
    readonly attempts: (delivery: Delivery, page: AttemptPage) => Effect.Effect<ReadonlyArray<Attempt>>
    /** The event that it sends; none when it is older than events are kept. */
    readonly event: (delivery: Delivery) => Effect.Effect<Option.Option<OutboxEvent>>

    /**
     * Has a delivery sent now: same event, same bytes, a new round of attempts, also one that waits for its next attempt.
     * `replayed` for exactly one of several callers at once; `pending` when it is due or being sent already, `forgotten` when
     * its event is gone. It ends a pause of the endpoint, and in one that keeps the order what is first is due now.
     */
    readonly replay: (delivery: Delivery) => Effect.Effect<ReplayAnswer>
    /**
     * Skips or cancels a delivery that nobody is sending: it is {@link endedAs} `dead` or `cancelled`, and those behind it in
     * the order go on. `done` for exactly one of several callers.
     */
    readonly end: (delivery: Delivery, action: "skip" | "cancel") => Effect.Effect<EndAnswer>
    /**
     * A step of an action on many deliveries of an endpoint: as `replay` and `end`, but replayed ones come behind live ones.
     * Tests are left out. Bounded by what it looks at, whatever its filter fits.
     */
    readonly bulk: (step: BulkStep) => Effect.Effect<BulkStepped>

    /** How much a recovery would take up, each counted up to the limit. Changes nothing. */
    readonly recoverable: (scope: RecoveryScope, limit: number) => Effect.Effect<Recoverable>
    /** Notes a recovery; false when the endpoint has one that is not done. True for one of several callers. */
    readonly beginRecovery: (recovery: NewRecovery) => Effect.Effect<boolean>
    readonly recovery: (id: RecoveryId) => Effect.Effect<Option.Option<Recovery>>
    /** The last of each endpoint, newest first. */
    readonly recoveries: (endpoint: EndpointId) => Effect.Effect<ReadonlyArray<Recovery>>
    /**
     * Takes up at most so many of the oldest open recovery: its deliveries are pending, due now, of lower priority than live
     * ones, each once. How far it came is kept with them, so that any process goes on. None: no recovery is open.
     */
    readonly advanceRecovery: (limit: number) => Effect.Effect<Option.Option<Recovery>>

    /** Of the last so many hours and the one that has begun. Costs the hours, not the deliveries. */
    readonly counts: (
      endpoints: ReadonlyArray<EndpointId>,
      hours: number,
    ) => Effect.Effect<ReadonlyMap<EndpointId, EndpointCounts>>
    /** What waits now for an endpoint, each counted up to the limit. */
    readonly waiting: (endpoint: EndpointId, limit: number) => Effect.Effect<WaitingDeliveries>
    /** Over all endpoints, each counted up to the limit. */
    readonly backlog: (limit: number) => Effect.Effect<Backlog>

    /**
     * Removes what is older than it is kept, of every kind, and what is left of endpoints that are gone; at most so many rows.
     * Never a pending delivery of an endpoint that is there, nor the event of one. Answers how many rows went; 0: nothing is left to remove.
     */
    readonly prune: (ask: PruneRequest) => Effect.Effect<number>
  }
>() {}
