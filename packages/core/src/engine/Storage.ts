/** All ports: what a storage adapter provides. */

import type { ApiKeyStore } from "../access/ApiKeyStore.ts"
import type { AuditStore } from "../access/AuditStore.ts"
import type { DatasetStore } from "../access/DatasetStore.ts"
import type { ErasureStore } from "../access/ErasureStore.ts"
import type { LabelsetStore } from "../access/LabelsetStore.ts"
import type { LinkedIdentityStore } from "../access/LinkedIdentityStore.ts"
import type { PauseStore } from "../access/PauseStore.ts"
import type { QuotaStore } from "../access/QuotaStore.ts"
import type { SessionStore } from "../access/SessionStore.ts"
import type { UserStore } from "../access/UserStore.ts"
import type { ArchiveStore } from "../archives/ArchiveStore.ts"
import type { AssetStore } from "../assets/AssetStore.ts"
import type { BucketStore } from "../buckets/BucketStore.ts"
import type { ConfigurationChangeStore } from "../config/ConfigurationChangeStore.ts"
import type { GuideStore } from "../datasets/GuideStore.ts"
import type { InvitationStore } from "../datasets/InvitationStore.ts"
import type { Outbox } from "../events/Outbox.ts"
import type { IssueStore } from "../issues/IssueStore.ts"
import type { JobStore } from "../jobs/JobStore.ts"
import type { LabelStore } from "../labels/LabelStore.ts"
import type { ClaimStore } from "../placement/ClaimStore.ts"
import type { GoldStore } from "../placement/GoldStore.ts"
import type { OverlapStore } from "../placement/OverlapStore.ts"
import type { PredictionStore } from "../placement/PredictionStore.ts"
import type { WorkunitStore } from "../placement/WorkunitStore.ts"
import type { PictureSizeStore } from "../reading/PictureSizeStore.ts"
import type { SampleStore } from "../reading/SampleStore.ts"
import type { ReleaseAuditStore } from "../releases/ReleaseAuditStore.ts"
import type { ReleaseStore } from "../releases/ReleaseStore.ts"
import type { SnapshotStore } from "../releases/SnapshotStore.ts"
import type { BlobStore } from "../storage/BlobStore.ts"
import type { IdempotencyStore } from "../storage/IdempotencyStore.ts"
import type { Notifier } from "../storage/Notifier.ts"
import type { PeriodicTaskStore } from "../storage/PeriodicTaskStore.ts"
import type { SecretStore } from "../storage/SecretStore.ts"
import type { Transaction } from "../storage/Transaction.ts"
import type { TransferStore } from "../transfers/TransferStore.ts"
import type { WarningStore } from "../warnings/WarningStore.ts"
import type { DeliveryStore } from "../webhooks/DeliveryStore.ts"
import type { EndpointStore } from "../webhooks/EndpointStore.ts"
import type { WorkloadStore } from "../workload/WorkloadStore.ts"

/** The ports that every engine needs. */
export type Storage =
  | Transaction
  | UserStore
  | ApiKeyStore
  | QuotaStore
  | SessionStore
  | InvitationStore
  | BucketStore
  | LinkedIdentityStore
  | AuditStore
  | ErasureStore
  | ConfigurationChangeStore
  | DatasetStore
  | GuideStore
  | PauseStore
  | OverlapStore
  | GoldStore
  | ReleaseAuditStore
  | LabelsetStore
  | SampleStore
  | LabelStore
  | WarningStore
  | PictureSizeStore
  | IssueStore
  | ClaimStore
  | WorkunitStore
  | PredictionStore
  | ReleaseStore
  | SnapshotStore
  | TransferStore
  | ArchiveStore
  | AssetStore
  | JobStore
  | Outbox
  | IdempotencyStore
  | SecretStore
  | BlobStore
  | PeriodicTaskStore
  | Notifier
  | WorkloadStore

/** The ports that the services of people need. */
export type AccountStorage =
  | Transaction
  | UserStore
  | ApiKeyStore
  | QuotaStore
  | SessionStore
  | LinkedIdentityStore
  | AuditStore
  | DatasetStore
  | PauseStore
  | ClaimStore
  | OverlapStore
  | GoldStore
  | JobStore
  | Notifier

/** The additional ports of an engine with webhooks. They join the transactions of the other ports. */
export type WebhookStorage = EndpointStore | DeliveryStore
