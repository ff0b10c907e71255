/** All ports of the engine on SQLite: on a file with a folder for blobs, or in memory. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BlobStore, Storage, WebhookStorage } from "@annotary/core/effect"
import { Database, layerNotifierAtCommit, SqlStorage } from "@annotary/storage-sql"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import type { ClientOptions } from "./client.ts"
import { folder } from "./FolderBlobStore.ts"
import { openDatabase, provideMigrated } from "./openDatabase.ts"
import { SqliteArchiveStore } from "./SqliteArchiveStore.ts"
import { SqliteSnapshotStore } from "./SqliteSnapshotStore.ts"

/** Options of the storage on SQLite: its database file and its file store. */
export interface SqliteOptions extends ClientOptions {
  /**
   * The store of the files of releases and assets: a folder, or a store of another package, such as `s3({ bucket: "labels" })`.
   * By default a folder beside the database, with its name and `.files`; for `:memory:` a temporary folder.
   */
  readonly blobs?: string | Layer.Layer<BlobStore>
}

/** Opens the database, runs missing migrations, and provides every port. Creates missing folders. */
export const layer = (options: SqliteOptions): Layer.Layer<Storage | WebhookStorage> =>
  Layer.provide(layerFromClient(options), openDatabase(options))

/**
 * Provides every port over the application's own `sqliteClient` on that file. Statements of the application and calls of the
 * engine in that client's `withTransaction` commit together.
 */
export const layerFromClient = (
  options: SqliteOptions,
): Layer.Layer<Storage | WebhookStorage, never, SqlClient.SqlClient> => {
  const { filename } = options
  const views = Layer.merge(SqliteSnapshotStore(filename), SqliteArchiveStore(filename)).pipe(
    Layer.provide(Database.layer),
  )
  return Layer.mergeAll(
    provideMigrated(Layer.merge(SqlStorage, views)),
    makeBlobStore(options),
    layerNotifierAtCommit,
  )
}

const makeBlobStore = ({ filename, blobs: chosen }: SqliteOptions): Layer.Layer<BlobStore> => {
  if (chosen !== undefined) return typeof chosen === "string" ? folder(chosen) : chosen
  return filename === ":memory:"
    ? Layer.unwrapScoped(Effect.map(temporaryFolder, folder))
    : folder(`${filename}.files`)
}

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "annotary-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true })),
)
