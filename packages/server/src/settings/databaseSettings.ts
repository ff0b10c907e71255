/** The settings of the database. */
import { databaseUrl, integer, oneOf, setting, text } from "./Setting.ts"

export const databaseSettings = {
  databaseUrl: setting(
    "ANNOTARY_DATABASE_URL",
    databaseUrl,
    "sqlite:$ANNOTARY_DATA_DIR/annotary.db",
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
  sqliteSynchronous: setting(
    "ANNOTARY_SQLITE_SYNCHRONOUS",
    oneOf("full", "normal"),
    "full",
    "SQLite: `normal` is faster, but the last changes may be lost when the machine (not the process) crashes.",
  ),
} as const
