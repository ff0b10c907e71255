import { Context } from "effect"
import type { Username } from "../domain/Names.ts"

/** The values of all settings. */
export interface EngineSettingsValues {
  /** Write events always, or only for accounts with webhooks or the feed on. */
  readonly events: "always" | "enabled-accounts"
  /** The maximum number of open claims of a person in one queue of one dataset. */
  readonly maxOpenClaims: number
  /** The validity of a release URL, in seconds. */
  readonly releaseUrlSeconds: number
  /** Whether URLs of assets read the file for ever, or only with a signature that the API adds where it shows texts. */
  readonly assetUrls: "permanent" | "signed"
  /** A signed URL of an asset stays the same for this time, in seconds. It is valid for one to two times as long. */
  readonly assetUrlSeconds: number
  /** The validity of an upload URL, in seconds. */
  readonly uploadSeconds: number
  readonly maxUploadBytes: number
  /** The maximum age of cached keys, of users of `engine.as` and of roles, in milliseconds. */
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
  /** Whether whoever has the link of an invitation may make an account with it. */
  readonly invitedAccounts: boolean
  /** Answers under an `Idempotency-Key` are stored and repeated for this time, in milliseconds. */
  readonly keepAnswersMillis: number
  /** Audit entries are stored for this time, in milliseconds. Null keeps them for ever. */
  readonly keepAuditMillis: number | null
  /** Workunits of deleted datasets are stored for this time, in milliseconds since the deletion. 0 removes them with their dataset. */
  readonly keepDeletedWorkMillis: number
  /** Records of ended jobs are stored for this time, in milliseconds since their creation. Null keeps them for ever. */
  readonly keepJobsMillis: number | null
  /** Ended exports and their files are stored for this time, in milliseconds since their creation. Null keeps them for ever. */
  readonly keepExportsMillis: number | null
  /** Assets that nothing names are stored for this time, in milliseconds since that was first found. Null keeps them for ever. */
  readonly keepAssetsMillis: number | null
  /**
   * Signing keys, base64url, 32 bytes each. The first signs, all verify. Empty: one is generated at first use and kept in the
   * storage.
   */
  readonly secretKeys: ReadonlyArray<string>
}

const dayMillis = 24 * 3600 * 1000

/** The default settings. */
export const defaultSettings: EngineSettingsValues = {
  events: "enabled-accounts",
  maxOpenClaims: 50,
  releaseUrlSeconds: 3600,
  assetUrls: "permanent",
  assetUrlSeconds: 3600,
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
  invitedAccounts: false,
  keepAnswersMillis: dayMillis,
  keepAuditMillis: null,
  keepDeletedWorkMillis: 0,
  keepJobsMillis: 30 * dayMillis,
  keepExportsMillis: 30 * dayMillis,
  keepAssetsMillis: 30 * dayMillis,
  secretKeys: [],
}

/** The settings of the engine. Every setting has a default. */
export class EngineSettings extends Context.Reference<EngineSettings>()("@annotary/core/EngineSettings", {
  defaultValue: () => defaultSettings,
}) {}
