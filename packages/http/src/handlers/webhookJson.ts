/** Encodes webhook endpoints, deliveries, recoveries and event types. Secrets and header values are never included. */
import {
  type Attempt,
  type BulkAnswer,
  castToJsonText,
  type Delivery,
  type DeliveryAction,
  type DeliveryView,
  decodeIdMillis,
  type EndpointView,
  type eventTypes,
  type FieldsOf,
  formatPayload,
  fromMillis,
  Raw,
  type RecoverAnswer,
  toJsonText,
} from "@annotary/core/effect"
import type {
  WebhookAttemptRecord,
  WebhookBulkRecord,
  WebhookDeliveryDetails,
  WebhookDeliveryRecord,
  WebhookEndpointRecord,
  WebhookEventTypeRecord,
  WebhookRecoveryRecord,
} from "../api/records/webhook.ts"

/** `publicUrl` is the external URL of the API. */
export const toEndpointJson = (
  { datasets, endpoint, health, keySet, lastDay, lastWeek }: EndpointView,
  publicUrl: string,
): FieldsOf<typeof WebhookEndpointRecord> => ({
  uuid: endpoint.id,
  url: endpoint.url,
  version: endpoint.version,
  description: endpoint.description,
  event_types: endpoint.eventTypes,
  datasets,
  enabled: endpoint.enabled,
  disabled_reason: endpoint.disabledReason,
  rate_limit: endpoint.rateLimit,
  headers: Object.fromEntries(endpoint.headers.map(({ name }) => [name, "***"])),
  chat: endpoint.chat,
  fifo: endpoint.fifo,
  batch: endpoint.batch,
  retry_schedule: endpoint.retrySchedule,
  timeout_seconds: endpoint.timeoutSeconds,
  time_to_live_seconds: endpoint.timeToLiveSeconds,
  secrets: endpoint.secrets.map(({ createdAt, expiresAt, kind }) => ({
    kind,
    created_at: createdAt,
    expires_at: expiresAt,
  })),
  jwks_url: keySet === null ? null : `${publicUrl}/users/${keySet}/webhooks/jwks.json`,
  failing_since: health.failingSince,
  last_failure_at: health.lastFailureAt,
  paused_until: health.pausedUntil,
  counts: { last_24_hours: { ...lastDay }, last_7_days: { ...lastWeek } },
  created_at: endpoint.createdAt,
  updated_at: endpoint.updatedAt,
})

export const toDeliveryJson = (delivery: Delivery): FieldsOf<typeof WebhookDeliveryRecord> => ({
  uuid: delivery.id,
  endpoint: delivery.endpointId,
  event: delivery.eventId,
  event_type: delivery.eventType,
  state: delivery.state,
  origin: delivery.origin,
  attempts_count: delivery.attempts,
  last_status: delivery.lastStatus,
  created_at: fromMillis(decodeIdMillis(delivery.id)),
  next_attempt_at: delivery.state === "pending" ? delivery.dueAt : null,
  ended_at: delivery.endedAt,
})

const toAttemptJson = (attempt: Attempt): FieldsOf<typeof WebhookAttemptRecord> => ({
  uuid: attempt.id,
  started_at: attempt.at,
  duration_ms: attempt.durationMillis,
  outcome: attempt.outcome,
  url: attempt.url,
  status: attempt.status,
  error: attempt.error === null ? null : { code: attempt.error.code, message: attempt.error.message },
  response_headers: attempt.responseHeaders?.map(({ name, value }) => ({ name, value })) ?? null,
  response_body: attempt.responseBody,
  response_truncated: attempt.responseCut,
  trigger: attempt.trigger,
})

export const toDetailsJson = ({
  attempts,
  delivery,
  event,
}: DeliveryView): FieldsOf<typeof WebhookDeliveryDetails> => ({
  ...toDeliveryJson(delivery),
  payload: event === null ? null : new Raw(castToJsonText(formatPayload(event))),
  attempts: attempts.map(toAttemptJson),
})

export const toBulkJson = (
  action: DeliveryAction,
  { changed, matched, next }: BulkAnswer,
): FieldsOf<typeof WebhookBulkRecord> => ({
  action,
  matched_count: matched,
  changed_count: changed,
  next,
})

/** `found` is included in the response to the request and not stored. */
export const toRecoveryJson = ({
  found,
  recovery,
  scope,
}: Omit<RecoverAnswer, "found"> & { readonly found: RecoverAnswer["found"] | null }): FieldsOf<
  typeof WebhookRecoveryRecord
> => ({
  uuid: recovery?.id ?? null,
  since: scope.since,
  until: scope.until,
  missing: scope.missing,
  found_count: found?.recovered ?? null,
  missing_count: found?.created ?? null,
  recovered_count: recovery?.recovered ?? 0,
  created_count: recovery?.created ?? 0,
  done: recovery?.done ?? false,
})

export const toEventTypeJson = ({
  example,
  occurs,
  schema,
  type,
}: (typeof eventTypes)[number]): FieldsOf<typeof WebhookEventTypeRecord> => ({
  event_type: type,
  description: occurs,
  schema: new Raw(toJsonText(schema)),
  example: new Raw(toJsonText(example)),
})
