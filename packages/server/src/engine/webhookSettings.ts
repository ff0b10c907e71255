/** What the webhooks are told of the server's settings. */
import { defaultWebhookSettings, makeAddressPolicy, type WebhookSettingsValues } from "@annotary/webhooks"
import type { Settings } from "../settings/settings.ts"

export const webhookSettings = (settings: Settings): WebhookSettingsValues => {
  const keepMillis = settings.webhookKeepDays * dayMillis
  return {
    ...defaultWebhookSettings,
    policy: makeAddressPolicy({ allow: settings.webhookAllow }),
    maxTimeoutSeconds: Math.max(
      settings.webhookTimeoutSeconds,
      settings.webhookLeaseSeconds - leaseMarginSeconds,
    ),
    keepMillis,
    keepDeadMillis: Math.max(keepMillis, settings.webhookKeepDeadDays * dayMillis),
  }
}

/** A lease outlasts the longest request by so much at least: the settings say so. */
const leaseMarginSeconds = 6
const dayMillis = 24 * 3_600_000
