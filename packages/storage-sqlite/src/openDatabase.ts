/** Opens the database file, and runs missing migrations before the first port is used. */
import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { StorageFailure } from "@annotary/core/effect"
import { type Dialect, migrate } from "@annotary/storage-sql"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { type ClientOptions, sqliteClient } from "./client.ts"
import { SqliteDialect } from "./dialect/SqliteDialect.ts"

/** Creates missing folders. */
export const openDatabase = (options: ClientOptions): Layer.Layer<SqlClient.SqlClient> =>
  Layer.unwrapEffect(Effect.as(makeFolder(options.filename), sqliteClient(options)))

/** The ports over a database of the newest schema. */
export const provideMigrated = <Ports>(
  ports: Layer.Layer<Ports, never, SqlClient.SqlClient | Dialect>,
): Layer.Layer<Ports, never, SqlClient.SqlClient> =>
  Layer.provide(Layer.provide(ports, Layer.effectDiscard(migrate())), SqliteDialect)

const makeFolder = (filename: string): Effect.Effect<void> =>
  filename === ":memory:"
    ? Effect.void
    : Effect.try({
        try: () => void mkdirSync(dirname(filename), { recursive: true, mode: 0o700 }),
        catch: (cause) => new StorageFailure({ operation: "open", transient: false, cause }),
      }).pipe(Effect.orDie)
