/** Payloads about webhooks. */
import {
  clearable,
  DeliveryAction,
  DeliveryId,
  DeliveryState,
  EventType,
  EventTypeSelector,
  given,
  Line,
  longest,
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
  version: clearable(Schema.Finite),
  description: given(Line),
  event_types: given(Schema.Array(EventTypeSelector).pipe(Schema.maxItems(100))),
  datasets: clearable(Schema.Array(Schema.String).pipe(Schema.maxItems(maxDatasets))),
  enabled: given(Schema.Boolean),
  rate_limit: clearable(makeWholeUpTo(maxRateLimit)),
  headers: given(Headers),
  chat: given(Schema.Boolean),
  fifo: given(Schema.Boolean),
  batch: given(makeWholeUpTo(maxBatch)),
  retry_schedule: clearable(
    Schema.Array(makeWholeUpTo(maxRetryWaitSeconds)).pipe(Schema.maxItems(maxRetries)),
  ),
  timeout_seconds: clearable(makeWholeUpTo(3600)),
  time_to_live_seconds: clearable(makeWholeUpTo(maxTimeToLiveSeconds)),
}

const Url = Schema.String.pipe(Schema.maxLength(longest.url))
const Secret = Schema.String.pipe(Schema.maxLength(longest.secret))

export const NewWebhookEndpoint = Schema.Struct({
  url: Url,
  ...endpoint,
  secret: given(Secret),
  secret_kind: given(SecretKind),
}).annotations({ identifier: "NewWebhookEndpoint" })

export const WebhookEndpointChange = Schema.Struct({ url: given(Url), ...endpoint }).annotations({
  identifier: "WebhookEndpointChange",
})

export const WebhookRotation = Schema.Struct({
  overlap_seconds: given(Schema.Int.pipe(Schema.between(0, maxOverlapSeconds))).annotations({
    description: "How long the old secrets sign beside the new one; 86400 when absent",
  }),
  secret: given(Secret),
  secret_kind: given(SecretKind),
}).annotations({ identifier: "WebhookRotation" })

export const WebhookTest = Schema.Struct({ event_type: given(EventType) }).annotations({
  identifier: "WebhookTest",
})

export const WebhookRecovery = Schema.Struct({
  since: Instant,
  until: given(Instant),
  missing: given(Schema.Boolean),
  dry_run: given(Schema.Boolean),
}).annotations({ identifier: "WebhookRecoveryAsk" })

/** The status class of a delivery's last response. */
export const StatusClass = Schema.Literal("1xx", "2xx", "3xx", "4xx", "5xx", "none")

const makeShortList = <A extends string>(one: Schema.Schema<A>) =>
  given(Schema.Array(one).pipe(Schema.maxItems(100)))

export const WebhookBulk = Schema.Struct({
  action: DeliveryAction,
  states: makeShortList(DeliveryState).annotations({
    description:
      "By default `held` and `dead` for replay, `pending` for skip, `pending` and `held` for cancel. Those that are being sent are left out",
  }),
  event_types: makeShortList(EventType),
  statuses: makeShortList(StatusClass),
  dataset: given(Schema.String),
  since: given(Instant),
  until: given(Instant),
  cursor: given(DeliveryId).annotations({ description: "The `next` of the answer before" }),
  dry_run: given(Schema.Boolean).annotations({ description: "Only counts" }),
}).annotations({ identifier: "WebhookBulk" })
