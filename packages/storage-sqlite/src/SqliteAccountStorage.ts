/** The ports of people on a SQLite file, for `layerAccounts`. In a separate file, because it loads a fraction of the storage. */
import type { AccountStorage } from "@annotary/core/effect"
import { layerNotifierAtCommit, SqlAccountStorage } from "@annotary/storage-sql"
import { Layer } from "effect"
import type { ClientOptions } from "./client.ts"
import { openDatabase, provideMigrated } from "./openDatabase.ts"

/** Opens the database, runs missing migrations, and provides the ports of people. Creates missing folders. */
export const openAccountStorage = (options: ClientOptions): Layer.Layer<AccountStorage> =>
  Layer.merge(provideMigrated(SqlAccountStorage), layerNotifierAtCommit).pipe(
    Layer.provide(openDatabase(options)),
  )
