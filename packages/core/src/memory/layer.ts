/** Every port over one new database. */
import { Context, Effect, HashMap, Layer, Ref } from "effect"
import { ApiKeyStore } from "../access/ApiKeyStore.ts"
import { AuditStore } from "../access/AuditStore.ts"
import { DatasetStore } from "../access/DatasetStore.ts"
import { ErasureStore } from "../access/ErasureStore.ts"
import { LabelsetStore } from "../access/LabelsetStore.ts"
import { LinkedIdentityStore } from "../access/LinkedIdentityStore.ts"
import { PauseStore } from "../access/PauseStore.ts"
import { QuotaStore } from "../access/QuotaStore.ts"
import { SessionStore } from "../access/SessionStore.ts"
import { UserStore } from "../access/UserStore.ts"
import { ArchiveStore } from "../archives/ArchiveStore.ts"
import { AssetStore } from "../assets/AssetStore.ts"
import { BucketStore } from "../buckets/BucketStore.ts"
import { ConfigurationChangeStore } from "../config/ConfigurationChangeStore.ts"
import { GuideStore } from "../datasets/GuideStore.ts"
import { InvitationStore } from "../datasets/InvitationStore.ts"
import type { Storage, WebhookStorage } from "../engine/Storage.ts"
import { Outbox } from "../events/Outbox.ts"
import { EventDelay } from "../events/SettledEvents.ts"
import { IssueStore } from "../issues/IssueStore.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { LabelStore } from "../labels/LabelStore.ts"
import { ClaimStore } from "../placement/ClaimStore.ts"
import { GoldStore } from "../placement/GoldStore.ts"
import { OverlapStore } from "../placement/OverlapStore.ts"
import { PredictionStore } from "../placement/PredictionStore.ts"
import { WorkunitStore } from "../placement/WorkunitStore.ts"
import { PictureSizeStore } from "../reading/PictureSizeStore.ts"
import { SampleStore } from "../reading/SampleStore.ts"
import { ReleaseAuditStore } from "../releases/ReleaseAuditStore.ts"
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
import { makeApiKeyStore } from "./apiKeyStore.ts"
import { archiveStore } from "./archiveStore.ts"
import { makeAssetStore } from "./assetStore.ts"
import { makeAuditStore } from "./auditStore.ts"
import { type Files, makeBlobStore } from "./blobStore.ts"
import { makeBucketStore } from "./bucketStore.ts"
import { claimStore } from "./claimStore.ts"
import { makeConfigurationChangeStore } from "./configurationChangeStore.ts"
import { type Database, makeDatabase, makeWebhookDatabase } from "./Database.ts"
import { makeDatasetStore } from "./datasetStore.ts"
import { makeErasureStore } from "./erasureStore.ts"
import { makeGoldStore } from "./goldStore.ts"
import { makeGuideStore } from "./guideStore.ts"
import { makeIdempotencyStore } from "./idempotencyStore.ts"
import { makeInvitationStore } from "./invitationStore.ts"
import { issueStore } from "./issueStore.ts"
import { makeJobStore } from "./jobStore.ts"
import { labelStore } from "./labelStore.ts"
import { makeLabelsetStore } from "./labelsetStore.ts"
import { makeLinkedIdentityStore } from "./linkedIdentityStore.ts"
import { makeOutbox } from "./outbox.ts"
import { makeOverlapStore } from "./overlapStore.ts"
import { makePauseStore } from "./pauseStore.ts"
import { makePeriodicTaskStore } from "./periodicTaskStore.ts"
import { makePictureSizeStore } from "./pictureSizeStore.ts"
import { makePredictionStore } from "./predictionStore.ts"
import { makeQuotaStore } from "./quotaStore.ts"
import { makeReleaseAuditStore } from "./releaseAuditStore.ts"
import { releaseStore } from "./releaseStore.ts"
import { sampleStore } from "./sampleStore.ts"
import { makeSecretStore } from "./secretStore.ts"
import { makeSessionStore } from "./sessionStore.ts"
import { makeSnapshotStore } from "./snapshotStore.ts"
import { transferStore } from "./transferStore.ts"
import { makeUserStore } from "./userStore.ts"
import { makeWarningStore } from "./warningStore.ts"
import { makeDeliveryStore } from "./webhooks/deliveryStore.ts"
import { makeEndpointStore } from "./webhooks/endpointStore.ts"
import { makeWorkloadStore } from "./workloadStore.ts"
import { makeWorkunitStore } from "./workunitStore.ts"

