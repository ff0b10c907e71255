/** Derives the settings of the engine and of webhooks from those of the server. */
import {
  defaultSettings,
  defaultWebhookSettings,
  type EngineSettingsValues,
  type WebhookSettingsValues,
} from "@annotary/core/effect"
import { Redacted } from "effect"
import type { Settings } from "../settings/settings.ts"

/** Settings of the engine. `listening` is called when a URL is written, because the port is known only then. */
export const toEngineSettings = (settings: Settings, listening: () => string): EngineSettingsValues => ({
  ...defaultSettings,
  events: settings.eventSinks.length > 0 ? "always" : settings.events,
  maxOpenClaims: settings.maxOpenClaims,
  releaseUrlSeconds: settings.releaseUrlSeconds,
  assetUrls: settings.assetUrls,
  assetUrlSeconds: settings.assetUrlSeconds,
  uploadSeconds: settings.uploadSeconds,
  maxUploadBytes: settings.maxUpload,
  cloneInRequest: settings.cloneInRequest,
  jobConcurrency: settings.jobConcurrency,
  jobLeaseSeconds: settings.jobLeaseSeconds,
  maxMetadataBytes: settings.maxMetadata,
  maxConfigurationBytes: settings.maxConfiguration,
  maxEventBytes: settings.maxEvent,
  maxWarnings: settings.maxWarnings,
  invitedAccounts: settings.invitedAccounts === "on",
  keepAnswersMillis: settings.idempotencyKeepHours * hourMillis,
  keepAuditMillis: toKeepMillis(settings.auditKeepDays),
  keepDeletedWorkMillis: settings.deletedWorkKeepDays * dayMillis,
  keepJobsMillis: toKeepMillis(settings.jobKeepDays),
  keepExportsMillis: toKeepMillis(settings.exportKeepDays),
  keepAssetsMillis: toKeepMillis(settings.assetKeepDays),
  publicUrl: () => settings.publicUrl ?? listening(),
  secretKeys: settings.secretKeys.map(Redacted.value),
})

/** Settings of webhooks. */
export const toWebhookSettings = (settings: Settings): WebhookSettingsValues => {
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

/** Minimum time between the end of the longest request and the end of its lease, as documented for the setting. */
const leaseMarginSeconds = 6
/** An hour in milliseconds. */
export const hourMillis = 3_600_000
const dayMillis = 24 * hourMillis

/** 0 keeps for ever. */
const toKeepMillis = (days: number): number | null => (days === 0 ? null : days * dayMillis)
