/** A backup can be restored into a SQLite file that does not exist yet, or an empty schema of Postgres. */
import { createReadStream, existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { Effect, Redacted } from "effect"
import { CommandFailed } from "../cli/failures.ts"
import { runFileCheck } from "../engine/fileCheck.ts"
import { makeBlobs } from "../engine/makeBlobs.ts"
import { toPostgresOptions } from "../engine/storageLayer.ts"
import { makeFolder } from "../serve/dataDir.ts"
import type { Settings } from "../settings/settings.ts"
import { type Manifest, sqliteEntry } from "./manifest.ts"
import {
  finishFolder,
  isReplaceable,
  makeEmptyFolder,
  makeExistsError,
  placeFile,
  placeFolder,
} from "./placing.ts"
import type { StagedBackup } from "./stageBackup.ts"
import { putFiles, runWriting } from "./storedFiles.ts"

/** The database into which a backup is restored. */
export interface RestoreTarget {
  /** Throws what prevents this backup from being restored here. */
  readonly accept: (manifest: Manifest) => void
  /** Restores a backup that is known to be whole. */
  readonly restore: (backup: StagedBackup) => Effect.Effect<void, CommandFailed>
}

export const openSqliteTarget = (
  settings: Settings,
  filename: string,
): Effect.Effect<RestoreTarget, CommandFailed> =>
  Effect.gen(function* () {
    const sqlite = yield* Effect.promise(() => import("@annotary/storage-sqlite/effect"))
    const blobs = yield* makeBlobs(settings)
    const files = join(settings.dataDir, "files")
    // A log without its database would be applied to the restored one.
    for (const path of ["", "-wal", "-shm", "-journal"].map((suffix) => filename + suffix))
      if (existsSync(path)) return yield* makeExistsError(path)
    return {
      accept: (manifest) => {
        requireStorage(manifest, "sqlite")
        requireSchema(manifest, sqlite.newestMigration)
        if (manifest.files === "entries" && blobs === undefined && !isReplaceable(files))
          throw makeExistsError(files)
      },
      restore: (backup) =>
        Effect.gen(function* () {
          const database = join(backup.folder, sqliteEntry)
          const problem = yield* findProblem(sqlite, database, backup.manifest)
          if (problem !== undefined)
            return yield* new CommandFailed({
              sentence: `The database in the backup ${problem}. Nothing was restored.`,
            })
          yield* makeFolder(dirname(filename))
          if (blobs !== undefined) yield* Effect.provide(putFiles(backup), blobs)
          else if (backup.manifest.files === "entries") yield* runWriting(() => placeFiles(backup, files))
          yield* runWriting(() => placeFile(database, filename))
          yield* runWriting(() => finishFolder(files))
        }),
    }
  })

const placeFiles = async ({ folder }: StagedBackup, files: string): Promise<void> => {
  await makeEmptyFolder(join(folder, "files"))
  await placeFolder(join(folder, "files"), files)
}

const findProblem = (
  { runIntegrityCheck, readSchema }: typeof import("@annotary/storage-sqlite/effect"),
  database: string,
  { schema }: Manifest,
) =>
  Effect.gen(function* () {
    if (!existsSync(database)) return "is missing"
    const check = yield* runFileCheck(runIntegrityCheck(database))
    if (check._tag === "Damaged") return `is damaged: ${check.problems.join("; ")}`
    if (check._tag === "Unchecked") return `cannot be read: ${check.reason}`
    const schemaVersion = yield* readSchema(database)
    return schemaVersion === schema ? undefined : `has schema ${schemaVersion} instead of ${schema}`
  })

export const openPostgresTarget = (
  settings: Settings,
  databaseUrl: Extract<Settings["databaseUrl"], { readonly _tag: "Postgres" }>,
): Effect.Effect<RestoreTarget, CommandFailed> =>
  Effect.gen(function* () {
    const postgres = yield* Effect.promise(() => import("@annotary/storage-postgres/effect"))
    const blobs = yield* makeBlobs(settings)
    const options = {
      ...toPostgresOptions(settings),
      url: Redacted.value(databaseUrl.url),
      startWaitMillis: 0,
    }
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
            .restoreTables(options, { schema, tables, read: ({ name }) => readParts(backup, name) })
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
async function* readParts({ entries, folder }: StagedBackup, table: string): AsyncGenerator<Uint8Array> {
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
