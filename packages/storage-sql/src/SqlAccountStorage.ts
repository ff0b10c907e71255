/** The ports that the services of people need, over one `SqlClient`. The database's package adds the Notifier. */
import { type AccountStorage, type Notifier, Transaction } from "@annotary/core/effect"
import type { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { Database } from "./database/Database.ts"
import type { Dialect } from "./dialect/Dialect.ts"
import { ApiKeySqlStore } from "./stores/accounts/ApiKeySqlStore.ts"
import { AuditSqlStore } from "./stores/accounts/AuditSqlStore.ts"
import { LinkedIdentitySqlStore } from "./stores/accounts/LinkedIdentitySqlStore.ts"
import { QuotaSqlStore } from "./stores/accounts/QuotaSqlStore.ts"
import { SessionSqlStore } from "./stores/accounts/SessionSqlStore.ts"
import { UserSqlStore } from "./stores/accounts/UserSqlStore.ts"
import { DatasetSqlStore } from "./stores/datasets/DatasetSqlStore.ts"
import { PauseSqlStore } from "./stores/datasets/PauseSqlStore.ts"
import { JobSqlStore } from "./stores/JobSqlStore.ts"
import { ClaimSqlStore } from "./stores/queue/ClaimSqlStore.ts"
import { GoldSqlStore } from "./stores/queue/GoldSqlStore.ts"
import { OverlapSqlStore } from "./stores/queue/OverlapSqlStore.ts"

const SqlTransaction = Layer.effect(
  Transaction,
  Effect.map(Database, ({ transaction }) => Transaction.of(transaction)),
)

export type SqlAccountPorts = Exclude<AccountStorage, Notifier>

/** The stores of people, over a database that `migrate` has migrated. */
export const SqlAccountStorage: Layer.Layer<SqlAccountPorts, never, SqlClient.SqlClient | Dialect> =
  Layer.mergeAll(
    SqlTransaction,
    ApiKeySqlStore,
    AuditSqlStore,
    ClaimSqlStore,
    DatasetSqlStore,
    GoldSqlStore,
    JobSqlStore,
    LinkedIdentitySqlStore,
    OverlapSqlStore,
    PauseSqlStore,
    QuotaSqlStore,
    SessionSqlStore,
    UserSqlStore,
  ).pipe(Layer.provide(Database.layer))
