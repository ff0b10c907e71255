import { Context } from "effect"
import type { Username } from "../domain/Names.ts"

/** The values of all settings. */
export interface EngineSettingsValues {
  /** Write events always, or only for accounts that enabled webhooks. */
  readonly events: "always" | "enabled-accounts"
  /** The maximum number of open claims of a person in one queue of one dataset. */
  readonly maxOpenClaims: number
  /** The validity of a release URL, in seconds. */
  readonly releaseUrlSeconds: number
  /** The validity of an upload URL, in seconds. */
  readonly uploadSeconds: number
  readonly maxUploadBytes: number
  /** The maximum age of cached keys and roles, in milliseconds. */
  readonly identityCacheMillis: number
  /** The maximum number of samples that a clone copies within its request. Above it, a job copies them. */
  readonly cloneInRequest: number
  /** The number of concurrent jobs in one process. */
  readonly jobConcurrency: number
  /** The time in seconds after which another process takes over the job of a dead one. */
  readonly jobLeaseSeconds: number
  readonly maxMetadataBytes: number
  readonly maxConfigurationBytes: number
  /** The public URL of the API, without a trailing slash. URLs in responses begin with it. */
  readonly publicUrl: () => string
  /** The maximum duration of `engine.transaction`, in milliseconds. On SQLite every other statement waits meanwhile. */
  readonly transactionMillis: number
  /** The name under which the engine's own changes are recorded. Null is the owner of the dataset. */
  readonly systemName: Username | null
  /** The maximum size of a resource in an event, in bytes. Larger ones are reported by id alone. */
  readonly maxEventBytes: number
  /** The maximum number of reported warnings of one label. All are counted. */
  readonly maxWarnings: number
  /**
   * Signing keys, base64url, 32 bytes each. The first signs, all verify. Empty: one is generated at first use and kept in the
   * storage.
   */
  readonly secretKeys: ReadonlyArray<string>
}

/** The default settings. */
export const defaultSettings: EngineSettingsValues = {
  events: "enabled-accounts",
  maxOpenClaims: 50,
  releaseUrlSeconds: 3600,
  uploadSeconds: 3600,
  maxUploadBytes: 100 * 1024 * 1024,
  identityCacheMillis: 2000,
  cloneInRequest: 100_000,
  jobConcurrency: 1,
  jobLeaseSeconds: 30,
  maxMetadataBytes: 64 * 1024,
  maxConfigurationBytes: 1024 * 1024,
  publicUrl: () => "http://127.0.0.1:8080",
  transactionMillis: 5000,
  systemName: null,
  maxEventBytes: 256 * 1024,
  maxWarnings: 10_000,
  secretKeys: [],
}

/** The settings of the engine. Every setting has a default. */
export class EngineSettings extends Context.Reference<EngineSettings>()("@annotary/core/EngineSettings", {
  defaultValue: () => defaultSettings,
}) {}
