/** A SQLite file. */
import { existsSync, readdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import type { Command } from "../../cli/Command.ts"
import { CommandFailed } from "../../cli/failures.ts"
import { printRemark } from "../../cli/output.ts"
import { makeFolder } from "../../serve/dataDir.ts"
import type { Flags } from "../../settings/loadSettings.ts"
import { settings as all, type Settings } from "../../settings/settings.ts"
import type { Database } from "../Database.ts"
import { type FileCheck, runFileCheck } from "../fileCheck.ts"
import { type Finding, makeNote, makeOk, makeWrong } from "../findings.ts"
import { makeBlobs } from "../makeBlobs.ts"
import { describeEarlierDatabase } from "./earlierDatabase.ts"
import type { SqliteUrl } from "./kind.ts"

export const makeSqliteDatabase = (settings: Settings, { filename }: SqliteUrl): Database => {
  const checkFile = Effect.gen(function* () {
    const { runQuickCheck } = yield* loadStorage
    return yield* runFileCheck(runQuickCheck(filename))
  })
  return {
    place: filename,
    makeStorageLayer: Effect.gen(function* () {
      const { dataDir, sqliteSynchronous } = settings
      const blobs = yield* makeBlobs(settings)
      yield* makeFolder(dirname(filename))
      yield* makeFolder(dataDir)
      const { layer } = yield* loadStorage
      return layer({ filename, synchronous: sqliteSynchronous, blobs: blobs ?? join(dataDir, "files") })
    }),
    makeAccountStorageLayer: Effect.gen(function* () {
      yield* makeFolder(dirname(filename))
      const { openAccountStorage } = yield* Effect.promise(() => import("./accountStorage.ts"))
      return openAccountStorage({ filename, synchronous: settings.sqliteSynchronous })
    }),
    requireExisting: (command, flags) => requireFile(settings, filename, command, flags),
    isDriverError,
    checkFile,
    inspect: inspectFile(filename, checkFile),
    openBackupSource: (out) =>
      Effect.flatMap(loadBackup, ({ openSource }) => openSource(settings, filename, out)),
    openRestoreTarget: Effect.flatMap(loadBackup, ({ openTarget }) => openTarget(settings, filename)),
  }
}

const loadStorage = Effect.promise(() => import("@annotary/storage-sqlite/effect"))
const loadBackup = Effect.promise(() => import("./backup.ts"))

/** Opening a file that is not a database throws before there is a storage, and so does the schema of a new one on a full disk. */
const isDriverError = (problem: unknown): boolean =>
  problem instanceof Error &&
  (("code" in problem && String(problem.code).startsWith("SQLITE_")) || isDriverError(problem.cause))

const requireFile = (settings: Settings, filename: string, { withoutDatabase }: Command, flags: Flags) =>
  Effect.gen(function* () {
    if (existsSync(filename)) return
    const earlier = yield* describeEarlierDatabase(settings, flags)
    const missing = `There is no database ${filename}.`
    if (withoutDatabase === undefined) return yield* refuse(`${missing} ${earlier ?? serveMakesOne}`)
    if (earlier === undefined) return
    if (isUsed(settings.dataDir)) return yield* refuse(`${missing} ${earlier}`)
    yield* printRemark(`${missing} A new one is made. ${earlier}`)
  })

const serveMakesOne = `annotary serve makes it; ${all.dataDir.name} and ${all.databaseUrl.name} name another place.`

const refuse = (sentence: string) => new CommandFailed({ sentence, code: "no_database" })

/** Whether the folder has anything in it: then a server wrote its files there. */
const isUsed = (folder: string): boolean => {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}

/** Checks the file before anything is opened that would write to it. A missing database is not created. */
const inspectFile = (filename: string, checkFile: Effect.Effect<FileCheck>): Database["inspect"] =>
  Effect.gen(function* () {
    if (!existsSync(filename)) {
      const missing = makeNote(`The database ${filename} is not there yet; the first start makes it.`)
      return { exists: false, findings: [missing] }
    }
    const findings = toFindings(filename, yield* checkFile)
    const isReadable = (statSync(filename).mode & 0o077) !== 0
    return {
      exists: true,
      findings:
        isReadable && process.platform !== "win32"
          ? [
              ...findings,
              makeNote(`Others may open the database file; chmod 600 ${filename} keeps it for its owner.`),
            ]
          : findings,
    }
  })

const toFindings = (filename: string, check: FileCheck): ReadonlyArray<Finding> => {
  switch (check._tag) {
    case "Sound":
      return [makeOk("The database file passes the quick check.")]
    case "Damaged":
      return check.problems.map((problem) =>
        makeWrong(`The database file ${filename} is damaged: ${problem}.`),
      )
    case "Unchecked":
      return [makeWrong(`The database file ${filename} could not be checked: ${check.reason}.`)]
  }
}
