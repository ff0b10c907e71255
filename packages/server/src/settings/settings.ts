/** Every setting of the server, as data: read at start, shown by `--help` and `doctor`, and held against the README by a test. */
import type { Setting } from "./Setting.ts"
import {
  accountName,
  databaseUrl,
  httpUrl,
  integer,
  list,
  oneOf,
  secret,
  secretKeys,
  setting,
  size,
  someOf,
  text,
} from "./Setting.ts"

export const settings = {
  host: setting("ANNOTARY_HOST", text, "127.0.0.1", "Address to listen on."),
  port: setting(
    "ANNOTARY_PORT",
    integer(0, 65_535),
    "8080",
    "Port to listen on; 0 picks a free one and prints it.",
  ),
  databaseUrl: setting(
    "ANNOTARY_DATABASE_URL",
    databaseUrl,
    "sqlite:./.annotary/annotary.db",
    "Where the data is kept: `sqlite:./path`, `postgres://user:password@host:port/database`, or `memory:` (gone with the process).",
  ),
  databaseSchema: setting(
    "ANNOTARY_DATABASE_SCHEMA",
    text,
    "",
    "Postgres: the schema that the tables are in; made when missing. Default: `public`.",
  ),
  databasePoolSize: setting(
    "ANNOTARY_DATABASE_POOL_SIZE",
    integer(1, 1000),
    "10",
    "Postgres: connections that this process opens at most, beside one for wake-ups.",
  ),
  databaseStatementSeconds: setting(
    "ANNOTARY_DATABASE_STATEMENT_SECONDS",
    integer(0, 86_400),
    "60",
    "Postgres: how long one statement may run; 0: as long as it likes.",
  ),
  databaseConnectSeconds: setting(
    "ANNOTARY_DATABASE_CONNECT_SECONDS",
    integer(1, 600),
    "5",
    "Postgres: how long a request waits for a connection before it gets 503.",
  ),
  databaseWaitSeconds: setting(
    "ANNOTARY_DATABASE_WAIT_SECONDS",
    integer(0, 86_400),
    "30",
    "Postgres: how long `serve` and `migrate` wait for a database that cannot be reached yet.",
  ),
  databasePrepare: setting(
    "ANNOTARY_DATABASE_PREPARE",
    oneOf("on", "off"),
    "on",
    "Postgres: `off` behind a pooler that hands out connections by transaction.",
  ),
  dataDir: setting(
    "ANNOTARY_DATA_DIR",
    text,
    "./.annotary",
    "Folder for release files and assets, unless a bucket is set; made when missing, for its owner only.",
  ),
  s3Bucket: setting(
    "ANNOTARY_S3_BUCKET",
    text,
    "",
    "Bucket for release files and assets, on S3 or a server that speaks like it. Default: none, they are kept with the data.",
  ),
  s3Endpoint: setting("ANNOTARY_S3_ENDPOINT", httpUrl, "", "Where the S3 server answers. Default: AWS."),
  s3Region: setting(
    "ANNOTARY_S3_REGION",
    text,
    "",
    "Region of the bucket. Default: what the AWS variables and profiles say; with an endpoint `us-east-1`.",
  ),
  s3Prefix: setting("ANNOTARY_S3_PREFIX", text, "", "Put before every key in the bucket."),
  s3AccessKeyId: setting(
    "ANNOTARY_S3_ACCESS_KEY_ID",
    text,
    "",
    "Key for the bucket. Default: what AWS's own chain finds: variables, profile, role of the machine.",
  ),
  s3SecretAccessKey: setting(
    "ANNOTARY_S3_SECRET_ACCESS_KEY",
    secret(() => true, ""),
    "",
    "The secret of that key.",
  ),
  s3ForcePathStyle: setting(
    "ANNOTARY_S3_FORCE_PATH_STYLE",
    oneOf("auto", "true", "false"),
    "auto",
    "Whether the bucket is named in the path, not in the host name; `auto`: when there is an endpoint.",
  ),
  sqliteSynchronous: setting(
    "ANNOTARY_SQLITE_SYNCHRONOUS",
    oneOf("full", "normal"),
    "full",
    "`normal` is faster and may lose the last changes when the machine (not the process) dies.",
  ),
  publicUrl: setting(
    "ANNOTARY_PUBLIC_URL",
    httpUrl,
    "",
    "Where the API is reached from outside; URLs in answers begin with it. Default: the address listened on.",
  ),
  allowedHosts: setting(
    "ANNOTARY_ALLOWED_HOSTS",
    list,
    "",
    "Host names that a server on a loopback address answers to beside its own; others get 421.",
  ),
  corsOrigins: setting(
    "ANNOTARY_CORS_ORIGINS",
    list,
    "",
    "Origins whose pages may call the API, such as `https://app.example.com`.",
  ),
  adminUser: setting(
    "ANNOTARY_ADMIN_USER",
    accountName,
    "admin",
    "Name of the site admin made at the first start.",
  ),
  adminApiKey: setting(
    "ANNOTARY_ADMIN_API_KEY",
    secret(
      (key) => apiKey.test(key),
      "must be ann_, 8 characters, _ and 43 characters, all of them letters and digits",
    ),
    "",
    "The admin's key, used at the first start only. Default: one is made and printed once.",
  ),
  secretKeys: setting(
    "ANNOTARY_SECRET_KEYS",
    secretKeys,
    "",
    "Keys of 32 bytes in base64url, comma-separated: the first signs, all verify. Default: one is made and kept in the database.",
  ),
  roles: setting(
    "ANNOTARY_ROLES",
    someOf("api", "worker"),
    "api,worker",
    "What this process does: answer requests, or work on jobs and leases.",
  ),
  events: setting(
    "ANNOTARY_EVENTS",
    oneOf("enabled-accounts", "always"),
    "enabled-accounts",
    "Whether events are written for accounts with webhooks enabled only, or for all.",
  ),
  metrics: setting(
    "ANNOTARY_METRICS",
    oneOf("key", "open"),
    "key",
    "Who may read `/metrics`: site admins by their key, or everybody.",
  ),
  log: setting("ANNOTARY_LOG", oneOf("pretty", "json"), "pretty", "Form of the log on standard error."),
  logLevel: setting(
    "ANNOTARY_LOG_LEVEL",
    oneOf("debug", "info", "warning", "error", "none"),
    "info",
    "The least of what is logged.",
  ),
  shutdownSeconds: setting(
    "ANNOTARY_SHUTDOWN_SECONDS",
    integer(0, 3600),
    "20",
    "How long running requests may take to end after SIGTERM.",
  ),
  jobConcurrency: setting(
    "ANNOTARY_JOB_CONCURRENCY",
    integer(1, 100),
    "1",
    "Jobs (releases, clones, purges) that a worker process does at one time.",
  ),
  jobLeaseSeconds: setting(
    "ANNOTARY_JOB_LEASE_SECONDS",
    integer(2, 3600),
    "30",
    "How long the job of a worker that died waits until another one goes on with it.",
  ),
  rateLimit: setting(
    "ANNOTARY_RATE_LIMIT",
    integer(0, 1_000_000),
    "0",
    "Requests a minute that one key may make; 0: as many as it likes.",
  ),
  maxBody: setting("ANNOTARY_MAX_BODY", size, "64MiB", "Largest JSON body as sent."),
  maxJson: setting("ANNOTARY_MAX_JSON", size, "128MiB", "Largest JSON body inflated."),
  maxJsonInWork: setting(
    "ANNOTARY_MAX_JSON_IN_WORK",
    size,
    "256MiB",
    "Inflated JSON that the process works on at one time; beyond it requests get 503.",
  ),
  maxJsonDepth: setting("ANNOTARY_MAX_JSON_DEPTH", integer(10, 1000), "200", "Levels of nesting in JSON."),
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
    "Largest event; a larger one names its resource only, as truncated.",
  ),
  maxOpenClaims: setting(
    "ANNOTARY_MAX_OPEN_CLAIMS",
    integer(1, 1000),
    "50",
    "Open claims a person may have in one queue of one dataset.",
  ),
  cloneInRequest: setting(
    "ANNOTARY_CLONE_IN_REQUEST",
    integer(0, 1_000_000),
    "100000",
    "Samples that a clone copies within its request; above that a job does it.",
  ),
  releaseUrlSeconds: setting(
    "ANNOTARY_RELEASE_URL_SECONDS",
    integer(1),
    "3600",
    "How long the URL of a release's file can be read.",
  ),
  uploadSeconds: setting(
    "ANNOTARY_UPLOAD_SECONDS",
    integer(1),
    "3600",
    "How long an upload URL can be used.",
  ),
} as const satisfies { readonly [key: string]: Setting<unknown> }

/** The values, as every part of the server receives them. */
export type Settings = {
  readonly [Key in keyof typeof settings]: (typeof settings)[Key] extends Setting<infer A> ? A : never
}

const apiKey = /^ann_[A-Za-z0-9]{8}_[A-Za-z0-9]{43}$/
