/** The dialect of Citus: that of Postgres, with other statements where a statement must run on one shard. */
import { Dialect } from "@annotary/storage-sql"
import { Effect, Layer } from "effect"
import { PostgresDialect } from "../dialect/PostgresDialect.ts"
import { makeDeliveries } from "../webhooks/deliveries.ts"
import { makeCitusClaims } from "./claims.ts"
import { classifyCitusFailure, isUniqueViolation } from "./failure.ts"
import { insertRows } from "./insertRows.ts"
import { lockInDatasets } from "./lockInDatasets.ts"
import { lockDatasetRow, lockOutWriters, sharePersons } from "./locks.ts"
import { citusLookups, resolveLookups } from "./lookups.ts"
import { citusTransactions } from "./transactions.ts"
import { words } from "./words.ts"

export const CitusDialect: Layer.Layer<Dialect> = Layer.effect(
  Dialect,
  Effect.map(Dialect, (postgres) =>
    Dialect.of({
      ...postgres,
      ...words,
      ...citusLookups,
      resolveLookups,
      lockDatasetRow,
      lockInDatasets,
      sharePersons,
      claims: makeCitusClaims,
      deliveries: makeDeliveries(words.areWebhooksEnabled),
      failure: classifyCitusFailure,
      insertRows,
      isUniqueViolation,
      lockOutWriters,
      transactions: citusTransactions,
    }),
  ),
).pipe(Layer.provide(PostgresDialect))
