/** Distributes the tables of a database as a command: migrates it first, and refuses while servers use it. */
import { StorageFailure } from "@annotary/core/effect"
import { migrate } from "@annotary/storage-sql"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Either, Layer } from "effect"
import { layerClient, layerPool, makeSchema } from "../connection/client.ts"
import { parseConnectionUrl } from "../connection/connectionUrl.ts"
import type { PoolOptions } from "../options.ts"
import { isDistributed } from "./detect.ts"
import { detectDialect } from "./dialectOfDatabase.ts"
import { type Distribution, DistributionRefused, distribute } from "./distribute.ts"

/** The name of this command's connections, which differs from that of servers. */
const ownName = "annotary migrate"

/**
 * Migrates the database and distributes its tables with their rows. Returns the names of the tables that were not distributed
 * before; none when all were. Refused, nothing is distributed.
 */
export const distributeTables = (
  options: PoolOptions,
  distribution: Distribution = {},
): Effect.Effect<ReadonlyArray<string>, DistributionRefused> =>
  Effect.gen(function* () {
    if (options.schema !== undefined) yield* makeSchema(options.schema)
    yield* Effect.provide(migrate(), detectDialect(options.startWaitMillis ?? 0))
    const unused = Effect.flatMap(isDistributed, (distributed) =>
      distributed ? Effect.void : refuseUsed(serverName(options)),
    )
    return yield* distribute(distribution, unused)
  }).pipe(
    Effect.catchTag("SqlError", ({ cause }) =>
      Effect.die(new StorageFailure({ operation: "distribute the tables", transient: false, cause })),
    ),
    // Copying rows has no time limit.
    Effect.provide(
      Layer.provide(
        layerClient,
        layerPool({ ...options, applicationName: ownName, statementTimeoutMillis: 0 }),
      ),
    ),
  )

const serverName = ({ applicationName, url }: PoolOptions): string =>
  applicationName ?? Either.getOrUndefined(parseConnectionUrl(url))?.applicationName ?? "annotary"

/** A server that runs would go on with statements for one database. */
const refuseUsed = (name: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly open: number }>`SELECT count(*)::integer AS open FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = ${name}`
    const open = row?.open ?? 0
    if (open > 0)
      return yield* new DistributionRefused({
        reason: `servers are connected to the database (${open} connections named ${name}): stop them first`,
      })
  })
