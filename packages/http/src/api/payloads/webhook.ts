/** Payloads about webhooks. */
import {
  DeliveryAction,
  DeliveryId,
  DeliveryState,
  EventType,
  EventTypeSelector,
  Line,
  longest,
  makeClearableField,
  makeOptionalField,
  maxBatch,
  maxDatasets,
  maxOverlapSeconds,
  maxRateLimit,
  maxRetries,
  maxRetryWaitSeconds,
  maxTimeToLiveSeconds,
  SecretKind,
} from "@annotary/core/effect"

import { Schema } from "effect"
import { Instant } from "../instant.ts"

const makeWholeUpTo = (most: number) => Schema.Int.pipe(Schema.between(1, most))

/** Checked before decoding, because decoding a record silently drops `__proto__`. */
const Headers = Schema.Unknown.pipe(
  Schema.filter((sent) => typeof sent !== "object" || sent === null || !Object.hasOwn(sent, "__proto__")),
  Schema.compose(Schema.Record({ key: Schema.String, value: Schema.String }), { strict: false }),
).annotations({
  message: () => "must be an object of header names and values, and none of them `__proto__`",
  jsonSchema: { type: "object", required: [], properties: {}, additionalProperties: { type: "string" } },
})

const endpoint = {
  version: makeClearableField(Schema.Finite),
  description: makeOptionalField(Line),
  event_types: makeOptionalField(Schema.Array(EventTypeSelector).pipe(Schema.maxItems(100))),
  datasets: makeClearableField(Schema.Array(Schema.String).pipe(Schema.maxItems(maxDatasets))),
  enabled: makeOptionalField(Schema.Boolean),
  rate_limit: makeClearableField(makeWholeUpTo(maxRateLimit)),
  headers: makeOptionalField(Headers),
  chat: makeOptionalField(Schema.Boolean),
  fifo: makeOptionalField(Schema.Boolean),
  batch: makeOptionalField(makeWholeUpTo(maxBatch)),
  retry_schedule: makeClearableField(
    Schema.Array(makeWholeUpTo(maxRetryWaitSeconds)).pipe(Schema.maxItems(maxRetries)),
  ),
  timeout_seconds: makeClearableField(makeWholeUpTo(3600)),
  time_to_live_seconds: makeClearableField(makeWholeUpTo(maxTimeToLiveSeconds)),
}

const Url = Schema.String.pipe(Schema.maxLength(longest.url))
const Secret = Schema.String.pipe(Schema.maxLength(longest.secret))

export const NewWebhookEndpoint = Schema.Struct({
  url: Url,
  ...endpoint,
  secret: makeOptionalField(Secret),
  secret_kind: makeOptionalField(SecretKind),
}).annotations({ identifier: "NewWebhookEndpoint" })

export const WebhookEndpointChange = Schema.Struct({ url: makeOptionalField(Url), ...endpoint }).annotations({
  identifier: "WebhookEndpointChange",
})

export const WebhookRotation = Schema.Struct({
  overlap_seconds: makeOptionalField(Schema.Int.pipe(Schema.between(0, maxOverlapSeconds))).annotations({
    description: "The number of seconds for which the old secrets sign too; 86400 by default",
  }),
  secret: makeOptionalField(Secret),
  secret_kind: makeOptionalField(SecretKind),
}).annotations({ identifier: "WebhookRotation" })

export const WebhookTest = Schema.Struct({ event_type: makeOptionalField(EventType) }).annotations({
  identifier: "WebhookTest",
})

export const WebhookRecovery = Schema.Struct({
  since: Instant,
  until: makeOptionalField(Instant),
  missing: makeOptionalField(Schema.Boolean),
  dry_run: makeOptionalField(Schema.Boolean),
}).annotations({ identifier: "WebhookRecoveryAsk" })

/** The status class of a delivery's last response. */
export const StatusClass = Schema.Literal("1xx", "2xx", "3xx", "4xx", "5xx", "none")

const makeShortList = <A extends string>(one: Schema.Schema<A>) =>
  makeOptionalField(Schema.Array(one).pipe(Schema.maxItems(100)))

export const WebhookBulk = Schema.Struct({
  action: DeliveryAction,
  states: makeShortList(DeliveryState).annotations({
    description:
      "The states of the deliveries. By default `held` and `dead` for replay, `pending` for skip, `pending` and `held` for cancel. Deliveries that are being sent are not changed",
  }),
  event_types: makeShortList(EventType),
  statuses: makeShortList(StatusClass),
  dataset: makeOptionalField(Schema.String),
  since: makeOptionalField(Instant),
  until: makeOptionalField(Instant),
  cursor: makeOptionalField(DeliveryId).annotations({ description: "The `next` of the previous response" }),
  dry_run: makeOptionalField(Schema.Boolean).annotations({ description: "Only counts the deliveries" }),
}).annotations({ identifier: "WebhookBulk" })
