/**
 * Every setting of the server, as data: read at start, shown by `--help` and `doctor`, and compared with the README by a
 * test.
 */
import { databaseSettings } from "../databases/kinds.ts"
import { fileSettings } from "./fileSettings.ts"
import { limitSettings } from "./limitSettings.ts"
import { monitoringSettings } from "./monitoringSettings.ts"
import { publicSettings } from "./publicSettings.ts"
import { retentionSettings } from "./retentionSettings.ts"
import type { Setting } from "./Setting.ts"
import {
  accountName,
  list,
  makeChoice,
  makeChoices,
  makeInteger,
  makeSecret,
  makeSetting,
  secretKeys,
  text,
} from "./Setting.ts"
import { signInSettings } from "./signInSettings.ts"
import { webhookSettings } from "./webhookSettings.ts"

/** All settings, by the name of their value. */
export const settings = {
  host: makeSetting("ANNOTARY_HOST", text, "127.0.0.1", "Address to listen on."),
  port: makeSetting(
    "ANNOTARY_PORT",
    makeInteger(0, 65_535),
    "8080",
    "Port to listen on. 0 selects a free port and prints it.",
  ),
  workers: makeSetting(
    "ANNOTARY_WORKERS",
    makeInteger(1, 256),
    "1",
    "Processes of `serve` behind the port, each with all roles of this one. More than 1 needs Postgres: SQLite has its writer in one process.",
  ),
  ...databaseSettings,
  ...fileSettings,
  ...publicSettings,
  ...signInSettings,
  adminUser: makeSetting(
    "ANNOTARY_ADMIN_USER",
    accountName,
    "admin",
    "Name of the site admin that is created at the first start.",
  ),
  adminApiKey: makeSetting(
    "ANNOTARY_ADMIN_API_KEY",
    makeSecret(
      (key) => apiKey.test(key),
      "must be ann_, 8 characters, _ and 43 characters, all of them letters and digits",
    ),
    "",
    "The admin's key, used at the first start only. Default: generated and printed once.",
  ),
  secretKeys: makeSetting(
    "ANNOTARY_SECRET_KEYS",
    secretKeys,
    "",
    "Keys of 32 bytes in base64url, separated by commas: the first signs, all verify. Default: one key is generated and stored in the database.",
  ),
  roles: makeSetting(
    "ANNOTARY_ROLES",
    makeChoices("api", "worker"),
    "api,worker",
    "Roles of this process: `api` serves requests, `worker` runs jobs, maintenance and webhooks.",
  ),
  events: makeSetting(
    "ANNOTARY_EVENTS",
    makeChoice("enabled-accounts", "always"),
    "enabled-accounts",
    "Whether events are written only for accounts with webhooks or the event feed on, or for all.",
  ),
  eventSinks: makeSetting(
    "ANNOTARY_EVENT_SINKS",
    list,
    "",
    "Packages and files of JavaScript, separated by commas, that publish all events to other systems, such as `@annotary/sink-nats`. Events are then written for all accounts. All processes need the same.",
  ),
  ...webhookSettings,
  ...retentionSettings,
  ...monitoringSettings,
  shutdownSeconds: makeSetting(
    "ANNOTARY_SHUTDOWN_SECONDS",
    makeInteger(0, 3600),
    "20",
    "How long to wait for running requests after SIGTERM.",
  ),
  jobConcurrency: makeSetting(
    "ANNOTARY_JOB_CONCURRENCY",
    makeInteger(1, 100),
    "1",
    "Maximum concurrent jobs (releases, clones, purges) of a worker process.",
  ),
  jobLeaseSeconds: makeSetting(
    "ANNOTARY_JOB_LEASE_SECONDS",
    makeInteger(2, 3600),
    "30",
    "Lease of a job: after a worker has died, another one continues its job after this time.",
  ),
  ...limitSettings,
} as const satisfies { readonly [key: string]: Setting<unknown> }

/** The values of all settings. */
export type Settings = {
  readonly [Key in keyof typeof settings]: (typeof settings)[Key] extends Setting<infer A> ? A : never
}

const apiKey = /^ann_[A-Za-z0-9]{8}_[A-Za-z0-9]{43}$/
