import { Schema } from "effect"
import type { OutboxEvent } from "../Event.ts"
import { DatasetId, EndpointId } from "../Ids.ts"
import { Username } from "../Names.ts"
import { Timestamp, toMillis } from "../Timestamp.ts"
import type { Delivery } from "./Delivery.ts"
import { EventTypeSelector } from "./eventTypeSelector.ts"

/** The signature scheme of a secret: `v1` is HMAC-SHA256, `v1a` is ed25519. */
export const SecretKind = Schema.Literal("v1", "v1a")
export type SecretKind = typeof SecretKind.Type

/** A sealed signing secret. It signs until it expires; the first of an endpoint's secrets never does. */
export const SealedSecret = Schema.Struct({
  kind: SecretKind,
  sealed: Schema.String,
  createdAt: Timestamp,
  /** Null for the secret in use. Others sign beside it until then. */
  expiresAt: Schema.NullOr(Timestamp),
})
export interface SealedSecret extends Schema.Schema.Type<typeof SealedSecret> {}

/** A custom header. Its value is sealed, its name is not. */
export const SealedHeader = Schema.Struct({ name: Schema.String, sealed: Schema.String })
export interface SealedHeader extends Schema.Schema.Type<typeof SealedHeader> {}

/** The reason of a disabled endpoint: the receiver answered 410, it failed for days, or its owner disabled it. */
export const DisabledReason = Schema.Literal("gone", "failing", "owner")
export type DisabledReason = typeof DisabledReason.Type

/** An endpoint: the URL to which an account's events are sent, which events, and how. */
export const Endpoint = Schema.Struct({
  id: EndpointId,
  /** The person or organization whose events it receives. */
  owner: Username,
  /** As written by the WHATWG URL parser. */
  url: Schema.String,
  /** The receiver's version number of the expected payload. Stored and shown only. */
  version: Schema.NullOr(Schema.Number),
  description: Schema.String,
  /** Empty: all events about datasets. Operational events must be named. */
  eventTypes: Schema.Array(EventTypeSelector),
  /** Null: all datasets of the owner. */
  datasets: Schema.NullOr(Schema.Array(DatasetId)),
  enabled: Schema.Boolean,
  /** Null exactly when the endpoint is enabled. */
  disabledReason: Schema.NullOr(DisabledReason),
  /** Requests per second, 1–1000; null: unlimited. */
  rateLimit: Schema.NullOr(Schema.Int),
  headers: Schema.Array(SealedHeader),
  /** Whether to send `{"text": …}` only, for the incoming webhook of a chat. */
  chat: Schema.Boolean,
  /** Whether to send one request at a time, in the order of the events. */
  fifo: Schema.Boolean,
  /** The maximum number of events in one request. */
  batch: Schema.Int,
  /** Seconds before the second attempt, the third, and so on, with 20 % jitter; null: the server's schedule. */
  retrySchedule: Schema.NullOr(Schema.Array(Schema.Int)),
  /** The timeout of a request; null: the server's. */
  timeoutSeconds: Schema.NullOr(Schema.Int),
  /** The maximum age of an event. Older deliveries are given up, whatever their attempts; null: unlimited. */
  timeToLiveSeconds: Schema.NullOr(Schema.Int),
  /** Newest first, 1 to {@link maxSecrets}. */
  secrets: Schema.Array(SealedSecret),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export interface Endpoint extends Schema.Schema.Type<typeof Endpoint> {}

/** An endpoint without its sealed values, as services return it. */
export interface EndpointDetails extends Omit<Endpoint, "secrets" | "headers"> {
  /** Newest first; the first is in use. */
  readonly secrets: ReadonlyArray<Omit<SealedSecret, "sealed">>
  readonly headers: ReadonlyArray<Omit<SealedHeader, "sealed">>
}

/** The endpoint without its sealed values. */
export const omitSecrets = ({ headers, secrets, ...endpoint }: Endpoint): EndpointDetails => ({
  ...endpoint,
  headers: headers.map(({ name }) => ({ name })),
  secrets: secrets.map(({ createdAt, expiresAt, kind }) => ({ kind, createdAt, expiresAt })),
})

/** The maximum number of secrets of an endpoint. */
export const maxSecrets = 10
/** The maximum number of datasets that an endpoint selects. */
export const maxDatasets = 100
/** The maximum number of events in one request. */
export const maxBatch = 1000
/** The maximum rate limit, in requests per second. */
export const maxRateLimit = 1000
/** The maximum number of waits in a retry schedule. */
export const maxRetries = 50
/** The longest wait in a retry schedule. */
export const maxRetryWaitSeconds = 24 * 3600
/** The longest time to live of an event. */
export const maxTimeToLiveSeconds = 30 * 24 * 3600

/** The maximum number of attempts: one, and one after each wait of the schedule. `otherwise` without a schedule. */
export const computeMaxAttempts = (schedule: Endpoint["retrySchedule"], otherwise: number): number =>
  schedule === null ? otherwise : schedule.length + 1

/** Whether a delivery's event has exceeded the endpoint's time to live. Replayed deliveries never expire. */
export const isExpired = (
  { timeToLiveSeconds }: Pick<Endpoint, "timeToLiveSeconds">,
  { origin }: Pick<Delivery, "origin">,
  { createdAt }: Pick<OutboxEvent, "createdAt">,
  /** In milliseconds, by the storage's clock. */
  at: number,
): boolean =>
  timeToLiveSeconds !== null && origin === "live" && at > toMillis(createdAt) + timeToLiveSeconds * 1000

/** The health of an endpoint, by the storage's clock. */
export interface EndpointHealth {
  /** The time of the first failure since the last success; null while it is healthy. */
  readonly failingSince: Timestamp | null
  readonly lastFailureAt: Timestamp | null
  /** The receiver requested a pause: nothing is sent before this time. */
  readonly pausedUntil: Timestamp | null
}
