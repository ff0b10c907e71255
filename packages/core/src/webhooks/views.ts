/** What is asked about deliveries by people: pages, counts, recoveries. */
import type { EventType } from "../domain/Event.ts"
import type { DatasetId } from "../domain/Ids.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { Delivery, DeliveryState } from "../domain/webhooks/Delivery.ts"
import type { Endpoint } from "../domain/webhooks/Endpoint.ts"
import type { DeliveryId, EndpointId, RecoveryId } from "../domain/webhooks/ids.ts"

/** The class of the last answer's status; `none`: no answer yet, or none came. */
export type StatusClass = "1xx" | "2xx" | "3xx" | "4xx" | "5xx" | "none"

export interface DeliveryFilter {
  /** Empty: all. */
  readonly states?: ReadonlyArray<DeliveryState>
  readonly eventTypes?: ReadonlyArray<EventType>
  readonly statuses?: ReadonlyArray<StatusClass>
  /** Of the event, both inclusive. */
  readonly since?: Timestamp
  readonly until?: Timestamp
  readonly dataset?: DatasetId
}

/** Newest event first, below the cursor. */
export interface DeliveryPage {
  readonly endpoint: EndpointId
  readonly filter: DeliveryFilter
  readonly before: DeliveryId | null
  readonly limit: number
}

/** A page may hold fewer than its limit although there are more: a filter that fits little ends its search at `next`. */
export interface DeliveryList {
  readonly deliveries: ReadonlyArray<Delivery>
  /** Where the next page begins; null: there is none. */
  readonly next: DeliveryId | null
}

export interface AttemptPage {
  readonly before: string | null
  readonly limit: number
}

/** In one hour, by the storage's clock. */
export interface EndpointCounts {
  /** Deliveries that were answered with 2xx. */
  readonly delivered: number
  /** Attempts that failed, those of lost processes among them. */
  readonly failed: number
  /** Deliveries that were given up. */
  readonly dead: number
}

/** What waits, counted up to a limit. */
export interface WaitingDeliveries {
  readonly pending: number
  readonly held: number
}

/** What a recovery takes up: all dead and held deliveries of the time and, if asked, what was never sent. */
export interface RecoveryScope {
  readonly endpoint: Endpoint
  /** Of the event, both inclusive. */
  readonly since: Timestamp
  readonly until: Timestamp
  /** Also events of the time that fit the endpoint as it is now and have no delivery to it. */
  readonly missing: boolean
}

export interface NewRecovery extends RecoveryScope {
  readonly id: RecoveryId
}

export interface Recovery {
  readonly id: RecoveryId
  readonly endpointId: EndpointId
  readonly since: Timestamp
  readonly until: Timestamp
  readonly missing: boolean
  /** Deliveries that were made due again, and such as were made. */
  readonly recovered: number
  readonly created: number
  readonly done: boolean
  readonly createdAt: Timestamp
}

export interface Recoverable {
  /** Dead and held ones; counted up to the limit. */
  readonly recovered: number
  /** Those that have no delivery; counted up to the limit. 0 when they are not asked for. */
  readonly created: number
}

/** What became of one replay. */
export type ReplayAnswer = "replayed" | "pending" | "forgotten" | "missing"

export interface PruneRequest {
  /** Events, what came of them and their attempts are removed when the event is older, in milliseconds. */
  readonly keepMillis: number
  /** Dead deliveries are kept longer, without the event and the attempts. */
  readonly keepDeadMillis: number
  /** Most rows, 1–1000. */
  readonly limit: number
}

/** For the gauges: counted up to a limit, so that asking costs the same however much waits. */
export interface Backlog {
  readonly pending: number
  readonly leased: number
  readonly held: number
  /** How late the delivery is that has been due longest, of endpoints that may be sent to; 0 when none is. */
  readonly lagMillis: number
}
