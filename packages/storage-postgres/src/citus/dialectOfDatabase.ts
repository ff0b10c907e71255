/** Chooses the dialect of a database when the storage opens, and keeps a distributed schema distributed. */
import { Dialect, makeStorageFailure, migrate } from "@annotary/storage-sql"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, type Scope } from "effect"
import { readAtStart } from "../connection/startWait.ts"
import { PostgresDialect } from "../dialect/PostgresDialect.ts"
import { CitusDialect } from "./CitusDialect.ts"
import { forgettingClaims } from "./claimHomes.ts"
import { hasCitus, isDistributed } from "./detect.ts"
import { distribute } from "./distribute.ts"
import { afterDistribution } from "./distributionLock.ts"

/** The dialect of Citus where the tables are distributed, else that of Postgres. Reads the catalog once. */
export const detectDialect = (startWaitMillis: number): Layer.Layer<Dialect, never, SqlClient.SqlClient> =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      if (!(yield* hasCitus)) return PostgresDialect
      return (yield* afterDistribution(isDistributed)) ? CitusDialect : PostgresDialect
    }).pipe(readAtStart("read how the tables are stored", startWaitMillis)),
  )

/** Runs missing migrations, and distributes the tables that they add to a distributed schema. */
export const migrateAll: Effect.Effect<void, never, SqlClient.SqlClient | Dialect | Scope.Scope> = Effect.gen(
  function* () {
    const dialect = yield* Dialect
    yield* migrate()
    const failDistribution = (cause: unknown) =>
      Effect.die(makeStorageFailure(dialect, "distribute the tables", cause))
    const distributed = yield* Effect.catchAll(isDistributed, failDistribution)
    if (!distributed) return
    yield* Effect.catchAll(distribute(), failDistribution)
    yield* forgettingClaims
  },
)
