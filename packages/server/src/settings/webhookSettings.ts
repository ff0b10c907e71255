/** The settings of webhooks. */
import { addressRanges, integer, setting, spans } from "./Setting.ts"

export const webhookSettings = {
  webhookAllow: setting(
    "ANNOTARY_WEBHOOK_ALLOW",
    addressRanges,
    "",
    "Private address ranges that webhooks may go to, also by `http://`, such as `10.0.0.0/8`. Cloud metadata is never allowed.",
  ),
  webhookWaits: setting(
    "ANNOTARY_WEBHOOK_WAITS",
    spans,
    "5s,5m,30m,2h,5h,10h,14h,20h,24h",
    "Retry schedule of failed webhooks, with a jitter of 20 %. After the last retry the delivery is given up.",
  ),
  webhookTimeoutSeconds: setting(
    "ANNOTARY_WEBHOOK_TIMEOUT_SECONDS",
    integer(1, 60),
    "15",
    "Timeout of one webhook request, from the lookup to the end of the response.",
  ),
  webhookLeaseSeconds: setting(
    "ANNOTARY_WEBHOOK_LEASE_SECONDS",
    integer(7, 3600),
    "30",
    "Lease of webhook deliveries: after a worker has died, others take over its deliveries after this time. At least six more than the request timeout.",
  ),
  webhookInFlight: setting(
    "ANNOTARY_WEBHOOK_IN_FLIGHT",
    integer(1, 64),
    "8",
    "Maximum concurrent webhook requests of a worker process to one endpoint.",
  ),
  webhookKeepDays: setting(
    "ANNOTARY_WEBHOOK_KEEP_DAYS",
    integer(1, 3650),
    "30",
    "How long events, their deliveries and the log of attempts are kept and can be replayed.",
  ),
  webhookKeepDeadDays: setting(
    "ANNOTARY_WEBHOOK_KEEP_DEAD_DAYS",
    integer(1, 3650),
    "90",
    "How long deliveries that were given up are kept, without their event. At least as long as the others.",
  ),
} as const
