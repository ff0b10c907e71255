/** An endpoint: where an account wants its events sent, which of them, and how. */
import { Schema } from "effect"
import type { OutboxEvent } from "../Event.ts"
import { DatasetId } from "../Ids.ts"
import { Username } from "../Names.ts"
import { Timestamp, toMillis } from "../Timestamp.ts"
import type { Delivery } from "./Delivery.ts"
import { EventTypeSelector } from "./eventTypeSelector.ts"
import { EndpointId } from "./ids.ts"

/** How a secret signs: `v1` is HMAC-SHA256, `v1a` is ed25519. */
export const SecretKind = Schema.Literal("v1", "v1a")
export type SecretKind = typeof SecretKind.Type

/** A signing secret as it is kept: sealed. It signs until it expires; the first of an endpoint's list never does. */
export const SealedSecret = Schema.Struct({
  kind: SecretKind,
  sealed: Schema.String,
  createdAt: Timestamp,
  /** Null: the one in use. Others sign beside it until then. */
  expiresAt: Schema.NullOr(Timestamp),
})
export interface SealedSecret extends Schema.Schema.Type<typeof SealedSecret> {}

/** A header that its owner wants sent; the value is sealed, the name is not. */
export const SealedHeader = Schema.Struct({ name: Schema.String, sealed: Schema.String })
export interface SealedHeader extends Schema.Schema.Type<typeof SealedHeader> {}

/** Why nothing is sent: the receiver said 410, it failed for days, or its owner switched it off. */
export const DisabledReason = Schema.Literal("gone", "failing", "owner")
export type DisabledReason = typeof DisabledReason.Type

export const Endpoint = Schema.Struct({
  id: EndpointId,
  /** A person or an organization: whose datasets' events it hears. */
  owner: Username,
  /** As the WHATWG URL parser writes it. */
  url: Schema.String,
  /** The receiver's own number for what it expects; kept and shown. */
  version: Schema.NullOr(Schema.Number),
  description: Schema.String,
  /** Empty: all that are about datasets. Those about the delivery of events have to be named. */
  eventTypes: Schema.Array(EventTypeSelector),
  /** Null: all of the owner's. */
  datasets: Schema.NullOr(Schema.Array(DatasetId)),
  enabled: Schema.Boolean,
  /** Null exactly when it is enabled. */
  disabledReason: Schema.NullOr(DisabledReason),
  /** Requests a second, 1–1000; null: no limit. */
  rateLimit: Schema.NullOr(Schema.Int),
  headers: Schema.Array(SealedHeader),
  /** Only `{"text": …}` is sent, for a chat's incoming webhook. */
  chat: Schema.Boolean,
  /** One request at a time, in the order of the events. */
  fifo: Schema.Boolean,
  /** Most events in one request; 1: each in a request of its own. */
  batch: Schema.Int,
  /** Seconds before the second attempt, the third, and so on, each a fifth more or less; null: those of the server. */
  retrySchedule: Schema.NullOr(Schema.Array(Schema.Int)),
  /** How long one request may take; null: as long as the server allows for all. */
  timeoutSeconds: Schema.NullOr(Schema.Int),
  /** A delivery is given up when its event is older, however often it was tried; null: never for that. */
  timeToLiveSeconds: Schema.NullOr(Schema.Int),
  /** Newest first, at most {@link maxSecrets}; never empty. */
  secrets: Schema.Array(SealedSecret),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export interface Endpoint extends Schema.Schema.Type<typeof Endpoint> {}

/** An endpoint without what is sealed in it: all that leaves the services, so that anybody may be shown it. */
export interface EndpointDetails extends Omit<Endpoint, "secrets" | "headers"> {
  /** Newest first: the first is in use. */
  readonly secrets: ReadonlyArray<Omit<SealedSecret, "sealed">>
  readonly headers: ReadonlyArray<Omit<SealedHeader, "sealed">>
}

export const withoutSecrets = ({ headers, secrets, ...endpoint }: Endpoint): EndpointDetails => ({
  ...endpoint,
  headers: headers.map(({ name }) => ({ name })),
  secrets: secrets.map(({ createdAt, expiresAt, kind }) => ({ kind, createdAt, expiresAt })),
})

export const maxSecrets = 10
export const maxBatch = 1000
export const maxRateLimit = 1000
export const maxRetries = 50
export const maxRetryWaitSeconds = 24 * 3600
export const maxTimeToLiveSeconds = 30 * 24 * 3600

/** One attempt, and one after each wait of its own; `otherwise` without such. */
export const maxAttemptsOf = (schedule: Endpoint["retrySchedule"], otherwise: number): number =>
  schedule === null ? otherwise : schedule.length + 1

/** Whether its event is too old to be sent. What its owner sends again is sent. */
export const isExpired = (
  { timeToLiveSeconds }: Pick<Endpoint, "timeToLiveSeconds">,
  { origin }: Pick<Delivery, "origin">,
  { createdAt }: Pick<OutboxEvent, "createdAt">,
  /** In milliseconds, by the storage's clock. */
  at: number,
): boolean =>
  timeToLiveSeconds !== null && origin === "live" && at > toMillis(createdAt) + timeToLiveSeconds * 1000

/** How an endpoint fares. By the storage's clock. */
export interface EndpointHealth {
  /** When the first of its failures without a success since was; null while it is well. */
  readonly failingSince: Timestamp | null
  readonly lastFailureAt: Timestamp | null
  /** Nothing is sent before: it asked for a pause. */
  readonly pausedUntil: Timestamp | null
}
