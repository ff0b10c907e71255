/** Where a backup can be restored: a SQLite file that does not exist yet, or an empty schema of Postgres. */
import { createReadStream, existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { Effect, Redacted } from "effect"
import { CommandFailed } from "../cli/failures.ts"
import { blobsOf } from "../engine/blobsOf.ts"
import { fileCheck } from "../engine/fileCheck.ts"
import { postgresOptions } from "../engine/storageLayer.ts"
import { makeFolder } from "../serve/dataDir.ts"
import type { Settings } from "../settings/settings.ts"
import { type Manifest, sqliteEntry } from "./manifest.ts"
import { emptyFolder, exists, finishFolder, isReplaceable, placeFile, placeFolder } from "./placing.ts"
import type { StagedBackup } from "./stageBackup.ts"
import { putFiles, writing } from "./storedFiles.ts"

/** Where a backup is restored. */
export interface RestoreTarget {
  /** Throws what prevents this backup from being restored here. */
  readonly accept: (manifest: Manifest) => void
  /** Restores a backup that is known to be whole. */
  readonly restore: (backup: StagedBackup) => Effect.Effect<void, CommandFailed>
}

export const sqliteTarget = (
  settings: Settings,
  filename: string,
): Effect.Effect<RestoreTarget, CommandFailed> =>
  Effect.gen(function* () {
    const sqlite = yield* Effect.promise(() => import("@annotary/storage-sqlite/effect"))
    const blobs = yield* blobsOf(settings)
    const files = join(settings.dataDir, "files")
    // A log without its database would be applied to the restored one.
    for (const path of ["", "-wal", "-shm", "-journal"].map((suffix) => filename + suffix))
      if (existsSync(path)) return yield* exists(path)
    return {
      accept: (manifest) => {
        requireStorage(manifest, "sqlite")
        requireSchema(manifest, sqlite.newestMigration)
        if (manifest.files === "entries" && blobs === undefined && !isReplaceable(files)) throw exists(files)
      },
      restore: (backup) =>
        Effect.gen(function* () {
          const database = join(backup.folder, sqliteEntry)
          const problem = yield* problemOf(sqlite, database, backup.manifest)
          if (problem !== undefined)
            return yield* new CommandFailed({
              sentence: `The database in the backup ${problem}. Nothing was restored.`,
            })
          yield* makeFolder(dirname(filename))
          if (blobs !== undefined) yield* Effect.provide(putFiles(backup), blobs)
          else if (backup.manifest.files === "entries") yield* writing(() => placeFiles(backup, files))
          yield* writing(() => placeFile(database, filename))
          yield* writing(() => finishFolder(files))
        }),
    }
  })

const placeFiles = async ({ folder }: StagedBackup, files: string): Promise<void> => {
  await emptyFolder(join(folder, "files"))
  await placeFolder(join(folder, "files"), files)
}

const problemOf = (
  { readSchema, runIntegrityCheck }: typeof import("@annotary/storage-sqlite/effect"),
  database: string,
  { schema }: Manifest,
) =>
  Effect.gen(function* () {
    if (!existsSync(database)) return "is missing"
    const check = yield* fileCheck(runIntegrityCheck(database))
    if (check._tag === "Damaged") return `is damaged: ${check.problems.join("; ")}`
    if (check._tag === "Unchecked") return `cannot be read: ${check.reason}`
    const found = yield* readSchema(database)
    return found === schema ? undefined : `has schema ${found} instead of ${schema}`
  })

export const postgresTarget = (
  settings: Settings,
  databaseUrl: Extract<Settings["databaseUrl"], { readonly _tag: "Postgres" }>,
): Effect.Effect<RestoreTarget, CommandFailed> =>
  Effect.gen(function* () {
    const postgres = yield* Effect.promise(() => import("@annotary/storage-postgres/effect"))
    const blobs = yield* blobsOf(settings)
    const options = { ...postgresOptions(settings), url: Redacted.value(databaseUrl.url), startWaitMillis: 0 }
    return {
      accept: (manifest) => {
        requireStorage(manifest, "postgres")
        requireSchema(manifest, postgres.newestMigration)
        if (manifest.files === "tables" && blobs !== undefined)
          throw new CommandFailed({
            sentence: `The backup has its files in the database: unset ANNOTARY_S3_BUCKET. ${nothing}`,
          })
        if (manifest.files === "entries" && blobs === undefined)
          throw new CommandFailed({
            sentence: `The backup has files of a bucket: set ANNOTARY_S3_BUCKET. ${nothing}`,
          })
      },
      restore: (backup) =>
        Effect.gen(function* () {
          if (blobs !== undefined) yield* Effect.provide(putFiles(backup), blobs)
          const { schema, tables = [] } = backup.manifest
          yield* postgres
            .restoreTables(options, { schema, tables, read: ({ name }) => partsOf(backup, name) })
            .pipe(
              Effect.mapError(
                ({ reason }) =>
                  new CommandFailed({
                    sentence: `The schema ${settings.databaseSchema || "public"} of ${databaseUrl.place} ${reason}. ${nothing}`,
                  }),
              ),
            )
        }),
    }
  })

const nothing = "Nothing was restored."

/** The parts of a table in order: their names sort by their numbers. */
async function* partsOf({ entries, folder }: StagedBackup, table: string): AsyncGenerator<Uint8Array> {
  const names = entries.map(({ name }) => name).filter((name) => name.startsWith(`tables/${table}/`))
  for (const name of names.sort()) yield* createReadStream(join(folder, name)) as AsyncIterable<Uint8Array>
}

const requireStorage = ({ storage }: Manifest, wanted: Manifest["storage"]): void => {
  if (storage === wanted) return
  const [is, url] = storage === "sqlite" ? ["SQLite", "sqlite:…"] : ["Postgres", "postgres://…"]
  throw new CommandFailed({
    sentence: `This is the backup of a server on ${is}: set ANNOTARY_DATABASE_URL to ${url}. ${nothing}`,
  })
}

const requireSchema = ({ annotary, schema }: Manifest, newest: number): void => {
  if (schema > newest)
    throw new CommandFailed({
      sentence: `The backup has schema ${schema}, and this program knows ${newest}: use version ${annotary} or newer. ${nothing}`,
    })
}
