/** All services of the engine as one layer over a storage. Each tier depends on the tiers below it. */
import { Layer } from "effect"
import { Access } from "../access/Access.ts"
import { ApiKeys } from "../access/ApiKeys.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { Counts } from "../access/Counts.ts"
import { IdentityCache } from "../access/IdentityCache.ts"
import { KnownUsers } from "../access/KnownUsers.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { Quotas } from "../access/Quotas.ts"
import { Sessions } from "../access/Sessions.ts"
import { AccountRemoval } from "../accounts/AccountRemoval.ts"
import { AllDatasets } from "../accounts/AllDatasets.ts"
import { ArchivedAccounts } from "../accounts/ArchivedAccounts.ts"
import { Audit } from "../accounts/Audit.ts"
import { EmbedTokens } from "../accounts/EmbedTokens.ts"
import { LinkedIdentities } from "../accounts/LinkedIdentities.ts"
import { Organizations } from "../accounts/Organizations.ts"
import { Users } from "../accounts/Users.ts"
import { Archives } from "../archives/Archives.ts"
import { ArchiveWriter } from "../archives/ArchiveWriter.ts"
import { AssetCollection } from "../archives/AssetCollection.ts"
import { AssetReferences } from "../archives/AssetReferences.ts"
import { AssetRemoval } from "../archives/AssetRemoval.ts"
import { RestoreAttempts } from "../archives/RestoreAttempts.ts"
import { RestorePublishing } from "../archives/RestorePublishing.ts"
import { RestoreRecords } from "../archives/RestoreRecords.ts"
import { ArchivedAssets } from "../assets/ArchivedAssets.ts"
import { Assets } from "../assets/Assets.ts"
import { AssetUrls } from "../assets/AssetUrls.ts"
import { Buckets } from "../buckets/Buckets.ts"
import { BucketUrls } from "../buckets/BucketUrls.ts"
import { OpenChanges } from "../config/OpenChanges.ts"
import { ConfigurationChanges } from "../config-changes/ConfigurationChanges.ts"
import { ConfigurationHistory } from "../config-changes/ConfigurationHistory.ts"
import { ConfigurationJobs } from "../config-changes/ConfigurationJobs.ts"
import { ConfigurationSwitch } from "../config-changes/ConfigurationSwitch.ts"
import { Configurations } from "../config-changes/Configurations.ts"
import { Cloning } from "../datasets/Cloning.ts"
import { Collaborators } from "../datasets/Collaborators.ts"
import { DatasetCreation } from "../datasets/DatasetCreation.ts"
import { DatasetRecords } from "../datasets/DatasetRecords.ts"
import { Datasets } from "../datasets/Datasets.ts"
import { DatasetViews } from "../datasets/DatasetViews.ts"
import { Invitations } from "../datasets/Invitations.ts"
import { Labelsets } from "../datasets/Labelsets.ts"
import { Purge } from "../datasets/Purge.ts"
import { EventFeed } from "../events/EventFeed.ts"
import { Events } from "../events/Events.ts"
import { SampleFiles } from "../files/SampleFiles.ts"
import { Issues } from "../issues/Issues.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { OwnJobs } from "../jobs/OwnJobs.ts"
import { DirectWriter } from "../labels/DirectWriter.ts"
import { LabelChecks } from "../labels/LabelChecks.ts"
import { LabelCopies } from "../labels/LabelCopies.ts"
import { LabelImports } from "../labels/LabelImports.ts"
import { Labels } from "../labels/Labels.ts"
import { LabelWriter } from "../labels/LabelWriter.ts"
import { PictureMeasurer } from "../pictures/PictureMeasurer.ts"
import { PictureSizeWriter } from "../pictures/PictureSizeWriter.ts"
import { Placement } from "../placement/Placement.ts"
import { RoleChanges } from "../placement/RoleChanges.ts"
import { Workunits } from "../placement/Workunits.ts"
import { ClaimAccess } from "../queue/ClaimAccess.ts"
import { DeletedWork } from "../queue/DeletedWork.ts"
import { WorkStatistics } from "../queue/figures/WorkStatistics.ts"
import { Queue } from "../queue/Queue.ts"
import { QueueViews } from "../queue/QueueViews.ts"
import { Work } from "../queue/Work.ts"
import { PictureSizes } from "../reading/PictureSizes.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { ExportedSamples } from "../releases/ExportedSamples.ts"
import { FileUrls } from "../releases/FileUrls.ts"
import { JobRetries } from "../releases/JobRetries.ts"
import { NamingReleases } from "../releases/NamingReleases.ts"
import { PendingReleases } from "../releases/PendingReleases.ts"
import { ReleaseBuilder } from "../releases/ReleaseBuilder.ts"
import { Releases } from "../releases/Releases.ts"
import { SigningKeys } from "../releases/SigningKeys.ts"
import { BulkRewrites } from "../samples/BulkRewrites.ts"
import { SampleBulk } from "../samples/SampleBulk.ts"
import { SampleCopies } from "../samples/SampleCopies.ts"
import { SampleImport } from "../samples/SampleImport.ts"
import { SampleInserts } from "../samples/SampleInserts.ts"
import { SampleLists } from "../samples/SampleLists.ts"
import { SampleRemovals } from "../samples/SampleRemovals.ts"
import { Samples } from "../samples/Samples.ts"
import { ExportBuilder } from "../transfers/ExportBuilder.ts"
import { ExportPictures } from "../transfers/ExportPictures.ts"
import { Exports } from "../transfers/Exports.ts"
import { ImportRunner } from "../transfers/ImportRunner.ts"
import { Imports } from "../transfers/Imports.ts"
import { TransferEvents } from "../transfers/TransferEvents.ts"
import { TransferRecords } from "../transfers/TransferRecords.ts"
import { CheckResults } from "../warnings/CheckResults.ts"
import { DatasetChecks } from "../warnings/DatasetChecks.ts"
import { Warnings } from "../warnings/Warnings.ts"
import { ArchivedEndpoints } from "../webhooks/ArchivedEndpoints.ts"
import { Workload } from "../workload/Workload.ts"
import type { Storage } from "./Storage.ts"

