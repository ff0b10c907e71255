/** Annotary's own pool of connections. */
import pg from "pg"
import type { PoolOptions } from "../options.ts"
import { CancellingPool } from "./cancelling.ts"
import type { ConnectionTarget } from "./connectionUrl.ts"
import { makePreparingClient, PooledClient } from "./PooledClient.ts"
import { startSettings } from "./sessionSettings.ts"
import { makeTlsOptions } from "./tls.ts"
import { valueTypes } from "./valueTypes.ts"

/** After this time Postgres ends an idle transaction of a process that hangs, in milliseconds. */
const idleInTransaction = 60_000
/** Unused connections stay open for the next burst; every connection is replaced within the hour. */
const idleMillis = 300_000
const lifeSeconds = 3600

/** Creates the pool. Rejects when a file of the URL cannot be read, or with `sslmode=prefer` when the server cannot be reached. */
export const makePool = async (options: PoolOptions, target: ConnectionTarget): Promise<pg.Pool> => {
  const pool = new CancellingPool(await makePoolConfig(options, target))
  // The pool replaces idle connections that break; an unhandled error event would end the process.
  pool.on("error", () => {})
  // A connection that is closed before the pool takes it back is not handed out again.
  pool.on("release", (_error, client) => {
    if (client instanceof PooledClient && client.spent) void client.end()
  })
  return pool
}

const connectTimeout = (options: PoolOptions, target: ConnectionTarget): number =>
  options.connectTimeoutMillis ?? target.connectTimeoutMillis ?? 5000

const makePoolConfig = async (options: PoolOptions, target: ConnectionTarget): Promise<pg.PoolConfig> => ({
  ...(target.host === undefined ? {} : { host: target.host }),
  ...(target.port === undefined ? {} : { port: target.port }),
  ...(target.user === undefined ? {} : { user: target.user }),
  ...(target.password === undefined ? {} : { password: target.password }),
  ...(target.database === undefined ? {} : { database: target.database }),
  ssl: await makeTlsOptions(target, connectTimeout(options, target)),
  ...(target.directTls ? { sslnegotiation: "direct" as const } : {}),
  enableChannelBinding: target.channelBinding,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: connectTimeout(options, target),
  max: options.maxConnections ?? 10,
  idleTimeoutMillis: idleMillis,
  maxLifetimeSeconds: lifeSeconds,
  types: valueTypes,
  application_name: options.applicationName ?? target.applicationName ?? "annotary",
  Client: options.prepare === false ? PooledClient : makePreparingClient(),
  // Not every pooler supports pipelining.
  pipeline: options.prepare !== false,
  ...makeSessionSettings(options, target),
})

/** Settings of the session. A pooler in transaction mode rejects them: there, the role must have these settings. */
const makeSessionSettings = (options: PoolOptions, target: ConnectionTarget): pg.PoolConfig => {
  const startOptions = makeStartOptions(options, target)
  if (options.prepare === false) return startOptions === "" ? {} : { options: startOptions }
  return {
    options: startOptions,
    statement_timeout: options.statementTimeoutMillis ?? 60_000,
    idle_in_transaction_session_timeout: idleInTransaction,
  }
}

/** Start options: the option `schema` takes precedence over the URL's options, and these over the default schema. */
const makeStartOptions = (options: PoolOptions, target: ConnectionTarget): string => {
  const urlOptions = target.options ?? ""
  const standard = options.prepare === false || urlOptions.includes("search_path") ? undefined : "public"
  const schema = options.schema ?? standard
  // Of several options for a setting, the last one counts.
  return [
    options.prepare === false ? "" : startSettings,
    urlOptions,
    schema === undefined ? "" : `-c search_path=${escapeSchema(schema)}`,
  ]
    .filter((part) => part !== "")
    .join(" ")
}

/** Quotes a name for a start option, in which spaces and backslashes are escaped. */
const escapeSchema = (schema: string): string => pg.escapeIdentifier(schema).replace(/[\\ ]/g, "\\$&")
