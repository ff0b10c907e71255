/** A schema of a Postgres database. */
import { Effect } from "effect"
import { CommandFailed } from "../../cli/failures.ts"
import type { Settings } from "../../settings/settings.ts"
import type { Database } from "../Database.ts"
import { makeBlobs } from "../makeBlobs.ts"
import { makeConnectionOptions, makeMissingTablesText } from "./connection.ts"
import type { PostgresUrl } from "./kind.ts"

export const makePostgresDatabase = (settings: Settings, databaseUrl: PostgresUrl): Database => ({
  place: databaseUrl.place,
  publicUrl: `postgres://${databaseUrl.place}`,
  makeStorageLayer: Effect.gen(function* () {
    const blobs = yield* makeBlobs(settings)
    const { layer } = yield* Effect.promise(() => import("@annotary/storage-postgres/effect"))
    return layer({
      ...makeConnectionOptions(settings, databaseUrl),
      ...(blobs === undefined ? {} : { blobs }),
    })
  }),
  makeAccountStorageLayer: Effect.gen(function* () {
    const { openAccountStorage } = yield* Effect.promise(() => import("./accountStorage.ts"))
    return openAccountStorage(makeConnectionOptions(settings, databaseUrl))
  }),
  requireExisting: ({ withoutDatabase }) =>
    withoutDatabase === "makes" ? Effect.void : requireTables(settings, databaseUrl),
  isDriverError: () => false,
  inspect: Effect.succeed({ exists: true, findings: [] }),
  openBackupSource: () => Effect.flatMap(loadBackup, ({ openSource }) => openSource(settings, databaseUrl)),
  openRestoreTarget: Effect.flatMap(loadBackup, ({ openTarget }) => openTarget(settings, databaseUrl)),
  distributeTables: (shards) =>
    Effect.gen(function* () {
      const { distributeTables } = yield* Effect.promise(() => import("@annotary/storage-postgres/effect"))
      const connection = makeConnectionOptions(settings, databaseUrl)
      return yield* distributeTables(connection, shards === undefined ? {} : { shards }).pipe(
        Effect.mapError(
          ({ reason }) => new CommandFailed({ sentence: `The tables cannot be distributed: ${reason}.` }),
        ),
      )
    }),
})

const loadBackup = Effect.promise(() => import("./backup.ts"))

const requireTables = (settings: Settings, databaseUrl: PostgresUrl) =>
  Effect.gen(function* () {
    const { readSchema } = yield* Effect.promise(() => import("@annotary/storage-postgres/effect"))
    const schema = yield* readSchema({ ...makeConnectionOptions(settings, databaseUrl), startWaitMillis: 0 })
    if (schema === 0)
      return yield* new CommandFailed({
        sentence: `${makeMissingTablesText(settings, databaseUrl)} annotary serve or annotary migrate makes them.`,
        code: "no_database",
      })
  })
