/** What the webhooks are told of the server's settings. */
import { defaultWebhookSettings, makeAddressPolicy, type WebhookSettingsValues } from "@annotary/webhooks"
import type { Settings } from "../settings/settings.ts"

export const webhookSettings = (settings: Settings): WebhookSettingsValues => ({
  ...defaultWebhookSettings,
  policy: makeAddressPolicy({ allow: settings.webhookAllow }),
})
