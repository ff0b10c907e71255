/** What an embedder may set about the engine; every setting has a default. */
import { Context } from "effect"
import type { Username } from "../domain/Names.ts"

export interface EngineSettingsValues {
  /** Write events always, or only for accounts that enabled webhooks. */
  readonly events: "always" | "enabled-accounts"
  /** Open claims a person may have in one queue of one dataset. */
  readonly maxOpenClaims: number
  /** How long a release URL can be read, in seconds. */
  readonly releaseUrlSeconds: number
  /** How long an upload URL can be used, in seconds. */
  readonly uploadSeconds: number
  readonly maxUploadBytes: number
  /** How old a key's or a role's cached answer may be, in milliseconds. */
  readonly identityCacheMillis: number
  /** Samples a clone copies within its request; above that it is a job. */
  readonly cloneInRequest: number
  /** Jobs that one process works on at once. */
  readonly jobConcurrency: number
  /** After how many seconds the job of a process that died is another's. */
  readonly jobLeaseSeconds: number
  readonly maxMetadataBytes: number
  readonly maxConfigurationBytes: number
  /** Where the API is reached from outside, without a slash at the end; URLs in answers begin with it. */
  readonly publicUrl: () => string
  /** How long `engine.transaction` may last, in milliseconds: on SQLite every other statement waits meanwhile. */
  readonly transactionMillis: number
  /** Whose name the engine's own changes carry; null: the owner of the dataset. */
  readonly systemName: Username | null
  /** Longest representation of a resource in an event, in bytes; a longer one is told by its id alone. */
  readonly maxEventBytes: number
  /** Warnings of one label that are told; all are counted. */
  readonly maxWarnings: number
  /** base64url, 32 bytes each: the first signs, all verify. Empty: one is made at first use and kept in the storage. */
  readonly secretKeys: ReadonlyArray<string>
}

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

export class EngineSettings extends Context.Reference<EngineSettings>()("@annotary/core/EngineSettings", {
  defaultValue: () => defaultSettings,
}) {}
