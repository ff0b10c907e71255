/** The database that was the default before `ANNOTARY_DATA_DIR` moved it: in `.annotary` of the working folder. */
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { Effect } from "effect"
import { type Flags, isSettingGiven } from "../../settings/loadSettings.ts"
import { type Settings, settings } from "../../settings/settings.ts"

/** A sentence for people about that database. Undefined where a URL is given, or the data folder is the earlier one. */
export const describeEarlierDatabase = (
  { dataDir, databaseUrl }: Settings,
  flags: Flags,
): Effect.Effect<string | undefined> =>
  Effect.gen(function* () {
    const earlier = join(settings.dataDir.default, "annotary.db")
    const isOther = resolve(dataDir) !== resolve(settings.dataDir.default)
    if (databaseUrl._tag !== "Sqlite" || !isOther || !existsSync(earlier)) return undefined
    if (yield* isSettingGiven(settings.databaseUrl, flags)) return undefined
    return `${resolve(earlier)} is one in the earlier place: the database is now in the folder of ${settings.dataDir.name}. To use it, stop its server and move it with the files beside it (mv ${earlier}* ${join(databaseUrl.filename, "..")}/), or set ${settings.databaseUrl.name}=sqlite:${resolve(earlier)}.`
  })
