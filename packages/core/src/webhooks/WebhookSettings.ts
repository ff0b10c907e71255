/** What whoever runs the engine may set about webhooks; every setting has a default. */
import { Context } from "effect"

export interface WebhookSettingsValues {
  /** Endpoints that an account may have: each is looked at in every change of its datasets. */
  readonly maxEndpoints: number
  /** The longest that an endpoint may have a request take: no longer than the lease of the dispatchers allows. */
  readonly maxTimeoutSeconds: number
  /** How long events, what came of them and its log are kept, in milliseconds. */
  readonly keepMillis: number
  /** The same for deliveries that were given up. */
  readonly keepDeadMillis: number
}

const day = 24 * 3_600_000

export const defaultWebhookSettings: WebhookSettingsValues = {
  maxEndpoints: 50,
  maxTimeoutSeconds: 24,
  keepMillis: 30 * day,
  keepDeadMillis: 90 * day,
}

export class WebhookSettings extends Context.Reference<WebhookSettings>()("@annotary/core/WebhookSettings", {
  defaultValue: () => defaultWebhookSettings,
}) {}
