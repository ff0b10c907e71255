/** The ports of people on Postgres, for `layerAccounts`. In a separate file, because it loads a fraction of the storage. */
import type { AccountStorage } from "@annotary/core/effect"
import { SqlAccountStorage } from "@annotary/storage-sql"
import { Layer } from "effect"
import { layerNotifier } from "./notifier.ts"
import { connect, getStartWait, provideMigrated } from "./openDatabase.ts"
import type { PostgresOptions } from "./options.ts"

/** Connects, runs missing migrations, and provides the ports of people. */
export const openAccountStorage = (options: PostgresOptions): Layer.Layer<AccountStorage> => {
  const startWaitMillis = getStartWait(options)
  return connect(options, (pool) =>
    provideMigrated(
      Layer.merge(SqlAccountStorage, layerNotifier({ connection: pool.options, startWaitMillis })),
      startWaitMillis,
    ),
  )
}