const makeNoFiles: Effect.Effect<Ref.Ref<Files>> = Ref.make(HashMap.empty())

/** Every port over one new database. Layers are memoized by reference, so every call creates another database. */
export const makeLayer = (
  database: Effect.Effect<Database> = makeDatabase,
  files: Effect.Effect<Ref.Ref<Files>> = makeNoFiles,
): Layer.Layer<Storage | WebhookStorage> =>
  Layer.effectContext(
    Effect.map(Effect.all([database, files, makeLocalNotifier]), ([db, stored, notifier]) => {
      const transaction = Transaction.of({ run: db.run, inside: db.inside })
      const [users, events] = [makeUserStore(db), makeOutbox(db)]
      const webhooks = { db: makeWebhookDatabase(db), inside: db.inside, transaction, users, outbox: events }
      return Context.make(Transaction, transaction)
        .pipe(
          Context.add(EndpointStore, makeEndpointStore(webhooks.db)),
          Context.add(DeliveryStore, makeDeliveryStore(webhooks)),
          Context.add(LabelStore, labelStore(db)),
          Context.add(WarningStore, makeWarningStore(db)),
          Context.add(PictureSizeStore, makePictureSizeStore(db)),
          Context.add(GuideStore, makeGuideStore(db)),
          Context.add(PauseStore, makePauseStore(db)),
          Context.add(OverlapStore, makeOverlapStore(db)),
          Context.add(ReleaseAuditStore, makeReleaseAuditStore(db)),
          Context.add(ConfigurationChangeStore, makeConfigurationChangeStore(db)),
          Context.add(TransferStore, transferStore(db)),
          Context.add(ArchiveStore, archiveStore(db)),
          Context.add(WorkloadStore, makeWorkloadStore(db)),
          Context.add(ErasureStore, makeErasureStore(db)),
          Context.add(QuotaStore, makeQuotaStore(db)),
          Context.add(SessionStore, makeSessionStore(db)),
          Context.add(BucketStore, makeBucketStore(db)),
          Context.add(InvitationStore, makeInvitationStore(db)),
          Context.add(LinkedIdentityStore, makeLinkedIdentityStore(db)),
          // One process with one transaction at a time: no event follows a later one, even if the clock stands still.
          Context.add(EventDelay, Number.NEGATIVE_INFINITY),
        )
        .pipe(
          Context.add(UserStore, users),
          Context.add(ApiKeyStore, makeApiKeyStore(db)),
          Context.add(AuditStore, makeAuditStore(db)),
          Context.add(DatasetStore, makeDatasetStore(db)),
          Context.add(LabelsetStore, makeLabelsetStore(db)),
          Context.add(SampleStore, sampleStore(db)),
          Context.add(IssueStore, issueStore(db)),
          Context.add(ClaimStore, claimStore(db)),
          Context.add(WorkunitStore, makeWorkunitStore(db)),
          Context.add(PredictionStore, makePredictionStore(db)),
          Context.add(ReleaseStore, releaseStore(db)),
          Context.add(SnapshotStore, makeSnapshotStore(db)),
          Context.add(AssetStore, makeAssetStore(db)),
          Context.add(JobStore, makeJobStore(db)),
          Context.add(Outbox, events),
          Context.add(IdempotencyStore, makeIdempotencyStore(db)),
          Context.add(SecretStore, makeSecretStore(db)),
          Context.add(PeriodicTaskStore, makePeriodicTaskStore(db)),
          Context.add(BlobStore, makeBlobStore(stored)),
          Context.add(
            Notifier,
            Notifier.of({ ...notifier, notify: (topic) => db.whenCommitted(notifier.notify(topic)) }),
          ),
        )
        .pipe(Context.add(GoldStore, makeGoldStore(db)))
    }),
  )
