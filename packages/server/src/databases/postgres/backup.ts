/** The backup of a schema of Postgres: parts of its tables. It is restored into an empty schema. */
import { createReadStream } from "node:fs"
import { join } from "node:path"
import { Effect, type Scope } from "effect"
import { type BackupSource, requireKnownSchema } from "../../backup/BackupSource.ts"
import { nothingRestored, type RestoreTarget } from "../../backup/RestoreTarget.ts"
import type { StagedBackup } from "../../backup/stageBackup.ts"
import { putFiles, runWriting } from "../../backup/storedFiles.ts"
import { CommandFailed } from "../../cli/failures.ts"
import type { Settings } from "../../settings/settings.ts"
import { makeBlobs } from "../makeBlobs.ts"
import { getSchemaName, makeConnectionOptions, makeMissingTablesText } from "./connection.ts"
import type { PostgresUrl } from "./kind.ts"

const makeEntryName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, "0")}.copy`

/** Reads the schema in one transaction. */
export const openSource = (
  settings: Settings,
  databaseUrl: PostgresUrl,
): Effect.Effect<BackupSource, CommandFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const postgres = yield* Effect.promise(() => import("@annotary/storage-postgres/effect"))
    const options = { ...makeConnectionOptions(settings, databaseUrl), startWaitMillis: 0 }
    const storeOfFiles = yield* makeBlobs(settings)
    const copy = yield* postgres.openCopy(options)
    if (copy.schema === 0)
      return yield* new CommandFailed({ sentence: makeMissingTablesText(settings, databaseUrl) })
    yield* requireKnownSchema(copy.schema, postgres.newestMigration)
    return {
      manifest: { storage: "postgres", schema: copy.schema, tables: copy.tables },
      addDatabase: (file) =>
        Effect.forEach(
          copy.tables,
          (table) =>
            runWriting(async () => {
              let part = 0
              for await (const bytes of joinChunks(copy.read(table)))
                await file.add(makeEntryName(table.name, ++part), bytes.length, [bytes])
            }),
          { discard: true },
        ),
      fileKeys: copy.fileKeys,
      fileKeysNow: postgres.listFileKeys(options),
      storeOfFiles,
    }
  })

/** The size of an entry comes before its bytes, so that a table is written in parts of about this many bytes. */
const partBytes = 8 * 1024 * 1024

async function* joinChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let buffered: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of chunks) {
    buffered.push(chunk)
    size += chunk.length
    if (size < partBytes) continue
    yield Buffer.concat(buffered)
    buffered = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(buffered)
}

export const openTarget = (
  settings: Settings,
  databaseUrl: PostgresUrl,
): Effect.Effect<RestoreTarget, CommandFailed> =>
  Effect.gen(function* () {
    const postgres = yield* Effect.promise(() => import("@annotary/storage-postgres/effect"))
    const blobs = yield* makeBlobs(settings)
    const options = { ...makeConnectionOptions(settings, databaseUrl), startWaitMillis: 0 }
    return {
      storage: "postgres",
      newestSchema: postgres.newestMigration,
      accept: (manifest) => {
        if (manifest.files === "tables" && blobs !== undefined)
          throw new CommandFailed({
            sentence: `The backup has its files in the database: unset ANNOTARY_S3_BUCKET. ${nothingRestored}`,
          })
        if (manifest.files === "entries" && blobs === undefined)
          throw new CommandFailed({
            sentence: `The backup has files of a bucket: set ANNOTARY_S3_BUCKET. ${nothingRestored}`,
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
                    sentence: `The schema ${getSchemaName(settings)} of ${databaseUrl.place} ${reason}. ${nothingRestored}`,
                  }),
              ),
            )
        }),
    }
  })

/** The parts of a table in order: their names sort by their numbers. */
async function* readParts({ entries, folder }: StagedBackup, table: string): AsyncGenerator<Uint8Array> {
  const names = entries.map(({ name }) => name).filter((name) => name.startsWith(`tables/${table}/`))
  for (const name of names.sort()) yield* createReadStream(join(folder, name)) as AsyncIterable<Uint8Array>
}
