/** The entry point for Promise users: an engine whose methods return Promises, its entities and its errors. */

export type { DatasetRef } from "./access/Access.ts"
export type { ApiKeyRotation, NewApiKey, NewApiKeyScope } from "./access/ApiKeys.ts"
export { type AuthenticationRequest, findCookie } from "./access/AuthenticationRequest.ts"
export { reveal } from "./access/apiKeyFormat.ts"
export type { ShownApiKey } from "./access/makeApiKeyScopes.ts"
export type { NewSession, NewSignInToken } from "./access/Sessions.ts"
export type { CreatedEmbedToken, NewEmbedToken } from "./accounts/EmbedTokens.ts"
export {
  type FindUser,
  HostIdentityFailed,
  type HostIdentityOptions,
  type HostUser,
  hostIdentity,
  toAccountName,
} from "./accounts/hostIdentity.ts"
export type { ProviderProfile, ProviderSignIn } from "./accounts/LinkedIdentities.ts"
export type { NewUser, UserPage, UserView } from "./accounts/Users.ts"
export type { Restored, RestoreInput } from "./archives/Archives.ts"
export type { ArchiveFile, ArchivePart } from "./archives/archiveFile.ts"
export type {
  BucketListing,
  BucketPage,
  BucketSigner,
  Connections,
  OpenedBucket,
} from "./buckets/BucketConnections.ts"
export type { BucketChange, BucketTest, NewBucket } from "./buckets/Buckets.ts"
export type { ConfigurationAction } from "./config/migration/Action.ts"
export type { ConfigurationEffect, ConfigurationPreview, EffectExample } from "./config/migration/effects.ts"
export type { ConfigurationView } from "./config-changes/Configurations.ts"
export type { NewConfigurationChange } from "./config-changes/makeConfigurationChanges.ts"
export type { ConfigurationHistoryPage } from "./config-changes/makeConfigurationHistory.ts"
export type { CloneInput, CloneResult } from "./datasets/Cloning.ts"
export type { NewCollaborator } from "./datasets/Collaborators.ts"
export type { DatasetPage } from "./datasets/Datasets.ts"
export type { DatasetView } from "./datasets/DatasetViews.ts"
export type { DatasetPatchInput, NewDatasetInput } from "./datasets/datasetInput.ts"
export type { InvitationView, InvitedTo, NewInvitation } from "./datasets/Invitations.ts"
export type { NewLabelset } from "./datasets/Labelsets.ts"
export type { Actor, Person, System } from "./domain/Actor.ts"
export type { Asset } from "./domain/Asset.ts"
export type { AuditEntry } from "./domain/Audit.ts"
export type { Bucket, BucketCredentials, BucketKind, BucketPlace } from "./domain/Bucket.ts"
export type { CheckResult } from "./domain/CheckResult.ts"
export type { Claim, QueueName, QueueStep } from "./domain/Claim.ts"
export type { Configuration } from "./domain/Configuration.ts"
export type { ConfigurationHistoryEntry, ConfigurationVersion } from "./domain/ConfigurationVersion.ts"
export type {
  Collaborator,
  Dataset,
  DatasetCounts,
  DatasetRecord,
  DataType,
  TaskType,
} from "./domain/Dataset.ts"
export type { DatasetSettings } from "./domain/DatasetSettings.ts"
export type { DatasetEventType, EventType, OperationalEventType, OutboxEvent } from "./domain/Event.ts"
export * from "./domain/errors.ts"
export type { GuideAcknowledgement, GuideView } from "./domain/Guide.ts"
export * from "./domain/Ids.ts"
export type { Invitation } from "./domain/Invitation.ts"
export type { Comment, Issue, IssueStatus } from "./domain/Issue.ts"
export type { IfMatch } from "./domain/ifMatch.ts"
export type { Job, JobKind, JobStatus } from "./domain/Job.ts"
export { type JsonText, parseJson, toJsonText } from "./domain/JsonText.ts"
export type { JsonInput } from "./domain/jsonInput.ts"
export type { JsonObject } from "./domain/jsonValue.ts"
export type { Label, LabelAction, LabelHistoryEntry, LabelStatus, LabelVersion } from "./domain/Label.ts"
export type { Labelset } from "./domain/Labelset.ts"
export type { GivenRole, LinkedIdentity } from "./domain/LinkedIdentity.ts"
export type { Model, ModelVersion } from "./domain/Model.ts"
export * from "./domain/Names.ts"
export type { OverlapState } from "./domain/Overlap.ts"
export type { MeasuredSize, PictureSize, SizeOfUrl } from "./domain/PictureSize.ts"
export type { Prediction, PredictionOutcome } from "./domain/Prediction.ts"
export { allows, listPermissions, lowestRole, Operation } from "./domain/permissions.ts"
export type { Quota, QuotaLimits } from "./domain/Quota.ts"
export type { Release, ReleaseStatus } from "./domain/Release.ts"
export type { Sample } from "./domain/Sample.ts"
export type { Scope } from "./domain/Scope.ts"
export type { Session, SignInToken } from "./domain/Session.ts"
export { checkStructure } from "./domain/structure/checkStructure.ts"
export type { Thumbnail, ThumbnailSize } from "./domain/Thumbnail.ts"
export { fromMillis, Timestamp, toMillis } from "./domain/Timestamp.ts"
export type { Transfer, TransferStatus } from "./domain/Transfer.ts"
export type { ApiKey, DatasetRole, EmbedGrant, GrantedRole, Member, Role, User } from "./domain/User.ts"
export type { Dismissal, RuleTotals, ShownWarning, Warning, WarningRuleName } from "./domain/Warning.ts"
export type { Workunit } from "./domain/Workunit.ts"
export {
  createEngine,
  type Engine,
  type EngineApi,
  type EngineContext,
  type EngineOptions,
  type LogFunction,
  type LogMethods,
  type LogRecord,
  type TransactionApi,
  type TransactionOptions,
} from "./engine/createEngine.ts"
export type { EngineExtension, ExtensionRunners } from "./engine/EngineExtension.ts"
export { EngineMisused } from "./engine/EngineMisused.ts"
export type { ExposedServices } from "./engine/exposedServices.ts"
export { type AnnotaryError, type AnnotaryErrorName, isAnnotaryError } from "./engine/isAnnotaryError.ts"
export type { Plain, Promised, RunOptions } from "./engine/promiseMethods.ts"
export { publishTo } from "./engine/publishTo.ts"
export type { CloudEventAttributes } from "./events/cloudEvent.ts"
export type { FeedOptions } from "./events/EventFeed.ts"
export type { EventSink, SinkEvent } from "./events/EventSink.ts"
export type {
  BitmapIds,
  BitmapLimits,
  BitmapReading,
  BitmapWriting,
  FormatDataset,
  FormatInfo,
  FormatRead,
  FormatReading,
  FormatRecord,
  FormatReport,
  Formats,
  FormatWriting,
  FormatWritten,
  MeasuredPictureOfSample,
  PictureMeasuring,
  SaveFile,
  ThumbnailMaking,
} from "./files/FormatRegistry.ts"
export type { Executor, Task, TaskEnd, TaskPort, TaskProgram } from "./jobs/Executor.ts"
export { defaultSettings, type EngineSettingsValues } from "./kernel/EngineSettings.ts"
export { StorageFailure } from "./storage/StorageFailure.ts"
export { checkLabel } from "./warnings/checkLabel.ts"
export type { CheckLine } from "./warnings/checkLines.ts"
export type { LabelChecking } from "./warnings/LabelChecker.ts"
export type { DatasetCheck } from "./warnings/makeDatasetChecks.ts"
export type { CheckOptions } from "./warnings/tryCheckLabel.ts"
export type { StoredDismissal } from "./warnings/WarningStore.ts"
export type { CheckedLabel, LastCheckResult, WarningCheckRequest } from "./warnings/Warnings.ts"
