/** The storage of `ANNOTARY_DATABASE_URL`. The package of a database is loaded only when it is used. */
import { dirname, join } from "node:path"
import type { Storage, WebhookStorage } from "@annotary/core/effect"
import { Effect, Layer, Redacted } from "effect"
import type { CommandFailed } from "../cli/failures.ts"
import { makeFolder } from "../serve/dataDir.ts"
import type { Settings } from "../settings/settings.ts"
import { makeBlobs } from "./makeBlobs.ts"

export const makeStorageLayer = (
  settings: Settings,
): Effect.Effect<Layer.Layer<Storage | WebhookStorage>, CommandFailed> =>
  Effect.gen(function* () {
    const { databaseUrl, dataDir, sqliteSynchronous } = settings
    const blobs = yield* makeBlobs(settings)
    if (databaseUrl._tag === "Postgres") {
      const { layer } = yield* Effect.promise(() => import("@annotary/storage-postgres/effect"))
      return layer({
        ...toPostgresOptions(settings),
        url: Redacted.value(databaseUrl.url),
        ...(blobs === undefined ? {} : { blobs }),
      })
    }
    if (databaseUrl._tag === "Memory") {
      const { memory } = yield* Effect.promise(() => import("@annotary/core/memory"))
      return blobs === undefined ? memory() : Layer.merge(memory(), blobs)
    }
    yield* makeFolder(dirname(databaseUrl.filename))
    yield* makeFolder(dataDir)
    const { layer } = yield* Effect.promise(() => import("@annotary/storage-sqlite/effect"))
    return layer({
      filename: databaseUrl.filename,
      synchronous: sqliteSynchronous,
      blobs: blobs ?? join(dataDir, "files"),
    })
  })

/** The options of connections to Postgres. */
export const toPostgresOptions = (settings: Settings) => ({
  ...(settings.databaseSchema === "" ? {} : { schema: settings.databaseSchema }),
  maxConnections: settings.databasePoolSize,
  statementTimeoutMillis: settings.databaseStatementSeconds * 1000,
  connectTimeoutMillis: settings.databaseConnectSeconds * 1000,
  startWaitMillis: settings.databaseWaitSeconds * 1000,
  prepare: settings.databasePrepare === "on",
})
