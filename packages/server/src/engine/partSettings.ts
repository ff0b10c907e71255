/** The settings of the server's parts, derived from those of the server. */
import {
  defaultSettings,
  defaultWebhookSettings,
  type EngineSettingsValues,
  type WebhookSettingsValues,
} from "@annotary/core/effect"
import { Redacted } from "effect"
import type { Settings } from "../settings/settings.ts"

/** Settings of the engine. `listening` is called when a URL is written: the port is known only by then. */
export const engineSettings = (settings: Settings, listening: () => string): EngineSettingsValues => ({
  ...defaultSettings,
  events: settings.events,
  maxOpenClaims: settings.maxOpenClaims,
  releaseUrlSeconds: settings.releaseUrlSeconds,
  uploadSeconds: settings.uploadSeconds,
  maxUploadBytes: settings.maxUpload,
  cloneInRequest: settings.cloneInRequest,
  jobConcurrency: settings.jobConcurrency,
  jobLeaseSeconds: settings.jobLeaseSeconds,
  maxMetadataBytes: settings.maxMetadata,
  maxConfigurationBytes: settings.maxConfiguration,
  maxEventBytes: settings.maxEvent,
  maxWarnings: settings.maxWarnings,
  publicUrl: () => settings.publicUrl ?? listening(),
  secretKeys: settings.secretKeys.map(Redacted.value),
})

/** Settings of webhooks. */
export const webhookSettings = (settings: Settings): WebhookSettingsValues => {
  const keepMillis = settings.webhookKeepDays * dayMillis
  return {
    ...defaultWebhookSettings,
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
