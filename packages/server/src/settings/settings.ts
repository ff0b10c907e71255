/**
 * Every setting of the server, as data: read at start, shown by `--help` and `doctor`, and compared with the README by a
 * test.
 */
import { assetSettings } from "./assetSettings.ts"
import type { Setting } from "./Setting.ts"
import {
  accountName,
  addressRanges,
  databaseUrl,
  httpUrl,
  integer,
  list,
  oneOf,
  optionalPort,
  secret,
  secretKeys,
  setting,
  size,
  someOf,
  spans,
  text,
} from "./Setting.ts"
import { signInSettings } from "./signInSettings.ts"

/** All settings, by the name of their value. */
export const settings = {
  host: setting("ANNOTARY_HOST", text, "127.0.0.1", "Address to listen on."),
  port: setting(
    "ANNOTARY_PORT",
    integer(0, 65_535),
    "8080",
    "Port to listen on. 0 selects a free port and prints it.",
  ),
  databaseUrl: setting(
    "ANNOTARY_DATABASE_URL",
    databaseUrl,
    "sqlite:./.annotary/annotary.db",
    "Database: `sqlite:./path`, `postgres://user:password@host:port/database`, or `memory:` (lost when the process ends).",
  ),
  databaseSchema: setting(
    "ANNOTARY_DATABASE_SCHEMA",
    text,
    "",
    "Postgres: the schema of the tables, created when missing. Default: `public`.",
  ),
  databasePoolSize: setting(
    "ANNOTARY_DATABASE_POOL_SIZE",
    integer(1, 1000),
    "10",
    "Postgres: maximum number of connections of this process, plus one for notifications.",
  ),
  databaseStatementSeconds: setting(
    "ANNOTARY_DATABASE_STATEMENT_SECONDS",
    integer(0, 86_400),
    "60",
    "Postgres: maximum duration of a statement; 0 for no limit.",
  ),
  databaseConnectSeconds: setting(
    "ANNOTARY_DATABASE_CONNECT_SECONDS",
    integer(1, 600),
    "5",
    "Postgres: how long a request waits for a connection before it fails with 503.",
  ),
  databaseWaitSeconds: setting(
    "ANNOTARY_DATABASE_WAIT_SECONDS",
    integer(0, 86_400),
    "30",
    "Postgres: how long `serve` and `migrate` wait for a database that is not reachable yet.",
  ),
  databasePrepare: setting(
    "ANNOTARY_DATABASE_PREPARE",
    oneOf("on", "off"),
    "on",
    "Postgres: whether to use prepared statements. Set it to `off` behind a pooler in transaction mode.",
  ),
  dataDir: setting(
    "ANNOTARY_DATA_DIR",
    text,
    "./.annotary",
    "Folder for release files and assets, unless a bucket is set. Created when missing, accessible to its owner only.",
  ),
  s3Bucket: setting(
    "ANNOTARY_S3_BUCKET",
    text,
    "",
    "Bucket for release files and assets, on S3 or a compatible server. Default: none, files are stored with the data.",
  ),
  s3Endpoint: setting("ANNOTARY_S3_ENDPOINT", httpUrl, "", "URL of the S3 server. Default: AWS."),
  s3Region: setting(
    "ANNOTARY_S3_REGION",
    text,
    "",
    "Region of the bucket. Default: from the AWS variables and profiles, or `us-east-1` with an endpoint.",
  ),
  s3Prefix: setting("ANNOTARY_S3_PREFIX", text, "", "Prefix of every key in the bucket."),
  s3AccessKeyId: setting(
    "ANNOTARY_S3_ACCESS_KEY_ID",
    text,
    "",
    "Access key for the bucket. Default: AWS's credential chain (variables, profile, role of the machine).",
  ),
  s3SecretAccessKey: setting(
    "ANNOTARY_S3_SECRET_ACCESS_KEY",
    secret(() => true, ""),
    "",
    "Secret of the access key.",
  ),
  s3ForcePathStyle: setting(
    "ANNOTARY_S3_FORCE_PATH_STYLE",
    oneOf("auto", "true", "false"),
    "auto",
    "Whether the bucket is part of the path instead of the host name; `auto` for yes with an endpoint.",
  ),
  sqliteSynchronous: setting(
    "ANNOTARY_SQLITE_SYNCHRONOUS",
    oneOf("full", "normal"),
    "full",
    "SQLite: `normal` is faster, but the last changes may be lost when the machine (not the process) crashes.",
  ),
  publicUrl: setting(
    "ANNOTARY_PUBLIC_URL",
    httpUrl,
    "",
    "External URL of the API. URLs in responses begin with it. Default: the listening address.",
  ),
  allowedHosts: setting(
    "ANNOTARY_ALLOWED_HOSTS",
    list,
    "",
    "Additional host names of a server on a loopback address. Requests to other names than these, its own and the public URL's get 421.",
  ),
  corsOrigins: setting(
    "ANNOTARY_CORS_ORIGINS",
    list,
    "",
    "Origins of pages that may call the API, such as `https://app.example.com`.",
  ),
  trustedProxies: setting(
    "ANNOTARY_TRUSTED_PROXIES",
    addressRanges,
    "",
    "Addresses of reverse proxies that are trusted to report client addresses, such as `10.0.0.0/8`. Default: none.",
  ),
  proxyHeader: setting(
    "ANNOTARY_PROXY_HEADER",
    oneOf("x-forwarded-for", "forwarded"),
    "x-forwarded-for",
    "Header in which trusted proxies report client addresses. Read from the right, up to the first untrusted address.",
  ),
  ...signInSettings,
  adminUser: setting(
    "ANNOTARY_ADMIN_USER",
    accountName,
    "admin",
    "Name of the site admin that is created at the first start.",
  ),
  adminApiKey: setting(
    "ANNOTARY_ADMIN_API_KEY",
    secret(
      (key) => apiKey.test(key),
      "must be ann_, 8 characters, _ and 43 characters, all of them letters and digits",
    ),
    "",
    "The admin's key, used at the first start only. Default: generated and printed once.",
  ),
  secretKeys: setting(
    "ANNOTARY_SECRET_KEYS",
    secretKeys,
    "",
    "Keys of 32 bytes in base64url, comma-separated: the first signs, all verify. Default: one is generated and stored in the database.",
  ),
  roles: setting(
    "ANNOTARY_ROLES",
    someOf("api", "worker"),
    "api,worker",
    "Roles of this process: `api` serves requests, `worker` runs jobs, maintenance and webhooks.",
  ),
  events: setting(
    "ANNOTARY_EVENTS",
    oneOf("enabled-accounts", "always"),
    "enabled-accounts",
    "Whether events are written only for accounts with webhooks enabled, or for all.",
  ),
  webhookAllow: setting(
    "ANNOTARY_WEBHOOK_ALLOW",
    addressRanges,
    "",
    "Private address ranges that webhooks may go to, also by `http://`, such as `10.0.0.0/8`. Cloud metadata is never allowed.",
  ),
  webhookWaits: setting(
    "ANNOTARY_WEBHOOK_WAITS",
    spans,
    "5s,5m,30m,2h,5h,10h,14h,20h,24h",
    "Retry schedule of failed webhooks, with a jitter of 20 %. After the last retry the delivery is given up.",
  ),
  webhookTimeoutSeconds: setting(
    "ANNOTARY_WEBHOOK_TIMEOUT_SECONDS",
    integer(1, 60),
    "15",
    "Timeout of one webhook request, from the lookup to the end of the response.",
  ),
  webhookLeaseSeconds: setting(
    "ANNOTARY_WEBHOOK_LEASE_SECONDS",
    integer(7, 3600),
    "30",
    "Lease of webhook deliveries: after a worker has died, others take over its deliveries after this time. At least six more than the request timeout.",
  ),
  webhookInFlight: setting(
    "ANNOTARY_WEBHOOK_IN_FLIGHT",
    integer(1, 64),
    "8",
    "Maximum concurrent webhook requests of a worker process to one endpoint.",
  ),
  webhookKeepDays: setting(
    "ANNOTARY_WEBHOOK_KEEP_DAYS",
    integer(1, 3650),
    "30",
    "How long events, their deliveries and the log of attempts are kept and can be replayed.",
  ),
  webhookKeepDeadDays: setting(
    "ANNOTARY_WEBHOOK_KEEP_DEAD_DAYS",
    integer(1, 3650),
    "90",
    "How long deliveries that were given up are kept, without their event. At least as long as the others.",
  ),
  auditKeepDays: setting(
    "ANNOTARY_AUDIT_KEEP_DAYS",
    integer(0, 36_500),
    "0",
    "How long audit entries are kept; 0 for ever.",
  ),
  jobKeepDays: setting(
    "ANNOTARY_JOB_KEEP_DAYS",
    integer(0, 36_500),
    "30",
    "How long the records of ended jobs are kept, since the jobs were created; 0 for ever.",
  ),
  exportKeepDays: setting(
    "ANNOTARY_EXPORT_KEEP_DAYS",
    integer(0, 36_500),
    "30",
    "How long ended exports and their files are kept, since the exports were created; 0 for ever. Releases are always kept.",
  ),
  ...assetSettings,
  idempotencyKeepHours: setting(
    "ANNOTARY_IDEMPOTENCY_KEEP_HOURS",
    integer(1, 8760),
    "24",
    "How long the response to a request with an `Idempotency-Key` is kept and repeated.",
  ),
  metrics: setting(
    "ANNOTARY_METRICS",
    oneOf("key", "open"),
    "key",
    "Access to `/metrics`: `key` for site admins, `open` for everybody.",
  ),
  metricsToken: setting(
    "ANNOTARY_METRICS_TOKEN",
    secret(
      (token) => /^[\w.~+/=-]{16,512}$/.test(token),
      "must be 16 to 512 letters, digits and characters of -._~+/=",
    ),
    "",
    "Token of a monitoring system: reads `/metrics` as `Authorization: Bearer`, and nothing else. Default: none, site admins' keys alone.",
  ),
  metricsHost: setting(
    "ANNOTARY_METRICS_HOST",
    text,
    "127.0.0.1",
    "Address of the port for health and metrics.",
  ),
  metricsPort: setting(
    "ANNOTARY_METRICS_PORT",
    optionalPort,
    "",
    "Port for `/healthz`, `/readyz` and `/metrics` alone, in every role. 0 selects a free port and prints it. Default: none.",
  ),
  log: setting("ANNOTARY_LOG", oneOf("pretty", "json"), "pretty", "Format of the log on standard error."),
  logLevel: setting(
    "ANNOTARY_LOG_LEVEL",
    oneOf("debug", "info", "warning", "error", "none"),
    "info",
    "Minimum level of log entries.",
  ),
  shutdownSeconds: setting(
    "ANNOTARY_SHUTDOWN_SECONDS",
    integer(0, 3600),
    "20",
    "How long to wait for running requests after SIGTERM.",
  ),
  jobConcurrency: setting(
    "ANNOTARY_JOB_CONCURRENCY",
    integer(1, 100),
    "1",
    "Maximum concurrent jobs (releases, clones, purges) of a worker process.",
  ),
  jobLeaseSeconds: setting(
    "ANNOTARY_JOB_LEASE_SECONDS",
    integer(2, 3600),
    "30",
    "Lease of a job: after a worker has died, another one continues its job after this time.",
  ),
  rateLimit: setting(
    "ANNOTARY_RATE_LIMIT",
    integer(0, 1_000_000),
    "0",
    "Maximum requests per minute and API key; 0 for no limit.",
  ),
  maxConnections: setting(
    "ANNOTARY_MAX_CONNECTIONS",
    integer(1, 1_000_000),
    "5000",
    "Maximum open connections. Further ones are closed at once and logged.",
  ),
  slowBodySeconds: setting(
    "ANNOTARY_SLOW_BODY_SECONDS",
    integer(1, 3600),
    "30",
    "How long a body may arrive more slowly than 1 KiB/s before its request ends with 408.",
  ),
  maxBody: setting("ANNOTARY_MAX_BODY", size, "64MiB", "Largest JSON body as sent."),
  maxJson: setting("ANNOTARY_MAX_JSON", size, "128MiB", "Largest JSON body inflated."),
  maxJsonInWork: setting(
    "ANNOTARY_MAX_JSON_IN_WORK",
    size,
    "256MiB",
    "Maximum inflated JSON in progress in this process. Further requests get 503.",
  ),
  maxJsonDepth: setting(
    "ANNOTARY_MAX_JSON_DEPTH",
    integer(10, 1000),
    "200",
    "Maximum levels of nesting in JSON.",
  ),
  maxLine: setting("ANNOTARY_MAX_LINE", size, "8MiB", "Longest line of an NDJSON body."),
  maxMetadata: setting("ANNOTARY_MAX_METADATA", size, "64KiB", "Largest metadata of a dataset or sample."),
  maxConfiguration: setting(
    "ANNOTARY_MAX_CONFIGURATION",
    size,
    "1MiB",
    "Largest label-editor configuration.",
  ),
  maxUpload: setting("ANNOTARY_MAX_UPLOAD", size, "100MiB", "Largest asset."),
  maxEvent: setting(
    "ANNOTARY_MAX_EVENT",
    size,
    "256KiB",
    "Largest event. A larger one is truncated to the reference of its resource.",
  ),
  maxWarnings: setting(
    "ANNOTARY_MAX_WARNINGS",
    integer(1, 100_000),
    "10000",
    "Maximum listed warnings of one label. All are counted.",
  ),
  maxOpenClaims: setting(
    "ANNOTARY_MAX_OPEN_CLAIMS",
    integer(1, 1000),
    "50",
    "Maximum open claims of a person in one queue of a dataset.",
  ),
  cloneInRequest: setting(
    "ANNOTARY_CLONE_IN_REQUEST",
    integer(0, 1_000_000),
    "100000",
    "Largest clone, in samples, that is copied within its request. Larger ones become a job.",
  ),
  releaseUrlSeconds: setting(
    "ANNOTARY_RELEASE_URL_SECONDS",
    integer(1),
    "3600",
    "Validity of the URL of a release's file.",
  ),
  uploadSeconds: setting("ANNOTARY_UPLOAD_SECONDS", integer(1), "3600", "Validity of an upload URL."),
} as const satisfies { readonly [key: string]: Setting<unknown> }

/** The values of all settings. */
export type Settings = {
  readonly [Key in keyof typeof settings]: (typeof settings)[Key] extends Setting<infer A> ? A : never
}

const apiKey = /^ann_[A-Za-z0-9]{8}_[A-Za-z0-9]{43}$/
