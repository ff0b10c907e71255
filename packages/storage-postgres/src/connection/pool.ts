/** The pool of connections that Annotary makes for itself. */
import pg from "pg"
import type { PoolOptions } from "../options.ts"
import { CancellingPool } from "./cancelling.ts"
import type { ConnectionTarget } from "./connectionUrl.ts"
import { PooledClient, PreparingClient } from "./PooledClient.ts"
import { tlsOptions } from "./tls.ts"
import { valueTypes } from "./valueTypes.ts"

/** Connections wait this long, in milliseconds, before an open transaction of a process that hangs is ended by Postgres. */
const idleInTransaction = 60_000
/** Connections that nobody uses are kept so long, for the next burst; all are made anew within the hour. */
const idleMillis = 300_000
const lifeSeconds = 3600

/** Rejects where a file of the URL cannot be read, or `sslmode=prefer` has nobody to ask. */
export const makePool = async (options: PoolOptions, target: ConnectionTarget): Promise<pg.Pool> => {
  const pool = new CancellingPool(await poolConfig(options, target))
  // A connection that breaks while nobody uses it is replaced by the pool; unheard, the event would end the process.
  pool.on("error", () => {})
  // Closed before the pool takes it back, it is not given out again.
  pool.on("release", (_error, client) => {
    if (client instanceof PooledClient && client.spent) void client.end()
  })
  return pool
}

export const connectTimeout = (options: PoolOptions, target: ConnectionTarget): number =>
  options.connectTimeoutMillis ?? target.connectTimeoutMillis ?? 5000

const poolConfig = async (options: PoolOptions, target: ConnectionTarget): Promise<pg.PoolConfig> => ({
  ...(target.host === undefined ? {} : { host: target.host }),
  ...(target.port === undefined ? {} : { port: target.port }),
  ...(target.user === undefined ? {} : { user: target.user }),
  ...(target.password === undefined ? {} : { password: target.password }),
  ...(target.database === undefined ? {} : { database: target.database }),
  ssl: await tlsOptions(target, connectTimeout(options, target)),
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
  Client: options.prepare === false ? PooledClient : PreparingClient,
  // A pooler may not be made for it.
  pipeline: options.prepare !== false,
  ...sessionSettings(options, target),
})

/** A pooler that assigns connections by transaction refuses these: there, the role's own settings have to say them. */
const sessionSettings = (options: PoolOptions, target: ConnectionTarget): pg.PoolConfig => {
  const given = startOptions(options, target)
  if (options.prepare === false) return given === "" ? {} : { options: given }
  return {
    options: given,
    statement_timeout: options.statementTimeoutMillis ?? 60_000,
    idle_in_transaction_session_timeout: idleInTransaction,
  }
}

/** The schema that was chosen wins over the URL's options, those over the default. */
const startOptions = (options: PoolOptions, target: ConnectionTarget): string => {
  const given = target.options ?? ""
  const standard = options.prepare === false || given.includes("search_path") ? undefined : "public"
  const schema = options.schema ?? standard
  return schema === undefined ? given : `${given} -c search_path=${quoted(schema)}`.trim()
}

/** As a start option wants it: a quoted name, in which blanks and backslashes are escaped. */
const quoted = (schema: string): string => pg.escapeIdentifier(schema).replace(/[\\ ]/g, "\\$&")
