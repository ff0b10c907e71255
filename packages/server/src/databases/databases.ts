/** Finds the `Database` of `ANNOTARY_DATABASE_URL`. The package of a database is loaded only when it is used. */
import type { Settings } from "../settings/settings.ts"
import type { Database } from "./Database.ts"
import { makeMemoryDatabase } from "./memory/database.ts"
import { makePostgresDatabase } from "./postgres/database.ts"
import { makeSqliteDatabase } from "./sqlite/database.ts"

export const findDatabase = (settings: Settings): Database => {
  const { databaseUrl } = settings
  switch (databaseUrl._tag) {
    case "Sqlite":
      return makeSqliteDatabase(settings, databaseUrl)
    case "Postgres":
      return makePostgresDatabase(settings, databaseUrl)
    case "Memory":
      return makeMemoryDatabase(settings)
  }
}
