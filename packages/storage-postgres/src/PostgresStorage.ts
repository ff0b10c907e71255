/** All ports of the engine on one Postgres. */
import {
  ConnectionPool,
  EventDelay,
  type PoolUse,
  type Storage,
  type WebhookStorage,
} from "@annotary/core/effect"
import { Database, makeArchiveSqlStore, SqlStorage } from "@annotary/storage-sql"
import * as SqlClient from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Layer, Option, Redacted } from "effect"
import type { ClientConfig, Pool } from "pg"
import { PostgresBlobStore } from "./blobs/PostgresBlobStore.ts"
import { OwnTables } from "./joining/joinTransaction.ts"
import { layerNotifier } from "./notifier.ts"
import { connect, getStartWait, provideMigrated } from "./openDatabase.ts"
import type { FileOptions, PostgresOptions } from "./options.ts"
import { openArchiveView } from "./snapshot/archiveView.ts"
import { PostgresSnapshotStore } from "./snapshot/PostgresSnapshotStore.ts"

/** Connects, runs missing migrations, and provides every port. */
export const layer = (options: PostgresOptions): Layer.Layer<Storage | WebhookStorage> =>
  connect(options, (pool) =>
    Layer.merge(
      makeStorage(options, pool.options, getStartWait(options)),
      Layer.succeed(ConnectionPool, () => Option.some(readPoolUse(pool))),
    ),
  )

/**
 * Provides every port over the application's own `PgClient`. Statements of the application and calls of the engine in that
 * client's `withTransaction` commit together. The client's name transforms do not apply to Annotary's statements.
 */
export const layerFromClient = (
  options: FileOptions = {},
): Layer.Layer<Storage | WebhookStorage, never, PgClient.PgClient | SqlClient.SqlClient> =>
  Layer.unwrapEffect(
    Effect.map(PgClient.PgClient, ({ config }) => makeStorage(options, toClientConfig(config))),
  ).pipe(Layer.provide(untransformed))

/** Every port over a client. The notifier has a dedicated connection. */
const makeStorage = (
  options: FileOptions,
  connection: ClientConfig,
  startWaitMillis = 0,
): Layer.Layer<Storage | WebhookStorage | OwnTables, never, SqlClient.SqlClient> =>
  provideMigrated(
    Layer.mergeAll(
      SqlStorage,
      Layer.merge(PostgresSnapshotStore, makeArchiveSqlStore(openArchiveView)).pipe(
        Layer.provide(Database.layer),
      ),
      layerNotifier({ connection, startWaitMillis }),
      options.blobs ?? PostgresBlobStore.pipe(Layer.provide(Database.layer)),
      OwnTables.layer(startWaitMillis),
      Layer.succeed(EventDelay, lateMillis),
    ),
    startWaitMillis,
  )

const readPoolUse = ({ idleCount, options, totalCount, waitingCount }: Pool): PoolUse => ({
  limit: options.max,
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
})

/** The age at which an event is either committed or never will be. It allows for differences between the clocks of servers. */
const lateMillis = 10_000

const untransformed = Layer.effect(
  SqlClient.SqlClient,
  Effect.map(SqlClient.SqlClient, (sql) => sql.withoutTransforms()),
)

const toClientConfig = (config: PgClient.PgClientConfig): ClientConfig => ({
  ...(config.url === undefined ? {} : { connectionString: Redacted.value(config.url) }),
  ...(config.host === undefined ? {} : { host: config.host }),
  ...(config.port === undefined ? {} : { port: config.port }),
  ...(config.username === undefined ? {} : { user: config.username }),
  ...(config.password === undefined ? {} : { password: Redacted.value(config.password) }),
  ...(config.database === undefined ? {} : { database: config.database }),
  ...(config.ssl === undefined ? {} : { ssl: config.ssl }),
  ...(config.applicationName === undefined ? {} : { application_name: config.applicationName }),
})
