/** The backup of a SQLite file: a copy of it. It is restored where no such file exists yet. */
import { createReadStream, existsSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { Effect, type Scope } from "effect"
import { getPartPath } from "../../backup/BackupFile.ts"
import { type BackupSource, requireKnownSchema } from "../../backup/BackupSource.ts"
import type { Manifest } from "../../backup/manifest.ts"
import {
  finishFolder,
  isReplaceable,
  makeEmptyFolder,
  makeExistsError,
  placeFile,
  placeFolder,
} from "../../backup/placing.ts"
import { nothingRestored, type RestoreTarget } from "../../backup/RestoreTarget.ts"
import type { StagedBackup } from "../../backup/stageBackup.ts"
import { putFiles, runWriting } from "../../backup/storedFiles.ts"
import { CommandFailed } from "../../cli/failures.ts"
import { makeFolder } from "../../serve/dataDir.ts"
import type { Settings } from "../../settings/settings.ts"
import { runFileCheck } from "../fileCheck.ts"
import { makeBlobs } from "../makeBlobs.ts"

const entryName = "database.sqlite"

/** Copies the file beside the backup, where it stays until it is in it. */
export const openSource = (
  settings: Settings,
  filename: string,
  out: string,
): Effect.Effect<BackupSource, CommandFailed, Scope.Scope> =>
  Effect.gen(function* () {
    if (!existsSync(filename))
      return yield* new CommandFailed({ sentence: `There is no database ${filename}.` })
    const sqlite = yield* Effect.promise(() => import("@annotary/storage-sqlite/effect"))
    const path = `${getPartPath(out)}.database`
    yield* Effect.acquireRelease(
      Effect.sync(() => rmSync(path, { force: true })),
      () => Effect.sync(() => rmSync(path, { force: true })),
    )
    const { bytes, fileKeys, schema } = yield* sqlite.copyDatabase(filename, path)
    yield* requireKnownSchema(schema, sqlite.newestMigration)
    const check = yield* runFileCheck(sqlite.runQuickCheck(path))
    if (check._tag !== "Sound")
      return yield* new CommandFailed({
        sentence: `The database ${filename} is damaged, and no backup was written: ${check._tag === "Damaged" ? check.problems.join("; ") : check.reason}.`,
      })
    return {
      manifest: { storage: "sqlite", schema },
      addDatabase: (file) => runWriting(() => file.add(entryName, bytes, createReadStream(path))),
      fileKeys,
      fileKeysNow: sqlite.listFileKeys(filename),
      storeOfFiles: (yield* makeBlobs(settings)) ?? sqlite.folder(join(settings.dataDir, "files")),
    }
  })

export const openTarget = (
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
      storage: "sqlite",
      newestSchema: sqlite.newestMigration,
      accept: (manifest) => {
        if (manifest.files === "entries" && blobs === undefined && !isReplaceable(files))
          throw makeExistsError(files)
      },
      restore: (backup) =>
        Effect.gen(function* () {
          const database = join(backup.folder, entryName)
          const problem = yield* findProblem(sqlite, database, backup.manifest)
          if (problem !== undefined)
            return yield* new CommandFailed({
              sentence: `The database in the backup ${problem}. ${nothingRestored}`,
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
