/** Every port that SQL alone can serve, over one `SqlClient`. The database's package adds ArchiveStore, BlobStore, SnapshotStore and Notifier. */
import type {
  ArchiveStore,
  BlobStore,
  Notifier,
  SnapshotStore,
  Storage,
  WebhookStorage,
} from "@annotary/core/effect"
import type { SqlClient } from "@effect/sql"
import { Layer } from "effect"
import { Database } from "./database/Database.ts"
import type { Dialect } from "./dialect/Dialect.ts"
import { SqlAccountStorage } from "./SqlAccountStorage.ts"
import { AssetSqlStore } from "./stores/AssetSqlStore.ts"
import { BucketSqlStore } from "./stores/accounts/BucketSqlStore.ts"
import { ErasureSqlStore } from "./stores/accounts/ErasureSqlStore.ts"
import { InvitationSqlStore } from "./stores/accounts/InvitationSqlStore.ts"
import { SecretSqlStore } from "./stores/accounts/SecretSqlStore.ts"
import { ConfigurationChangeSqlStore } from "./stores/datasets/ConfigurationChangeSqlStore.ts"
import { GuideSqlStore } from "./stores/datasets/GuideSqlStore.ts"
import { LabelsetSqlStore } from "./stores/datasets/LabelsetSqlStore.ts"
import { PauseSqlStore } from "./stores/datasets/PauseSqlStore.ts"
import { IdempotencySqlStore } from "./stores/IdempotencySqlStore.ts"
import { IssueSqlStore } from "./stores/issues/IssueSqlStore.ts"
import { LabelSqlStore } from "./stores/labels/LabelSqlStore.ts"
import { PeriodicTaskSqlStore } from "./stores/PeriodicTaskSqlStore.ts"
import { PredictionSqlStore } from "./stores/queue/PredictionSqlStore.ts"
import { WorkunitSqlStore } from "./stores/queue/WorkunitSqlStore.ts"
import { ReleaseAuditSqlStore } from "./stores/ReleaseAuditSqlStore.ts"
import { ReleaseSqlStore } from "./stores/ReleaseSqlStore.ts"
import { PictureSizeSqlStore } from "./stores/samples/PictureSizeSqlStore.ts"
import { SampleSqlStore } from "./stores/samples/SampleSqlStore.ts"
import { TransferSqlStore } from "./stores/TransferSqlStore.ts"
import { WorkloadSqlStore } from "./stores/WorkloadSqlStore.ts"
import { WarningSqlStore } from "./stores/warnings/WarningSqlStore.ts"
import { DeliverySqlStore } from "./stores/webhooks/DeliverySqlStore.ts"
import { EndpointSqlStore } from "./stores/webhooks/EndpointSqlStore.ts"
import { OutboxSql } from "./stores/webhooks/OutboxSql.ts"

export type SqlPorts = Exclude<Storage, ArchiveStore | BlobStore | SnapshotStore | Notifier> | WebhookStorage

/** The stores, over a database that `migrate` has migrated. */
export const SqlStorage: Layer.Layer<SqlPorts, never, SqlClient.SqlClient | Dialect> = Layer.mergeAll(
  SqlAccountStorage,
  ConfigurationChangeSqlStore,
  LabelsetSqlStore,
  SampleSqlStore,
  LabelSqlStore,
  WarningSqlStore,
  IssueSqlStore,
  WorkunitSqlStore,
  PredictionSqlStore,
  ReleaseSqlStore,
  AssetSqlStore,
  OutboxSql,
  IdempotencySqlStore,
  SecretSqlStore,
  PeriodicTaskSqlStore,
).pipe(
  Layer.merge(
    Layer.mergeAll(
      BucketSqlStore,
      InvitationSqlStore,
      GuideSqlStore,
      PauseSqlStore,
      ReleaseAuditSqlStore,
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