/** These depend on the storage alone. */
const readers = Layer.mergeAll(
  Access.Default,
  AuditLog.Default,
  IdentityCache.Default,
  KnownUsers.Default,
  Events.Default,
  EventFeed.Default,
  Counts.Default,
  LabelsetFinder.Default,
  OpenChanges.Default,
  LabelCopies.Default,
  SampleReader.Default.pipe(Layer.provideMerge(PictureSizes.Default)),
  SigningKeys.Default,
  Assets.Default,
  AllDatasets.Default,
  CheckResults.Default,
  Workload.Default,
)

const placing = Layer.mergeAll(
  Placement.Default,
  Jobs.Default,
  ApiKeys.Default,
  Quotas.Default,
  Issues.Default,
  Workunits.Default,
  WorkStatistics.Default,
  ClaimAccess.Default,
  FileUrls.Default,
  AssetUrls.Default,
  BucketUrls.Default,
  ExportedSamples.Default,
  PictureSizeWriter.Default,
  DatasetChecks.Default,
  TransferEvents.Default,
)

const following = Layer.mergeAll(
  PictureMeasurer.Default.pipe(Layer.provideMerge(SampleFiles.Default)),
  ExportPictures.Default,
  RoleChanges.Default,
  Sessions.Default,
  PendingReleases.Default,
  TransferRecords.Default,
)

const working = Layer.mergeAll(
  JobRetries.Default,
  AssetReferences.Default,
  Organizations.Default,
  LabelWriter.Default,
  LabelChecks.Default,
  SampleInserts.Default,
  SampleLists.Default,
  SampleCopies.Default,
  QueueViews.Default,
  Releases.Default,
  ReleaseBuilder.Default,
  Exports.Default,
  ExportBuilder.Default,
)

const writing = Layer.mergeAll(
  Buckets.Default,
  AssetCollection.Default,
  AssetRemoval.Default,
  BulkRewrites.Default,
  DirectWriter.Default,
  SampleRemovals.Default,
  LabelImports.Default,
)

const acting = Layer.mergeAll(
  Users.Default,
  EmbedTokens.Default,
  NamingReleases.Default,
  Audit.Default,
  Imports.Default,
  Labels.Default,
  Work.Default,
  SampleBulk.Default,
  SampleImport.Default,
  Purge.Default,
  DeletedWork.Default,
)

const keeping = Layer.mergeAll(
  AccountRemoval.Default,
  ImportRunner.Default,
  DatasetViews.Default,
  Labelsets.Default,
  Collaborators.Default,
  DatasetCreation.Default,
  ConfigurationSwitch.Default,
)

const creation = Layer.mergeAll(
  LinkedIdentities.Default,
  Invitations.Default,
  Cloning.Default,
  ConfigurationChanges.Default,
  ConfigurationHistory.Default,
  ConfigurationJobs.Default,
)

/** Archives. Workers run their attempts, and webhooks register their endpoints; nothing else needs the services below. */
const archives = Archives.Default.pipe(
  Layer.provide(Layer.mergeAll(ArchiveWriter.Default, RestorePublishing.Default, RestoreRecords.Default)),
  Layer.provideMerge(Layer.merge(RestoreAttempts.Default, ArchivedEndpoints.Default)),
  Layer.provide(Layer.mergeAll(ArchivedAccounts.Default, ArchivedAssets.Default, OwnJobs.Default)),
)

/** Several services of the tiers below implement their methods; both entry points expose them under one name. */
const composed = Layer.mergeAll(Datasets.Default, Samples.Default, Queue.Default, Warnings.Default, archives)

/** Every service. Only the storage is missing. */
export const layerEngine = Configurations.Default.pipe(
  Layer.provideMerge(composed),
  Layer.provideMerge(creation),
  Layer.provideMerge(keeping),
  Layer.provideMerge(DatasetRecords.Default),
  Layer.provideMerge(acting),
  Layer.provideMerge(writing),
  Layer.provideMerge(working),
  Layer.provideMerge(following),
  Layer.provideMerge(placing),
  Layer.provideMerge(readers),
)

/** All services of the engine. */
export type EngineServices = Layer.Layer.Success<typeof layerEngine>

/** The layer requires the storage alone. This line does not compile when it requires more. */
layerEngine satisfies Layer.Layer<EngineServices, never, Storage>
