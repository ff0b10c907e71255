/** All ports that SQL alone can serve, over one `SqlClient`. BlobStore, SnapshotStore and Notifier are the storage package's own. */
import {
  type BlobStore,
  type Notifier,
  type SnapshotStore,
  type Storage,
  Transaction,
} from "@annotary/core/effect"
import type { WebhookStorage } from "@annotary/webhooks/ports"
import type { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { Database } from "./Database.ts"
import { ApiKeySqlStore } from "./stores/ApiKeySqlStore.ts"
import { AssetSqlStore } from "./stores/AssetSqlStore.ts"
import { AuditSqlStore } from "./stores/AuditSqlStore.ts"
import { ClaimSqlStore } from "./stores/ClaimSqlStore.ts"
import { ConfigurationChangeSqlStore } from "./stores/ConfigurationChangeSqlStore.ts"
import { DatasetSqlStore } from "./stores/DatasetSqlStore.ts"
import { DeliverySqlStore } from "./stores/DeliverySqlStore.ts"
import { EndpointSqlStore } from "./stores/EndpointSqlStore.ts"
import { IdempotencySqlStore } from "./stores/IdempotencySqlStore.ts"
import { IssueSqlStore } from "./stores/IssueSqlStore.ts"
import { JobSqlStore } from "./stores/JobSqlStore.ts"
import { LabelSqlStore } from "./stores/LabelSqlStore.ts"
import { LabelsetSqlStore } from "./stores/LabelsetSqlStore.ts"
import { OutboxSql } from "./stores/OutboxSql.ts"
import { PeriodicTaskSqlStore } from "./stores/PeriodicTaskSqlStore.ts"
import { ReleaseSqlStore } from "./stores/ReleaseSqlStore.ts"
import { SampleSqlStore } from "./stores/SampleSqlStore.ts"
import { SecretSqlStore } from "./stores/SecretSqlStore.ts"
import { UserSqlStore } from "./stores/UserSqlStore.ts"
import { WarningSqlStore } from "./stores/WarningSqlStore.ts"
import { WorkunitSqlStore } from "./stores/WorkunitSqlStore.ts"

const SqlTransaction = Layer.effect(
  Transaction,
  Effect.map(Database, ({ transaction }) => Transaction.of(transaction)),
)

export type SqlPorts = Exclude<Storage, BlobStore | SnapshotStore | Notifier> | WebhookStorage

/** The database must have been migrated: see `migrate`. */
export const SqlStorage: Layer.Layer<SqlPorts, never, SqlClient.SqlClient> = Layer.mergeAll(
  SqlTransaction,
  UserSqlStore,
  ApiKeySqlStore,
  AuditSqlStore,
  ConfigurationChangeSqlStore,
  DatasetSqlStore,
  LabelsetSqlStore,
  SampleSqlStore,
  LabelSqlStore,
  WarningSqlStore,
  IssueSqlStore,
  ClaimSqlStore,
  WorkunitSqlStore,
  ReleaseSqlStore,
  AssetSqlStore,
  JobSqlStore,
  OutboxSql,
  IdempotencySqlStore,
  SecretSqlStore,
  PeriodicTaskSqlStore,
).pipe(Layer.merge(Layer.merge(EndpointSqlStore, DeliverySqlStore)), Layer.provide(Database.layer))
