/** Responses about webhook endpoints, deliveries and attempts. */
import {
  AnyObject,
  At,
  AtOrNull,
  AttemptOutcome,
  AttemptTrigger,
  DeliveryAction,
  DeliveryOrigin,
  DeliveryState,
  DisabledReason,
  EventType,
  EventTypeSelector,
  NumberOrNull,
  SecretKind,
  TextOrNull,
  Uuid,
} from "@annotary/core/effect"

import { Schema } from "effect"

const Counts = Schema.Struct({
  delivered: Schema.Number.annotations({ description: "Deliveries that were answered with 2xx" }),
  failed: Schema.Number.annotations({ description: "Attempts that failed" }),
  dead: Schema.Number.annotations({ description: "Deliveries that were given up" }),
}).annotations({ identifier: "WebhookCounts" })

export const WebhookEndpointRecord = Schema.Struct({
  uuid: Uuid,
  url: Schema.String,
  version: NumberOrNull,
  description: Schema.String,
  event_types: Schema.Array(EventTypeSelector).annotations({
    description:
      "Types, or patterns such as `sample.*`. Empty: all about datasets; `endpoint.*` and `delivery.*` have to be named",
  }),
  datasets: Schema.NullOr(Schema.Array(Schema.String)).annotations({ description: "owner/name; null: all" }),
  enabled: Schema.Boolean,
  disabled_reason: Schema.NullOr(DisabledReason),
  rate_limit: NumberOrNull.annotations({ description: "Requests a second" }),
  headers: Schema.Record({ key: Schema.String, value: Schema.Literal("***") }),
  chat: Schema.Boolean,
  fifo: Schema.Boolean,
  batch: Schema.Number,
  retry_schedule: Schema.NullOr(Schema.Array(Schema.Number)).annotations({
    description: "Seconds before the second attempt, the third, and so on; null: as the server is set",
  }),
  timeout_seconds: NumberOrNull.annotations({ description: "For one request; null: as the server is set" }),
  time_to_live_seconds: NumberOrNull.annotations({
    description: "Deliveries of older events are given up; null: never for that",
  }),
  secrets: Schema.Array(
    Schema.Struct({ kind: SecretKind, created_at: At, expires_at: AtOrNull }),
  ).annotations({
    description: "The first is in use; the others sign beside it until they expire",
  }),
  jwks_url: TextOrNull.annotations({
    description: "Where the public keys of the account are, for receivers; null without a `v1a` secret",
  }),
  failing_since: AtOrNull,
  last_failure_at: AtOrNull,
  paused_until: AtOrNull,
  counts: Schema.Struct({ last_24_hours: Counts, last_7_days: Counts }),
  created_at: At,
  updated_at: At,
}).annotations({ identifier: "WebhookEndpoint" })

export const WebhookSecret = Schema.Struct({
  secret: Schema.String.annotations({
    description:
      "What to verify with: the shared secret `whsec_…`, or of an ed25519 pair the public key `whpk_…`",
  }),
}).annotations({ identifier: "WebhookSecret" })

const delivery = {
  uuid: Uuid,
  endpoint: Uuid,
  event: Uuid.annotations({ description: "The `webhook-id`: the same at every attempt" }),
  event_type: EventType,
  state: DeliveryState,
  origin: DeliveryOrigin,
  attempts_count: Schema.Number.annotations({ description: "Of this round; a replay begins a new one" }),
  last_status: NumberOrNull,
  created_at: At.annotations({ description: "Of the event" }),
  next_attempt_at: AtOrNull,
  ended_at: AtOrNull,
}

export const WebhookDeliveryRecord = Schema.Struct(delivery).annotations({ identifier: "WebhookDelivery" })

export const WebhookAttemptRecord = Schema.Struct({
  uuid: Uuid,
  started_at: At,
  duration_ms: NumberOrNull,
  outcome: AttemptOutcome.annotations({
    description: "`unknown`: the process ended before it saved the outcome",
  }),
  url: TextOrNull.annotations({ description: "The URL that was tried; null when nobody knows" }),
  status: NumberOrNull,
  error: Schema.NullOr(Schema.Struct({ code: Schema.String, message: Schema.String })),
  response_headers: Schema.NullOr(
    Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String })),
  ).annotations({ description: "The first 4 KiB; null when there was no answer" }),
  response_body: TextOrNull,
  response_truncated: Schema.Boolean,
  trigger: AttemptTrigger,
}).annotations({ identifier: "WebhookAttempt" })

export const WebhookDeliveryDetails = Schema.Struct({
  ...delivery,
  payload: Schema.NullOr(AnyObject).annotations({ description: "Null when the event is not kept any more" }),
  attempts: Schema.Array(WebhookAttemptRecord).annotations({ description: "Newest first" }),
}).annotations({ identifier: "WebhookDeliveryDetails" })

export const WebhookBulkRecord = Schema.Struct({
  action: DeliveryAction,
  matched_count: Schema.Number.annotations({ description: "Deliveries that the action takes" }),
  changed_count: Schema.Number.annotations({
    description:
      "Those that were changed; 0 for a dry run. Fewer where one is being sent by now, or its event is gone",
  }),
  next: Schema.NullOr(Uuid).annotations({
    description: "The `cursor` of the call that goes on; null: there are no more",
  }),
}).annotations({ identifier: "WebhookBulkResult" })

export const WebhookRecoveryRecord = Schema.Struct({
  uuid: Schema.NullOr(Uuid).annotations({ description: "Null for a dry run" }),
  since: At,
  until: At,
  missing: Schema.Boolean,
  found_count: NumberOrNull.annotations({
    description: "Dead and held deliveries, counted up to 100 000 at the request; null later",
  }),
  missing_count: NumberOrNull.annotations({ description: "The same of events that were never sent" }),
  recovered_count: Schema.Number,
  created_count: Schema.Number,
  done: Schema.Boolean,
}).annotations({ identifier: "WebhookRecovery" })

export const WebhookEventTypeRecord = Schema.Struct({
  event_type: EventType,
  description: Schema.String,
  schema: AnyObject.annotations({ description: "JSON Schema of the payload" }),
  example: AnyObject,
}).annotations({ identifier: "WebhookEventType" })
