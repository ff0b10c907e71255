/**
 * Checks before a command opens the database whether there is one. A storage makes a missing database, and a command that
 * reads would answer from an empty one.
 */
import { existsSync, readdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { Cause, Effect, Redacted } from "effect"
import type { Command } from "../cli/Command.ts"
import { CommandFailed } from "../cli/failures.ts"
import { printRemark } from "../cli/output.ts"
import { type Flags, isSettingGiven } from "../settings/loadSettings.ts"
import { type Settings, settings } from "../settings/settings.ts"
import { toPostgresOptions } from "./storageLayer.ts"
import { toStorageProblem } from "./storageProblem.ts"

/** Returns the settings, or fails when the command reads a database that does not exist. */
export const checkDatabase = (
  values: Settings,
  { command, flags }: { readonly command: Command; readonly flags: Flags },
): Effect.Effect<Settings, CommandFailed> => {
  const { databaseUrl } = values
  const check = Effect.suspend(() => {
    if (command.withoutDatabase === "needs none") return Effect.void
    if (databaseUrl._tag === "Sqlite") return checkFile(values, databaseUrl.filename, command, flags)
    if (command.withoutDatabase === "makes") return Effect.void
    return databaseUrl._tag === "Memory" ? refuse(inMemory) : checkTables(values, databaseUrl)
  })
  return Effect.as(check, values)
}

const checkFile = (values: Settings, filename: string, command: Command, flags: Flags) =>
  Effect.gen(function* () {
    if (existsSync(filename)) return
    const earlier = yield* findEarlierDatabase(values, flags)
    const missing = `There is no database ${filename}.`
    if (command.withoutDatabase === undefined)
      return yield* refuse(
        `${missing} ${earlier === undefined ? makeOne : describeEarlier(earlier, filename)}`,
      )
    if (earlier === undefined) return
    if (isUsed(values.dataDir)) return yield* refuse(`${missing} ${describeEarlier(earlier, filename)}`)
    yield* printRemark(`${missing} A new one is made. ${describeEarlier(earlier, filename)}`)
  })

/**
 * The database that was the default before `ANNOTARY_DATA_DIR` moved it: in `.annotary` of the working folder. Undefined where
 * a URL is given, or the data folder is that one.
 */
export const findEarlierDatabase = (
  { dataDir, databaseUrl }: Settings,
  flags: Flags,
): Effect.Effect<string | undefined> =>
  Effect.gen(function* () {
    const earlier = join(settings.dataDir.default, "annotary.db")
    const isOther = resolve(dataDir) !== resolve(settings.dataDir.default)
    if (databaseUrl._tag !== "Sqlite" || !isOther || !existsSync(earlier)) return undefined
    return (yield* isSettingGiven(settings.databaseUrl, flags)) ? undefined : earlier
  })

/** A sentence for people about the database in the earlier place. */
export const describeEarlier = (earlier: string, filename: string): string =>
  `${resolve(earlier)} is one in the earlier place: the database is now in the folder of ${settings.dataDir.name}. To use it, stop its server and move it with the files beside it (mv ${earlier}* ${join(filename, "..")}/), or set ${settings.databaseUrl.name}=sqlite:${resolve(earlier)}.`

const makeOne = `annotary serve makes it; ${settings.dataDir.name} and ${settings.databaseUrl.name} name another place.`

const inMemory = `The data is in memory (${settings.databaseUrl.name}), where only the process that serves has it.`

const checkTables = (
  values: Settings,
  { place, url }: Extract<Settings["databaseUrl"], { readonly _tag: "Postgres" }>,
) =>
  Effect.gen(function* () {
    const { readSchema } = yield* Effect.promise(() => import("@annotary/storage-postgres/effect"))
    const schema = yield* readSchema({
      ...toPostgresOptions(values),
      url: Redacted.value(url),
      startWaitMillis: 0,
    })
    if (schema > 0) return
    return yield* refuse(
      `The database ${place} has no tables of Annotary in the schema ${values.databaseSchema || "public"}. annotary serve or annotary migrate makes them.`,
    )
  }).pipe(
    Effect.catchAllCause((cause) => toStorageProblem(values, Cause.squash(cause)) ?? Effect.failCause(cause)),
  )

/** Whether the folder has anything in it: then a server wrote its files there. */
const isUsed = (folder: string): boolean => {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}

const refuse = (sentence: string) => new CommandFailed({ sentence, code: "no_database" })
