/** The settings of the database. */
import { databaseUrl, makeChoice, makeInteger, makeSetting, text } from "./Setting.ts"

export const databaseSettings = {
  databaseUrl: makeSetting(
    "ANNOTARY_DATABASE_URL",
    databaseUrl,
    "sqlite:$ANNOTARY_DATA_DIR/annotary.db",
    "Database: `sqlite:./path`, `postgres://user:password@host:port/database`, or `memory:` (lost when the process ends).",
  ),
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
  sqliteSynchronous: makeSetting(
    "ANNOTARY_SQLITE_SYNCHRONOUS",
    makeChoice("full", "normal"),
    "full",
    "SQLite: `normal` is faster, but the last changes may be lost when the machine (not the process) crashes.",
  ),
} as const
