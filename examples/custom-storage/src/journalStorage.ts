/** The storage layer: every port over one database in a folder. */
import {
  ApiKeyStore,
  ArchiveStore,
  AssetStore,
  AuditStore,
  BlobStore,
  BucketStore,
  ClaimStore,
  ConfigurationChangeStore,
  DatasetStore,
  ErasureStore,
  IdempotencyStore,
  InvitationStore,
  IssueStore,
  JobStore,
  LabelStore,
  LabelsetStore,
  LinkedIdentityStore,
  Notifier,
  Outbox,
  PeriodicTaskStore,
  PictureSizeStore,
  QuotaStore,
  ReleaseStore,
  SampleStore,
  SecretStore,
  SessionStore,
  SnapshotStore,
  type Storage,
  Transaction,
  TransferStore,
  UserStore,
  WarningStore,
  WorkloadStore,
  WorkunitStore,
} from "@annotary/core/effect"
import { Context, Effect, Layer } from "effect"
import { type Database, openDatabase } from "./Database.ts"
import { apiKeyStore } from "./stores/apiKeyStore.ts"
import { archiveStore } from "./stores/archiveStore.ts"
import { assetStore } from "./stores/assetStore.ts"
import { auditStore } from "./stores/auditStore.ts"
import { makeBlobStore } from "./stores/blobStore.ts"
import { bucketStore } from "./stores/bucketStore.ts"
import { claimStore } from "./stores/claimStore.ts"
import { configurationChangeStore } from "./stores/configurationChangeStore.ts"
import { datasetStore } from "./stores/datasetStore.ts"
import { erasureStore } from "./stores/erasureStore.ts"
import { idempotencyStore } from "./stores/idempotencyStore.ts"
import { invitationStore } from "./stores/invitationStore.ts"
import { issueStore } from "./stores/issueStore.ts"
import { jobStore } from "./stores/jobStore.ts"
import { labelStore } from "./stores/labelStore.ts"
import { labelsetStore } from "./stores/labelsetStore.ts"
import { linkedIdentityStore } from "./stores/linkedIdentityStore.ts"
import { makeNotifier } from "./stores/notifier.ts"
import { outbox } from "./stores/outbox.ts"
import { periodicTaskStore } from "./stores/periodicTaskStore.ts"
import { pictureSizeStore } from "./stores/pictureSizeStore.ts"
import { quotaStore } from "./stores/quotaStore.ts"
import { releaseStore } from "./stores/releaseStore.ts"
import { sampleStore } from "./stores/sampleStore.ts"
import { secretStore } from "./stores/secretStore.ts"
import { sessionStore } from "./stores/sessionStore.ts"
import { snapshotStore } from "./stores/snapshotStore.ts"
import { transaction } from "./stores/transaction.ts"
import { transferStore } from "./stores/transferStore.ts"
import { userStore } from "./stores/userStore.ts"
import { warningStore } from "./stores/warningStore.ts"
import { workloadStore } from "./stores/workloadStore.ts"
import { workunitStore } from "./stores/workunitStore.ts"

/**
 * The storage in a folder: `createEngine({ storage: journalStorage({ folder: "labels" }) })`. Creates the folder if it does not exist,
 * and locks it until the engine is closed.
 */
export const journalStorage = ({ folder }: { readonly folder: string }): Layer.Layer<Storage> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const database = yield* openDatabase(folder)
      const notifier = yield* makeNotifier(database)
      const blobs = yield* makeBlobStore(database)
      return Context.make(Transaction, transaction(database)).pipe(
        Context.add(UserStore, userStore(database)),
        Context.add(ApiKeyStore, apiKeyStore(database)),
        Context.add(AuditStore, auditStore(database)),
        Context.add(ConfigurationChangeStore, configurationChangeStore(database)),
        Context.add(DatasetStore, datasetStore(database)),
        Context.add(LabelsetStore, labelsetStore(database)),
        Context.add(SampleStore, sampleStore(database)),
        Context.add(LabelStore, labelStore(database)),
        Context.add(WarningStore, warningStore(database)),
        Context.add(IssueStore, issueStore(database)),
        Context.add(ClaimStore, claimStore(database)),
        Context.add(WorkunitStore, workunitStore(database)),
        Context.add(ReleaseStore, releaseStore(database)),
        Context.add(SnapshotStore, snapshotStore(database)),
        Context.add(AssetStore, assetStore(database)),
        Context.add(JobStore, jobStore(database)),
        Context.add(TransferStore, transferStore(database)),
        // `pipe` does not accept more arguments.
        Context.merge(others(database)),
        Context.add(Notifier, notifier),
        Context.add(BlobStore, blobs),
      )
    }),
  )

const others = (database: Database) =>
  Context.make(Outbox, outbox(database)).pipe(
    Context.add(ArchiveStore, archiveStore(database)),
    Context.add(ErasureStore, erasureStore(database)),
    Context.add(PictureSizeStore, pictureSizeStore(database)),
    Context.add(IdempotencyStore, idempotencyStore(database)),
    Context.add(SecretStore, secretStore(database)),
    Context.add(QuotaStore, quotaStore(database)),
    Context.add(SessionStore, sessionStore(database)),
    Context.add(BucketStore, bucketStore(database)),
    Context.add(InvitationStore, invitationStore(database)),
    Context.add(LinkedIdentityStore, linkedIdentityStore(database)),
    Context.add(PeriodicTaskStore, periodicTaskStore(database)),
    Context.add(WorkloadStore, workloadStore(database)),
  )
