/** Every port that SQL alone can serve, over one `SqlClient`. The database's package adds ArchiveStore, BlobStore, SnapshotStore and Notifier. */
import {
  type ArchiveStore,
  type BlobStore,
  type Notifier,
  type SnapshotStore,
  type Storage,
  Transaction,
  type WebhookStorage,
} from "@annotary/core/effect"
import type { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { Database } from "./database/Database.ts"
import type { Dialect } from "./dialect/Dialect.ts"
import { AssetSqlStore } from "./stores/AssetSqlStore.ts"
import { ApiKeySqlStore } from "./stores/accounts/ApiKeySqlStore.ts"
import { AuditSqlStore } from "./stores/accounts/AuditSqlStore.ts"
import { BucketSqlStore } from "./stores/accounts/BucketSqlStore.ts"
import { ErasureSqlStore } from "./stores/accounts/ErasureSqlStore.ts"
import { InvitationSqlStore } from "./stores/accounts/InvitationSqlStore.ts"
import { LinkedIdentitySqlStore } from "./stores/accounts/LinkedIdentitySqlStore.ts"
import { QuotaSqlStore } from "./stores/accounts/QuotaSqlStore.ts"
import { SecretSqlStore } from "./stores/accounts/SecretSqlStore.ts"
import { SessionSqlStore } from "./stores/accounts/SessionSqlStore.ts"
import { UserSqlStore } from "./stores/accounts/UserSqlStore.ts"
import { ConfigurationChangeSqlStore } from "./stores/datasets/ConfigurationChangeSqlStore.ts"
import { DatasetSqlStore } from "./stores/datasets/DatasetSqlStore.ts"
import { LabelsetSqlStore } from "./stores/datasets/LabelsetSqlStore.ts"
import { IdempotencySqlStore } from "./stores/IdempotencySqlStore.ts"
import { IssueSqlStore } from "./stores/issues/IssueSqlStore.ts"
import { JobSqlStore } from "./stores/JobSqlStore.ts"
import { LabelSqlStore } from "./stores/labels/LabelSqlStore.ts"
import { PeriodicTaskSqlStore } from "./stores/PeriodicTaskSqlStore.ts"
import { ClaimSqlStore } from "./stores/queue/ClaimSqlStore.ts"
import { WorkunitSqlStore } from "./stores/queue/WorkunitSqlStore.ts"
import { ReleaseSqlStore } from "./stores/ReleaseSqlStore.ts"
import { PictureSizeSqlStore } from "./stores/samples/PictureSizeSqlStore.ts"
import { SampleSqlStore } from "./stores/samples/SampleSqlStore.ts"
import { TransferSqlStore } from "./stores/TransferSqlStore.ts"
import { WorkloadSqlStore } from "./stores/WorkloadSqlStore.ts"
import { WarningSqlStore } from "./stores/warnings/WarningSqlStore.ts"
import { DeliverySqlStore } from "./stores/webhooks/DeliverySqlStore.ts"
import { EndpointSqlStore } from "./stores/webhooks/EndpointSqlStore.ts"
import { OutboxSql } from "./stores/webhooks/OutboxSql.ts"

const SqlTransaction = Layer.effect(
  Transaction,
  Effect.map(Database, ({ transaction }) => Transaction.of(transaction)),
)

export type SqlPorts = Exclude<Storage, ArchiveStore | BlobStore | SnapshotStore | Notifier> | WebhookStorage

/** The stores, over a database that `migrate` has migrated. */
export const SqlStorage: Layer.Layer<SqlPorts, never, SqlClient.SqlClient | Dialect> = Layer.mergeAll(
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
).pipe(
  Layer.merge(
    Layer.mergeAll(
      BucketSqlStore,
      InvitationSqlStore,
      LinkedIdentitySqlStore,
      QuotaSqlStore,
      SessionSqlStore,
      TransferSqlStore,
      ErasureSqlStore,
      WorkloadSqlStore,
      PictureSizeSqlStore,
      EndpointSqlStore,
      DeliverySqlStore,
    ),
  ),
  Layer.provide(Database.layer),
)
