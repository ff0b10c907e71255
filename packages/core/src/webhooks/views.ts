/** Requests and answers of `DeliveryStore` for pages, counts, recoveries and retention. */
import type { EventType } from "../domain/Event.ts"
import type { DatasetId, DeliveryId, EndpointId, RecoveryId } from "../domain/Ids.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { Delivery, DeliveryState } from "../domain/webhooks/Delivery.ts"
import type { Endpoint } from "../domain/webhooks/Endpoint.ts"

/** The class of the last answer's status. `none`: no answer. */
export type StatusClass = "1xx" | "2xx" | "3xx" | "4xx" | "5xx" | "none"

/** A filter for deliveries. All given conditions must hold. */
export interface DeliveryFilter {
  /** Empty: all. */
  readonly states?: ReadonlyArray<DeliveryState>
  readonly eventTypes?: ReadonlyArray<EventType>
  readonly statuses?: ReadonlyArray<StatusClass>
  /** The time of the event, both inclusive. */
  readonly since?: Timestamp
  readonly until?: Timestamp
  readonly dataset?: DatasetId
}

/** A page of deliveries, newest event first, below the cursor. */
export interface DeliveryPage {
  readonly endpoint: EndpointId
  readonly filter: DeliveryFilter
  readonly before: DeliveryId | null
  readonly limit: number
}

/**
 * A page may contain fewer deliveries than its limit although there are more: a filter that matches little ends its
 * search at `next`.
 */
export interface DeliveryList {
  readonly deliveries: ReadonlyArray<Delivery>
  /** The start of the next page; null at the end. */
  readonly next: DeliveryId | null
}

/** A page of attempts. */
export interface AttemptPage {
  readonly before: string | null
  readonly limit: number
}

/** The counts of one hour, by the storage's clock. */
export interface EndpointCounts {
  /** Deliveries answered with 2xx. */
  readonly delivered: number
  /** Failed attempts, including those of lost processes. */
  readonly failed: number
  /** Deliveries that were given up. */
  readonly dead: number
}

/** Waiting deliveries, counted up to a limit. */
export interface WaitingDeliveries {
  readonly pending: number
  readonly held: number
}

/**
 * The deliveries of a recovery: all dead and held ones of a time range and, on request, those that were never
 * created.
 */
export interface RecoveryScope {
  readonly endpoint: Endpoint
  /** The time of the event, both inclusive. */
  readonly since: Timestamp
  readonly until: Timestamp
  /** Whether to create deliveries of matching events that have none to the endpoint. */
  readonly missing: boolean
}

/** A recovery to begin. */
export interface NewRecovery extends RecoveryScope {
  readonly id: RecoveryId
}

/** A recovery and its progress. */
export interface Recovery {
  readonly id: RecoveryId
  readonly endpointId: EndpointId
  readonly since: Timestamp
  readonly until: Timestamp
  readonly missing: boolean
  /** Deliveries that were made due again or created. */
  readonly recovered: number
  readonly created: number
  readonly done: boolean
  readonly createdAt: Timestamp
}

/** The number of deliveries that a recovery would include. */
export interface Recoverable {
  /** Dead and held deliveries, counted up to the limit. */
  readonly recovered: number
  /** Missing deliveries, counted up to the limit. 0 when not requested. */
  readonly created: number
}

/** The result of a replay. */
export type ReplayAnswer = "replayed" | "pending" | "forgotten" | "missing"

/** The retention of events and deliveries. */
export interface PruneRequest {
  /** The maximum age of events, ended deliveries and their attempts, in milliseconds. */
  readonly keepMillis: number
  /** The maximum age of dead deliveries, without event and attempts, in milliseconds. */
  readonly keepDeadMillis: number
  /** Events from this id on are kept, whatever their age: an id, or empty for all. */
  readonly keepFrom?: string | undefined
  /** The maximum number of rows, 1–1000. */
  readonly limit: number
}

/** Waiting deliveries for the gauges, counted up to a limit, so that the cost is bounded. */
export interface Backlog {
  readonly pending: number
  readonly leased: number
  readonly held: number
  /** The delay of the delivery that is overdue longest, among endpoints that accept deliveries; 0 without one. */
  readonly lagMillis: number
}
