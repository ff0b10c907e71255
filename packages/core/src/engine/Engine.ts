/** The services of the engine as one layer over a storage. */
import type { Layer } from "effect"
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
import { Audit } from "../accounts/Audit.ts"
import { EmbedTokens } from "../accounts/EmbedTokens.ts"
import { LinkedIdentities } from "../accounts/LinkedIdentities.ts"
import { Models } from "../accounts/Models.ts"
import { Organizations } from "../accounts/Organizations.ts"
import { Users } from "../accounts/Users.ts"
import { Archives } from "../archives/Archives.ts"
import { AssetCollection } from "../archives/AssetCollection.ts"
import { AssetRemoval } from "../archives/AssetRemoval.ts"
import { RestoreAttempts } from "../archives/RestoreAttempts.ts"
import { Assets } from "../assets/Assets.ts"
import { AssetUrls } from "../assets/AssetUrls.ts"
import { AuditPreparation } from "../audits/AuditPreparation.ts"
import { ReleaseAudits } from "../audits/ReleaseAudits.ts"
import { Buckets } from "../buckets/Buckets.ts"
import { BucketUrls } from "../buckets/BucketUrls.ts"
import { OpenChanges } from "../config/OpenChanges.ts"
import { ConfigurationJobs } from "../config-changes/ConfigurationJobs.ts"
import { ConfigurationSwitch } from "../config-changes/ConfigurationSwitch.ts"
import { Configurations } from "../config-changes/Configurations.ts"
import { Cloning } from "../datasets/Cloning.ts"
import { Collaborators } from "../datasets/Collaborators.ts"
import { Datasets } from "../datasets/Datasets.ts"
import { DatasetViews } from "../datasets/DatasetViews.ts"
import { Guides } from "../datasets/Guides.ts"
import { Invitations } from "../datasets/Invitations.ts"
import { Labelsets } from "../datasets/Labelsets.ts"
import { Pauses } from "../datasets/Pauses.ts"
import { Purge } from "../datasets/Purge.ts"
import { EventFeed } from "../events/EventFeed.ts"
import { Events } from "../events/Events.ts"
import { SampleFiles } from "../files/SampleFiles.ts"
import { Issues } from "../issues/Issues.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { composeServices } from "../kernel/composeServices.ts"
import { LabelImports } from "../labels/LabelImports.ts"
import { Labels } from "../labels/Labels.ts"
import { LabelWriter } from "../labels/LabelWriter.ts"
import { PictureMeasurer } from "../pictures/PictureMeasurer.ts"
import { PictureSizeWriter } from "../pictures/PictureSizeWriter.ts"
import { Thumbnails } from "../pictures/Thumbnails.ts"
import { Placement } from "../placement/Placement.ts"
import { PrelabelRequests } from "../placement/PrelabelRequests.ts"
import { RoleChanges } from "../placement/RoleChanges.ts"
import { Workunits } from "../placement/Workunits.ts"
import { DeletedWork } from "../queue/DeletedWork.ts"
import { AgreementStatistics } from "../queue/figures/AgreementStatistics.ts"
import { WorkStatistics } from "../queue/figures/WorkStatistics.ts"
import { GoldSamples } from "../queue/GoldSamples.ts"
import { Overlaps } from "../queue/Overlaps.ts"
import { Predictions } from "../queue/Predictions.ts"
import { Queue } from "../queue/Queue.ts"
import { ReviewDraws } from "../queue/ReviewDraws.ts"
import { PictureSizes } from "../reading/PictureSizes.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { ExportedSamples } from "../releases/ExportedSamples.ts"
import { FileUrls } from "../releases/FileUrls.ts"
import { JobRetries } from "../releases/JobRetries.ts"
import { PendingReleases } from "../releases/PendingReleases.ts"
import { ReleaseBuilder } from "../releases/ReleaseBuilder.ts"
import { ReleaseStatements } from "../releases/ReleaseStatements.ts"
import { Releases } from "../releases/Releases.ts"
import { SigningKeys } from "../releases/SigningKeys.ts"
import { StatementKeys } from "../releases/StatementKeys.ts"
import { BulkRewrites } from "../samples/BulkRewrites.ts"
import { PredictionRequests } from "../samples/PredictionRequests.ts"
import { SampleInserts } from "../samples/SampleInserts.ts"
import { Samples } from "../samples/Samples.ts"
import { ExportBuilder } from "../transfers/ExportBuilder.ts"
import { ExportPictures } from "../transfers/ExportPictures.ts"
import { Exports } from "../transfers/Exports.ts"
import { ImportRunner } from "../transfers/ImportRunner.ts"
import { Imports } from "../transfers/Imports.ts"
import { TransferEvents } from "../transfers/TransferEvents.ts"
import { TransferRecords } from "../transfers/TransferRecords.ts"
import { CheckResults } from "../warnings/CheckResults.ts"
import { Warnings } from "../warnings/Warnings.ts"
import { ArchivedEndpoints } from "../webhooks/ArchivedEndpoints.ts"
import { Workload } from "../workload/Workload.ts"
import type { Storage } from "./Storage.ts"

/**
 * The services that the entry points expose, and those that background work and sign-in by the host need. Each lists its
 * dependencies, and one of each is built. Only the storage is missing.
 */
export const layerEngine = composeServices(
  Access,
  AccountRemoval,
  ApiKeys,
  ArchivedEndpoints,
  Archives,
  AssetCollection,
  AssetRemoval,
  AssetUrls,
  Assets,
  Audit,
  AuditLog,
  BucketUrls,
  Buckets,
  BulkRewrites,
  CheckResults,
  Cloning,
  Collaborators,
  Pauses,
  ConfigurationJobs,
  ConfigurationSwitch,
  Configurations,
  Counts,
  DatasetViews,
  Datasets,
  DeletedWork,
  EmbedTokens,
  EventFeed,
  Events,
  ExportBuilder,
  ExportPictures,
  ExportedSamples,
  Exports,
  FileUrls,
  Guides,
  IdentityCache,
  ImportRunner,
  Imports,
  Invitations,
  Issues,
  JobRetries,
  Jobs,
  KnownUsers,
  LabelImports,
  LabelWriter,
  Labels,
  LabelsetFinder,
  Labelsets,
  LinkedIdentities,
  OpenChanges,
  Models,
  Organizations,
  PendingReleases,
  PictureMeasurer,
  PictureSizeWriter,
  PictureSizes,
  Placement,
  Purge,
  GoldSamples,
  Overlaps,
  PredictionRequests,
  Predictions,
  PrelabelRequests,
  Queue,
  ReviewDraws,
  Quotas,
  ReleaseAudits,
  AuditPreparation,
  ReleaseBuilder,
  ReleaseStatements,
  Releases,
  RestoreAttempts,
  RoleChanges,
  SampleFiles,
  SampleInserts,
  SampleReader,
  Samples,
  Sessions,
  SigningKeys,
  StatementKeys,
  Thumbnails,
  TransferEvents,
  TransferRecords,
  Users,
  Warnings,
  AgreementStatistics,
  WorkStatistics,
  Workload,
  Workunits,
)

/** All services of the engine. */
export type EngineServices = Layer.Layer.Success<typeof layerEngine>

/** The layer requires the storage alone. This line does not compile when it requires more. */
layerEngine satisfies Layer.Layer<EngineServices, never, Storage>
