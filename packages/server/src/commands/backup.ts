/** `annotary backup OUT`: writes the database and the files of the server to one file, also while the server runs. */
import { Effect } from "effect"
import { BackupFile, requirePlace } from "../backup/BackupFile.ts"
import type { BackupSource } from "../backup/BackupSource.ts"
import { formatName, formatVersion, type Manifest } from "../backup/manifest.ts"
import { addFiles, runWriting } from "../backup/storedFiles.ts"
import { runWithoutEngine } from "../backup/withoutEngine.ts"
import type { CommandInput } from "../cli/Command.ts"
import { printRemark, printResult } from "../cli/output.ts"
import { findDatabase } from "../databases/databases.ts"
import type { Settings } from "../settings/settings.ts"
import { getVersion } from "../version.ts"

export const run = ({ options, positionals, settings }: CommandInput) =>
  Effect.gen(function* () {
    const values = yield* settings
    const [out = ""] = positionals
    yield* runWriting(async () => requirePlace(out))
    const withFiles = options["without-files"] === undefined
    yield* runWithoutEngine(values, write(values, out, withFiles))
  })

const write = (values: Settings, out: string, withFiles: boolean) =>
  Effect.gen(function* () {
    const created = new Date().toISOString()
    const source = yield* findDatabase(values).openBackupSource(out)
    const { manifest, storeOfFiles } = source
    const stored = storeOfFiles === undefined ? "tables" : withFiles ? "entries" : "none"
    const file = yield* Effect.acquireRelease(
      runWriting(() => BackupFile.create(out, describeBackup(manifest, stored, created))),
      (made) => Effect.promise(() => made.discard()),
    )
    yield* source.addDatabase(file)
    const missing =
      storeOfFiles === undefined || !withFiles
        ? []
        : yield* Effect.provide(addFiles(file, source.fileKeys), storeOfFiles)
    yield* runWriting(() => file.finish())
    const { lost, removed } = yield* sortMissing(missing, source)
    yield* printResult(
      () => ({ file: out, schema: manifest.schema, files: file.files, bytes: file.bytes, removed, lost }),
      () =>
        `the server is saved in ${out}: schema ${manifest.schema}, ${file.files} files, ${file.bytes} bytes before compression`,
    )
    if (removed > 0) yield* printRemark(`${removed} files were removed from the server during the backup.`)
    if (lost.length > 0) yield* printRemark(formatLostFiles(lost))
    if (!withFiles) yield* printRemark("The files of releases and assets are not in it: save them as well.")
  })

const describeBackup = (
  { schema, storage, tables }: BackupSource["manifest"],
  files: Manifest["files"],
  created: string,
): Manifest => ({
  format: formatName,
  version: formatVersion,
  created_at: created,
  annotary: getVersion(),
  storage,
  schema,
  files,
  ...(tables === undefined ? {} : { tables }),
})

/** Files that the database still names are not in the store; the others were removed with their release or export. */
const sortMissing = (missing: ReadonlyArray<string>, source: BackupSource) =>
  Effect.gen(function* () {
    if (missing.length === 0) return { lost: missing, removed: 0 }
    const named = new Set(yield* source.fileKeysNow)
    const lost = missing.filter((key) => named.has(key))
    return { lost, removed: missing.length - lost.length }
  })

const mostShown = 10

const formatLostFiles = (keys: ReadonlyArray<string>): string => {
  const more = keys.length > mostShown ? ` and ${keys.length - mostShown} more` : ""
  return `The store of files lacks ${keys.length} files that the database names, which are not in the backup: ${keys.slice(0, mostShown).join(", ")}${more}.`
}
