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
      "Event types, or patterns such as `sample.*`. An empty list stands for all events of datasets; `endpoint.*` and `delivery.*` must be listed explicitly",
  }),
  datasets: Schema.NullOr(Schema.Array(Schema.String)).annotations({
    description: "`owner/name` of the datasets whose events are sent; null for all datasets",
  }),
  enabled: Schema.Boolean,
  disabled_reason: Schema.NullOr(DisabledReason),
  rate_limit: NumberOrNull.annotations({
    description: "The maximum number of requests per second; null for no limit",
  }),
  headers: Schema.Record({ key: Schema.String, value: Schema.Literal("***") }),
  chat: Schema.Boolean,
  fifo: Schema.Boolean,
  batch: Schema.Number,
  retry_schedule: Schema.NullOr(Schema.Array(Schema.Number)).annotations({
    description:
      "The delays in seconds before the second attempt, the third, and so on; null for the default of the server",
  }),
  timeout_seconds: NumberOrNull.annotations({
    description: "The timeout of a request in seconds; null for the default of the server",
  }),
  time_to_live_seconds: NumberOrNull.annotations({
    description:
      "The maximum age of an event in seconds. Deliveries of older events are given up; null for no limit",
  }),
  secrets: Schema.Array(
    Schema.Struct({ kind: SecretKind, created_at: At, expires_at: AtOrNull }),
  ).annotations({
    description: "The signing secrets. The first is current; the old secrets sign too until they expire",
  }),
  jwks_url: TextOrNull.annotations({
    description: "The URL of the public keys of the account, for receivers; null without a `v1a` secret",
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
      "The key that verifies deliveries: the shared secret `whsec_…`, or the public key `whpk_…` of an ed25519 pair",
  }),
}).annotations({ identifier: "WebhookSecret" })

const delivery = {
  uuid: Uuid,
  endpoint: Uuid,
  event: Uuid.annotations({ description: "The `webhook-id`: the same at every attempt" }),
  event_type: EventType,
  state: DeliveryState,
  origin: DeliveryOrigin,
  attempts_count: Schema.Number.annotations({
    description: "The number of attempts since the event or the last replay",
  }),
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
    description: "`unknown` when the process ended before it saved the outcome",
  }),
  url: TextOrNull.annotations({ description: "The URL of the request; null when it is not known" }),
  status: NumberOrNull,
  error: Schema.NullOr(Schema.Struct({ code: Schema.String, message: Schema.String })),
  response_headers: Schema.NullOr(
    Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String })),
  ).annotations({ description: "The first 4 KiB of the response; null when there was no response" }),
  response_body: TextOrNull,
  response_truncated: Schema.Boolean,
  trigger: AttemptTrigger,
}).annotations({ identifier: "WebhookAttempt" })

export const WebhookDeliveryDetails = Schema.Struct({
  ...delivery,
  payload: Schema.NullOr(AnyObject).annotations({
    description: "The payload; null when the event has been deleted after its retention",
  }),
  attempts: Schema.Array(WebhookAttemptRecord).annotations({ description: "Newest first" }),
}).annotations({ identifier: "WebhookDeliveryDetails" })

export const WebhookBulkRecord = Schema.Struct({
  action: DeliveryAction,
  matched_count: Schema.Number.annotations({ description: "The number of deliveries that match" }),
  changed_count: Schema.Number.annotations({
    description:
      "The number of deliveries that were changed; 0 for a dry run. Deliveries that are being sent by then, or whose event was deleted, are not changed",
  }),
  next: Schema.NullOr(Uuid).annotations({
    description: "The `cursor` of the next call; null when no samples are left",
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
  missing_count: NumberOrNull.annotations({ description: "The same for events that were never sent" }),
  recovered_count: Schema.Number,
  created_count: Schema.Number,
  done: Schema.Boolean,
}).annotations({ identifier: "WebhookRecovery" })

export const FeedRecord = Schema.Struct({
  since: At.annotations({ description: "Since when events are kept for the feed" }),
}).annotations({ identifier: "EventFeed" })

export const FeedEventRecord = Schema.Struct({
  id: Uuid.annotations({ description: "The `webhook-id` that a webhook of the event has" }),
  payload: AnyObject.annotations({ description: "The payload that a webhook of the event has" }),
}).annotations({ identifier: "FeedEvent" })

export const CloudEventRecord = Schema.Struct({
  specversion: Schema.Literal("1.0"),
  id: Uuid,
  source: Schema.String.annotations({
    description: "The path of the dataset, or of the account's events for events without a dataset",
  }),
  type: EventType,
  time: At,
  datacontenttype: Schema.Literal("application/json"),
  data: AnyObject.annotations({ description: "The payload that a webhook of the event has" }),
}).annotations({ identifier: "CloudEvent" })

export const WebhookEventTypeRecord = Schema.Struct({
  event_type: EventType,
  description: Schema.String,
  schema: AnyObject.annotations({ description: "JSON Schema of the payload" }),
  example: AnyObject,
}).annotations({ identifier: "WebhookEventType" })
