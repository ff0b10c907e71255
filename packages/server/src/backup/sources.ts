/** A backup has the database of the settings as it is at one point in time, and the keys of its files. */
import { createReadStream, existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { BlobStore } from "@annotary/core/effect"
import { Effect, type Layer, Redacted, type Scope } from "effect"
import { CommandFailed } from "../cli/failures.ts"
import { runFileCheck } from "../engine/fileCheck.ts"
import { makeBlobs } from "../engine/makeBlobs.ts"
import { toPostgresOptions } from "../engine/storageLayer.ts"
import type { Settings } from "../settings/settings.ts"
import { type BackupFile, getPartPath } from "./BackupFile.ts"
import { type Manifest, makeTableEntryName, sqliteEntry } from "./manifest.ts"
import { runWriting } from "./storedFiles.ts"

export interface BackupSource {
  readonly manifest: Pick<Manifest, "storage" | "schema" | "tables">
  readonly addDatabase: (file: BackupFile) => Effect.Effect<void, CommandFailed>
  readonly fileKeys: ReadonlyArray<string>
  /** The keys that the database names when this runs. */
  readonly fileKeysNow: Effect.Effect<ReadonlyArray<string>>
  /** Undefined when the files are in the tables. */
  readonly storeOfFiles: Layer.Layer<BlobStore> | undefined
}

type Opened = Effect.Effect<BackupSource, CommandFailed, Scope.Scope>

/** A SQLite file, copied beside the backup until it is in it. */
export const openSqliteSource = (settings: Settings, filename: string, out: string): Opened =>
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
    yield* checkSchema(schema, sqlite.newestMigration)
    const check = yield* runFileCheck(sqlite.runQuickCheck(path))
    if (check._tag !== "Sound")
      return yield* new CommandFailed({
        sentence: `The database ${filename} is damaged, and no backup was written: ${check._tag === "Damaged" ? check.problems.join("; ") : check.reason}.`,
      })
    return {
      manifest: { storage: "sqlite", schema },
      addDatabase: (file) => runWriting(() => file.add(sqliteEntry, bytes, createReadStream(path))),
      fileKeys,
      fileKeysNow: sqlite.listFileKeys(filename),
      storeOfFiles: (yield* makeBlobs(settings)) ?? sqlite.folder(join(settings.dataDir, "files")),
    }
  })

/** A schema of Postgres, read in one transaction. */
export const openPostgresSource = (
  settings: Settings,
  databaseUrl: Extract<Settings["databaseUrl"], { readonly _tag: "Postgres" }>,
): Opened =>
  Effect.gen(function* () {
    const postgres = yield* Effect.promise(() => import("@annotary/storage-postgres/effect"))
    const options = {
      ...toPostgresOptions(settings),
      url: Redacted.value(databaseUrl.url),
      startWaitMillis: 0,
    }
    const storeOfFiles = yield* makeBlobs(settings)
    const copy = yield* postgres.openCopy(options)
    if (copy.schema === 0)
      return yield* new CommandFailed({
        sentence: `The database ${databaseUrl.place} has no tables of Annotary in the schema ${settings.databaseSchema || "public"}.`,
      })
    yield* checkSchema(copy.schema, postgres.newestMigration)
    return {
      manifest: { storage: "postgres", schema: copy.schema, tables: copy.tables },
      addDatabase: (file) =>
        Effect.forEach(
          copy.tables,
          (table) =>
            runWriting(async () => {
              let part = 0
              for await (const bytes of joinChunks(copy.read(table)))
                await file.add(makeTableEntryName(table.name, ++part), bytes.length, [bytes])
            }),
          { discard: true },
        ),
      fileKeys: copy.fileKeys,
      fileKeysNow: postgres.listFileKeys(options),
      storeOfFiles,
    }
  })

/** The tables and files of a newer schema are unknown to this program. */
const checkSchema = (schema: number, newest: number): Effect.Effect<void, CommandFailed> =>
  schema <= newest
    ? Effect.void
    : new CommandFailed({
        sentence: `The database has schema ${schema}, and this program knows ${newest}: use the newer one.`,
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
