/**
 * `annotary restore --server FILE`: puts a backup into an empty place. Everything is read and verified in a temporary folder first;
 * the database comes last, so that an interrupted restore leaves no server behind.
 */
import { mkdir, readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { Effect, type Scope } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed } from "../cli/failures.ts"
import { printRemark, printResult } from "../cli/output.ts"
import { findDatabase } from "../databases/databases.ts"
import { makeFolder } from "../serve/dataDir.ts"
import type { Settings } from "../settings/settings.ts"
import { findKey } from "./manifest.ts"
import { requireAccepted } from "./RestoreTarget.ts"
import { stageBackup } from "./stageBackup.ts"
import { runWriting } from "./storedFiles.ts"
import { runWithoutEngine } from "./withoutEngine.ts"

export const restoreServer = ({ positionals, settings }: CommandInput) =>
  Effect.gen(function* () {
    const values = yield* settings
    yield* runWithoutEngine(values, restoreInto(values, positionals[0] ?? ""))
  })

const restoreInto = (values: Settings, path: string) =>
  Effect.gen(function* () {
    const target = yield* findDatabase(values).openRestoreTarget
    yield* makeFolder(values.dataDir)
    const folder = yield* makeTemporaryFolder(values.dataDir)
    const backup = yield* Effect.tryPromise({
      try: (signal) => stageBackup(path, folder, (manifest) => requireAccepted(target, manifest), signal),
      catch: (cause) =>
        cause instanceof CommandFailed ? cause : new CommandFailed({ sentence: `${cause}` }),
    })
    yield* target.restore(backup)
    const { created_at, files, schema } = backup.manifest
    const count = backup.entries.filter(({ name }) => findKey(name) !== undefined).length
    yield* printResult(
      () => ({ created_at, schema, files: count }),
      () => `the server is restored as it was at ${created_at}: schema ${schema}, ${count} files`,
    )
    if (files === "none")
      yield* printRemark(
        "The backup has no files of releases and assets: restore them to their store as well.",
      )
  })

const prefix = ".restore-"

/** A folder in the data folder, so that its files can be renamed. Those of restores that were killed are removed. */
const makeTemporaryFolder = (dataDir: string): Effect.Effect<string, CommandFailed, Scope.Scope> => {
  const folder = join(dataDir, `${prefix}${process.pid}`)
  const remove = () => rm(folder, { recursive: true, force: true })
  return Effect.acquireRelease(
    runWriting(async () => {
      for (const name of await readdir(dataDir))
        if (name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length))))
          await rm(join(dataDir, name), { recursive: true, force: true })
      await mkdir(folder, { mode: 0o700 })
      return folder
    }),
    () => Effect.promise(remove),
  )
}

/** Whether another process has that id. */
const isRunning = (pid: number): boolean => {
  if (pid === process.pid || !Number.isSafeInteger(pid) || pid < 1) return false
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM"
  }
}
