/** What the webhooks are told of the server's settings. */
import { defaultWebhookSettings, makeAddressPolicy, type WebhookSettingsValues } from "@annotary/webhooks"
import type { Settings } from "../settings/settings.ts"

export const webhookSettings = (settings: Settings): WebhookSettingsValues => {
  const keepMillis = settings.webhookKeepDays * dayMillis
  return {
    ...defaultWebhookSettings,
    policy: makeAddressPolicy({ allow: settings.webhookAllow }),
    keepMillis,
    keepDeadMillis: Math.max(keepMillis, settings.webhookKeepDeadDays * dayMillis),
  }
}

const dayMillis = 24 * 3_600_000
