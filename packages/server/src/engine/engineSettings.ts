/** What the engine is told of the server's settings. */
import { defaultSettings, type EngineSettingsValues } from "@annotary/core/effect"
import { Redacted } from "effect"
import type { Settings } from "../settings/settings.ts"

/** `listening` is asked when a URL is written: the port is known only by then. */
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
