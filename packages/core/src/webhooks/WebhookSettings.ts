import { Context } from "effect"

/** The values of all settings. */
export interface WebhookSettingsValues {
  /** The maximum number of endpoints of an account. Every change of its datasets examines each of them. */
  readonly maxEndpoints: number
  /** The maximum timeout of an endpoint's requests, in seconds. The lease of the dispatchers limits it. */
  readonly maxTimeoutSeconds: number
  /** The time that events, deliveries and attempts are stored, in milliseconds. */
  readonly keepMillis: number
  /** The time that dead deliveries are stored, in milliseconds. */
  readonly keepDeadMillis: number
}

const day = 24 * 3_600_000

/** The default settings. */
export const defaultWebhookSettings: WebhookSettingsValues = {
  maxEndpoints: 50,
  maxTimeoutSeconds: 24,
  keepMillis: 30 * day,
  keepDeadMillis: 90 * day,
}

/** The settings of webhooks. Every setting has a default. */
export class WebhookSettings extends Context.Reference<WebhookSettings>()("@annotary/core/WebhookSettings", {
  defaultValue: () => defaultWebhookSettings,
}) {}
