/** From `ANNOTARY_DATABASE_URL` to a storage. The package of each database is loaded only when it is used. */
import { dirname, join } from "node:path"
import type { Storage } from "@annotary/core/effect"
import { Effect, type Layer } from "effect"
import { CommandFailed } from "../cli/failures.ts"
import { makeFolder } from "../serve/dataDir.ts"
import type { Settings } from "../settings/settings.ts"

export const storageLayer = (settings: Settings): Effect.Effect<Layer.Layer<Storage>, CommandFailed> =>
  Effect.gen(function* () {
    const { databaseUrl, dataDir, sqliteSynchronous } = settings
    if (databaseUrl._tag === "Postgres") return yield* noPostgres
    if (databaseUrl._tag === "Memory") {
      return (yield* Effect.promise(() => import("@annotary/core/memory"))).layerMemory
    }
    yield* makeFolder(dirname(databaseUrl.filename))
    yield* makeFolder(dataDir)
    const { layer } = yield* Effect.promise(() => import("@annotary/storage-sqlite/effect"))
    return layer({
      filename: databaseUrl.filename,
      synchronous: sqliteSynchronous,
      blobs: join(dataDir, "files"),
    })
  })

const noPostgres = new CommandFailed({
  sentence:
    "ANNOTARY_DATABASE_URL names Postgres, which comes with @annotary/storage-postgres; this server has sqlite:./path and memory:.",
})
