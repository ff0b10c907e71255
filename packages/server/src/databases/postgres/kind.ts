/** The URL and the settings of a Postgres database. */
import { Either, Redacted } from "effect"
import { makeChoice, makeInteger, makeSetting, text } from "../../settings/Setting.ts"
import type { DatabaseKind } from "../DatabaseKind.ts"

export interface PostgresUrl {
  readonly _tag: "Postgres"
  readonly url: Redacted.Redacted<string>
  /** `db.example.com:5432/app`, for people. */
  readonly place: string
}

export const postgresKind: DatabaseKind<PostgresUrl, "postgres"> = {
  name: "postgres",
  title: "Postgres",
  scheme: "postgres://",
  form: "postgres://…",
  example: "`postgres://user:password@host:port/database`",
  // A part of a table. The parts in order are one `COPY` of the table.
  backupEntries: /^tables\/[a-z_]+\/\d{6}\.copy$/,
  parseUrl: (url) =>
    /^postgres(ql)?:\/\/./.test(url)
      ? Either.right({ _tag: "Postgres", url: Redacted.make(url), place: getPlace(url) })
      : undefined,
}

/** The part after the account. Empty when a second @ makes it unclear where the password ends. */
const getPlace = (url: string): string => {
  const parts = url.replace(/^[a-z]+:\/\//, "").split("@")
  return parts.length > 2 ? "" : (parts.at(-1) ?? "").replace(/\?.*$/s, "")
}

export const postgresSettings = {
  databaseSchema: makeSetting(
    "ANNOTARY_DATABASE_SCHEMA",
    text,
    "",
    "Postgres: the schema of the tables, created when missing. Default: `public`.",
  ),
  databasePoolSize: makeSetting(
    "ANNOTARY_DATABASE_POOL_SIZE",
    makeInteger(1, 1000),
    "10",
    "Postgres: maximum number of connections of this process, plus one for notifications.",
  ),
  databaseStatementSeconds: makeSetting(
    "ANNOTARY_DATABASE_STATEMENT_SECONDS",
    makeInteger(0, 86_400),
    "60",
    "Postgres: maximum duration of a statement; 0 for no limit.",
  ),
  databaseConnectSeconds: makeSetting(
    "ANNOTARY_DATABASE_CONNECT_SECONDS",
    makeInteger(1, 600),
    "5",
    "Postgres: how long a request waits for a connection before it fails with 503.",
  ),
  databaseWaitSeconds: makeSetting(
    "ANNOTARY_DATABASE_WAIT_SECONDS",
    makeInteger(0, 86_400),
    "30",
    "Postgres: how long `serve` and `migrate` wait for a database that is not reachable yet.",
  ),
  databasePrepare: makeSetting(
    "ANNOTARY_DATABASE_PREPARE",
    makeChoice("on", "off"),
    "on",
    "Postgres: whether to use prepared statements. Set it to `off` behind a pooler in transaction mode.",
  ),
} as const
