/** The settings of webhooks. */
import { addressRanges, makeInteger, makeSetting, spans } from "./Setting.ts"

export const webhookSettings = {
  webhookAllow: makeSetting(
    "ANNOTARY_WEBHOOK_ALLOW",
    addressRanges,
    "",
    "Private address ranges that webhooks may go to, also by `http://`, such as `10.0.0.0/8`. Cloud metadata is never allowed.",
  ),
  webhookWaits: makeSetting(
    "ANNOTARY_WEBHOOK_WAITS",
    spans,
    "5s,5m,30m,2h,5h,10h,14h,20h,24h",
    "Retry schedule of failed webhooks, with a jitter of 20 %. After the last retry the delivery is given up.",
  ),
  webhookTimeoutSeconds: makeSetting(
    "ANNOTARY_WEBHOOK_TIMEOUT_SECONDS",
    makeInteger(1, 60),
    "15",
    "Timeout of one webhook request, from the lookup to the end of the response.",
  ),
  webhookLeaseSeconds: makeSetting(
    "ANNOTARY_WEBHOOK_LEASE_SECONDS",
    makeInteger(7, 3600),
    "30",
    "Lease of webhook deliveries: after a worker has died, others take over its deliveries after this time. At least six more than the request timeout.",
  ),
  webhookInFlight: makeSetting(
    "ANNOTARY_WEBHOOK_IN_FLIGHT",
    makeInteger(1, 64),
    "8",
    "Maximum concurrent webhook requests of a worker process to one endpoint.",
  ),
  webhookKeepDays: makeSetting(
    "ANNOTARY_WEBHOOK_KEEP_DAYS",
    makeInteger(1, 3650),
    "30",
    "How long events, their deliveries and the log of attempts are kept and can be replayed.",
  ),
  webhookKeepDeadDays: makeSetting(
    "ANNOTARY_WEBHOOK_KEEP_DEAD_DAYS",
    makeInteger(1, 3650),
    "90",
    "How long deliveries that were given up are kept, without their event. At least as long as the others.",
  ),
} as const
