/** Every port over one new database. */
import { Context, Effect, Layer } from "effect"
import { ApiKeyStore } from "../access/ApiKeyStore.ts"
import { AuditStore } from "../access/AuditStore.ts"
import { DatasetStore } from "../access/DatasetStore.ts"
import { ErasureStore } from "../access/ErasureStore.ts"
import { LabelsetStore } from "../access/LabelsetStore.ts"
import { LinkedIdentityStore } from "../access/LinkedIdentityStore.ts"
import { QuotaStore } from "../access/QuotaStore.ts"
import { SessionStore } from "../access/SessionStore.ts"
import { UserStore } from "../access/UserStore.ts"
import { ArchiveStore } from "../archives/ArchiveStore.ts"
import { AssetStore } from "../assets/AssetStore.ts"
import { BucketStore } from "../buckets/BucketStore.ts"
import { ConfigurationChangeStore } from "../config/ConfigurationChangeStore.ts"
import { InvitationStore } from "../datasets/InvitationStore.ts"
import type { Storage, WebhookStorage } from "../engine/Storage.ts"
import { EventDelay } from "../events/EventFeed.ts"
import { Outbox } from "../events/Outbox.ts"
import { IssueStore } from "../issues/IssueStore.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { LabelStore } from "../labels/LabelStore.ts"
import { ClaimStore } from "../placement/ClaimStore.ts"
import { WorkunitStore } from "../placement/WorkunitStore.ts"
import { PictureSizeStore } from "../reading/PictureSizeStore.ts"
import { SampleStore } from "../reading/SampleStore.ts"
import { ReleaseStore } from "../releases/ReleaseStore.ts"
import { SnapshotStore } from "../releases/SnapshotStore.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { IdempotencyStore } from "../storage/IdempotencyStore.ts"
import { makeLocalNotifier } from "../storage/localNotifier.ts"
import { Notifier } from "../storage/Notifier.ts"
import { PeriodicTaskStore } from "../storage/PeriodicTaskStore.ts"
import { SecretStore } from "../storage/SecretStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { TransferStore } from "../transfers/TransferStore.ts"
import { WarningStore } from "../warnings/WarningStore.ts"
import { DeliveryStore } from "../webhooks/DeliveryStore.ts"
import { EndpointStore } from "../webhooks/EndpointStore.ts"
import { WorkloadStore } from "../workload/WorkloadStore.ts"
import { apiKeyStore } from "./apiKeyStore.ts"
import { archiveStore } from "./archiveStore.ts"
import { assetStore } from "./assetStore.ts"
import { auditStore } from "./auditStore.ts"
import { makeBlobStore } from "./blobStore.ts"
import { bucketStore } from "./bucketStore.ts"
import { claimStore } from "./claimStore.ts"
import { configurationChangeStore } from "./configurationChangeStore.ts"
import { type Database, makeDatabase, webhookDatabase } from "./Database.ts"
import { datasetStore } from "./datasetStore.ts"
import { erasureStore } from "./erasureStore.ts"
import { idempotencyStore } from "./idempotencyStore.ts"
import { invitationStore } from "./invitationStore.ts"
import { issueStore } from "./issueStore.ts"
import { jobStore } from "./jobStore.ts"
import { labelStore } from "./labelStore.ts"
import { labelsetStore } from "./labelsetStore.ts"
import { linkedIdentityStore } from "./linkedIdentityStore.ts"
import { outbox } from "./outbox.ts"
import { periodicTaskStore } from "./periodicTaskStore.ts"
import { pictureSizeStore } from "./pictureSizeStore.ts"
import { quotaStore } from "./quotaStore.ts"
import { releaseStore } from "./releaseStore.ts"
import { sampleStore } from "./sampleStore.ts"
import { secretStore } from "./secretStore.ts"
import { sessionStore } from "./sessionStore.ts"
import { snapshotStore } from "./snapshotStore.ts"
import { transferStore } from "./transferStore.ts"
import { userStore } from "./userStore.ts"
import { warningStore } from "./warningStore.ts"
import { deliveryStore } from "./webhooks/deliveryStore.ts"
import { endpointStore } from "./webhooks/endpointStore.ts"
import { workloadStore } from "./workloadStore.ts"
import { workunitStore } from "./workunitStore.ts"

/** Every port over one new database. Layers are memoized by reference, so every call creates another database. */
export const makeLayer = (
  database: Effect.Effect<Database> = makeDatabase,
): Layer.Layer<Storage | WebhookStorage> =>
  Layer.effectContext(
    Effect.map(Effect.all([database, makeBlobStore, makeLocalNotifier]), ([db, blobs, notifier]) => {
      const transaction = Transaction.of({ run: db.run, inside: db.inside })
      const [users, events] = [userStore(db), outbox(db)]
      const webhooks = { db: webhookDatabase(db), inside: db.inside, transaction, users, outbox: events }
      return Context.make(Transaction, transaction)
        .pipe(
          Context.add(EndpointStore, endpointStore(webhooks.db)),
          Context.add(DeliveryStore, deliveryStore(webhooks)),
          Context.add(LabelStore, labelStore(db)),
          Context.add(WarningStore, warningStore(db)),
          Context.add(PictureSizeStore, pictureSizeStore(db)),
          Context.add(ConfigurationChangeStore, configurationChangeStore(db)),
          Context.add(TransferStore, transferStore(db)),
          Context.add(ArchiveStore, archiveStore(db)),
          Context.add(WorkloadStore, workloadStore(db)),
          Context.add(ErasureStore, erasureStore(db)),
          Context.add(QuotaStore, quotaStore(db)),
          Context.add(SessionStore, sessionStore(db)),
          Context.add(BucketStore, bucketStore(db)),
          Context.add(InvitationStore, invitationStore(db)),
          Context.add(LinkedIdentityStore, linkedIdentityStore(db)),
          // One process with one transaction at a time: no event follows a later one, even if the clock stands still.
          Context.add(EventDelay, Number.NEGATIVE_INFINITY),
        )
        .pipe(
          Context.add(UserStore, users),
          Context.add(ApiKeyStore, apiKeyStore(db)),
          Context.add(AuditStore, auditStore(db)),
          Context.add(DatasetStore, datasetStore(db)),
          Context.add(LabelsetStore, labelsetStore(db)),
          Context.add(SampleStore, sampleStore(db)),
          Context.add(IssueStore, issueStore(db)),
          Context.add(ClaimStore, claimStore(db)),
          Context.add(WorkunitStore, workunitStore(db)),
          Context.add(ReleaseStore, releaseStore(db)),
          Context.add(SnapshotStore, snapshotStore(db)),
          Context.add(AssetStore, assetStore(db)),
          Context.add(JobStore, jobStore(db)),
          Context.add(Outbox, events),
          Context.add(IdempotencyStore, idempotencyStore(db)),
          Context.add(SecretStore, secretStore(db)),
          Context.add(PeriodicTaskStore, periodicTaskStore(db)),
          Context.add(BlobStore, blobs),
          Context.add(
            Notifier,
            Notifier.of({ ...notifier, notify: (topic) => db.whenCommitted(notifier.notify(topic)) }),
          ),
        )
    }),
  )
