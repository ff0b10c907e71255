/** The database of the in-memory adapter: one immutable value. */
import { HashMap, Option } from "effect"
import type { AssetScan } from "../assets/AssetStore.ts"
import type { Asset } from "../domain/Asset.ts"
import type { AuditEntry } from "../domain/Audit.ts"
import type { Bucket } from "../domain/Bucket.ts"
import type { ConfigurationChange } from "../domain/ConfigurationChange.ts"
import type { StoredConfiguration } from "../domain/ConfigurationVersion.ts"
import type { Dataset, DatasetCounts } from "../domain/Dataset.ts"
import type { OutboxEvent } from "../domain/Event.ts"
import type { GoldAnswer, GoldLabel, GoldTurn } from "../domain/Gold.ts"
import type { GuideAcknowledgement } from "../domain/Guide.ts"
import type {
  AssetId,
  AuditId,
  BucketId,
  ClaimId,
  DatasetId,
  InvitationId,
  IssueId,
  JobId,
  LabelsetId,
  ReleaseAuditId,
  ReleaseId,
  SampleId,
  SessionId,
  TransferId,
  VersionId,
  WorkunitId,
} from "../domain/Ids.ts"
import type { Invitation } from "../domain/Invitation.ts"
import type { Issue } from "../domain/Issue.ts"
import type { Job } from "../domain/Job.ts"
import type { JsonText } from "../domain/JsonText.ts"
import type { Label, LabelVersion } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { GivenRole, LinkedIdentity } from "../domain/LinkedIdentity.ts"
import type { ModelVersion } from "../domain/Model.ts"
import { nameKey, type SampleName, type Username } from "../domain/Names.ts"
import type { OverlapLabel } from "../domain/Overlap.ts"
import type { Pause } from "../domain/Pause.ts"
import type { Prediction } from "../domain/Prediction.ts"
import type { Quota } from "../domain/Quota.ts"
import type { Release } from "../domain/Release.ts"
import type { Sample } from "../domain/Sample.ts"
import type { Session, SignInToken } from "../domain/Session.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { Transfer } from "../domain/Transfer.ts"
import type { ApiKey, GrantedRole, Member, User } from "../domain/User.ts"
import type { Workunit } from "../domain/Workunit.ts"
import type { NewReleaseAudit } from "../releases/ReleaseAuditStore.ts"
import type { IdempotentAnswer } from "../storage/IdempotencyStore.ts"
import type { StoredCheckResult, StoredDismissal } from "../warnings/WarningStore.ts"
import { emptyOverlaps, type OverlapRows } from "./overlapRows.ts"
import { emptyQueue, type QueueRows } from "./queueRows.ts"
import { makeEmptySorted, type Sorted } from "./sorted.ts"
import { emptyWebhookState, type WebhookState } from "./webhooks/State.ts"

/** One dataset and its contents. */
export interface DatasetRows {
  readonly dataset: Dataset
  readonly counts: DatasetCounts
  /** By username key. */
  readonly collaborators: HashMap.HashMap<string, { readonly user: Username; readonly role: GrantedRole }>
  /** Of the labeling guide, by username and version. */
  readonly acknowledgements: HashMap.HashMap<string, GuideAcknowledgement>
  /** By username. */
  readonly pauses: HashMap.HashMap<string, Pause>
  readonly labelsets: HashMap.HashMap<LabelsetId, Labelset>
  readonly samples: HashMap.HashMap<SampleId, Sample>
  readonly sampleNames: HashMap.HashMap<SampleName, SampleId>
  readonly labels: HashMap.HashMap<LabelsetId, HashMap.HashMap<SampleId, Label>>
  /** Newest first. */
  readonly histories: HashMap.HashMap<LabelsetId, HashMap.HashMap<SampleId, ReadonlyArray<LabelVersion>>>
  /** Versions that configuration changes have staged. */
  readonly staged: HashMap.HashMap<LabelsetId, HashMap.HashMap<SampleId, StagedVersion>>
  /** The change that was staging when a label was last written, by the label's version. */
  readonly writtenDuring: HashMap.HashMap<VersionId, number>
  /** By number. */
  readonly changes: HashMap.HashMap<number, ConfigurationChange>
  /** The versions of the configuration, oldest first. */
  readonly configurations: ReadonlyArray<StoredConfiguration>
  readonly checkResults: HashMap.HashMap<LabelsetId, HashMap.HashMap<SampleId, CheckResultRow>>
  readonly pictureSizes: HashMap.HashMap<SampleId, PictureSizeRow>
  readonly issues: HashMap.HashMap<IssueId, Issue>
  readonly releases: HashMap.HashMap<ReleaseId, Release>
  readonly overlaps: OverlapRows
  /** The versions of all people's labels. */
  readonly overlapLabels: HashMap.HashMap<SampleId, ReadonlyArray<OverlapLabel>>
  readonly goldLabels: HashMap.HashMap<SampleId, GoldLabel>
  /** By sample and username. */
  readonly goldAnswers: HashMap.HashMap<string, GoldAnswer>
  /** By username. */
  readonly goldTurns: HashMap.HashMap<string, GoldTurn>
  /** The audits of releases. */
  readonly audits: HashMap.HashMap<ReleaseAuditId, NewReleaseAudit>
  /** The signed statements of releases, oldest first. */
  readonly statements: HashMap.HashMap<ReleaseId, ReadonlyArray<string>>
  readonly transfers: HashMap.HashMap<TransferId, Transfer>
  readonly workunits: HashMap.HashMap<WorkunitId, Workunit>
  /** The answers of models, by their claims. */
  readonly predictions: HashMap.HashMap<ClaimId, Prediction>
  /** Of a dataset that a person deleted. */
  readonly deletion: { readonly at: Timestamp; readonly keepWorkUntil: Timestamp | null } | null
}

/** A version of a label that a configuration change has staged. */
export interface StagedVersion {
  /** The number of the change that staged it. */
  readonly number: number
  readonly version: VersionId
  readonly attributes: JsonText
}

/** The last check result of a label, and its dismissals. */
export interface CheckResultRow {
  readonly checkResult: StoredCheckResult | null
  /** The content of the label at the time of the check. */
  readonly body: JsonText | null
  readonly dismissals: ReadonlyArray<StoredDismissal>
}

/** The sizes of a sample's pictures, and the attributes that name the pictures. */
export interface PictureSizeRow {
  readonly attributes: JsonText | null
  readonly pictures: JsonText
}

export interface AssetRow {
  readonly asset: Asset
  /** The lease of the upload. An abandoned upload cannot be leased again. */
  readonly taken: { readonly token: string; readonly until: Timestamp } | null | "given up"
  /** The dataset whose owner's quota counts the file. */
  readonly countedFor: DatasetId | null
}

export interface JobRow {
  readonly job: Job
  readonly token: string | null
  /** Milliseconds since 1970. */
  readonly leaseUntil: number
}

export interface PeriodicTaskRow {
  /** Null without a lease. */
  readonly token: string | null
  /** When the task is due, or its lease ends; milliseconds since 1970. */
  readonly dueAt: number
  readonly checkpoint: string | null
}

export interface State {
  /** By username key. */
  readonly users: HashMap.HashMap<string, User>
  /** The versions of models, by model and name. */
  readonly modelVersions: HashMap.HashMap<string, ModelVersion>
  /** By {@link formatMemberKey}. */
  readonly members: HashMap.HashMap<string, Member>
  readonly apiKeys: HashMap.HashMap<string, ApiKey>
  /** By organization. */
  readonly quotas: HashMap.HashMap<Username, Quota>
  readonly sessions: HashMap.HashMap<SessionId, Session>
  /** By digest. */
  readonly signInTokens: HashMap.HashMap<string, SignInToken>
  readonly buckets: HashMap.HashMap<BucketId, Bucket>
  readonly invitations: HashMap.HashMap<InvitationId, Invitation>
  /** By issuer and subject. */
  readonly linkedIdentities: HashMap.HashMap<string, LinkedIdentity>
  /** By issuer, organization and user. */
  readonly givenRoles: HashMap.HashMap<string, GivenRole>
  readonly audit: HashMap.HashMap<AuditId, AuditEntry>
  readonly datasets: HashMap.HashMap<DatasetId, DatasetRows>
  /** Marked as deleted, waiting for the purge. */
  readonly deleted: HashMap.HashMap<DatasetId, DatasetRows>
  /** By {@link formatDatasetKey}. */
  readonly datasetNames: HashMap.HashMap<string, DatasetId>
  /** The dataset of a resource that is found by its id alone. */
  readonly homes: HashMap.HashMap<SampleId | IssueId | ReleaseId | TransferId, DatasetId>
  readonly queue: QueueRows
  /** The workunits of a claim, oldest first. */
  readonly claimWork: HashMap.HashMap<
    ClaimId,
    { readonly dataset: DatasetId; readonly units: ReadonlyArray<WorkunitId> }
  >
  readonly assets: HashMap.HashMap<AssetId, AssetRow>
  readonly assetScan: AssetScan | null
  readonly jobs: HashMap.HashMap<JobId, JobRow>
  readonly outbox: Sorted<OutboxEvent>
  /** By caller and key. */
  readonly answers: HashMap.HashMap<string, IdempotentAnswer & { readonly at: Timestamp }>
  readonly secrets: HashMap.HashMap<string, string>
  /** By name. */
  readonly periodicTasks: HashMap.HashMap<string, PeriodicTaskRow>
  readonly webhooks: WebhookState
}

export const emptyState: State = {
  users: HashMap.empty(),
  modelVersions: HashMap.empty(),
  members: HashMap.empty(),
  apiKeys: HashMap.empty(),
  quotas: HashMap.empty(),
  sessions: HashMap.empty(),
  signInTokens: HashMap.empty(),
  buckets: HashMap.empty(),
  invitations: HashMap.empty(),
  linkedIdentities: HashMap.empty(),
  givenRoles: HashMap.empty(),
  audit: HashMap.empty(),
  datasets: HashMap.empty(),
  deleted: HashMap.empty(),
  datasetNames: HashMap.empty(),
  homes: HashMap.empty(),
  queue: emptyQueue,
  claimWork: HashMap.empty(),
  assets: HashMap.empty(),
  assetScan: null,
  jobs: HashMap.empty(),
  outbox: makeEmptySorted(),
  answers: HashMap.empty(),
  secrets: HashMap.empty(),
  periodicTasks: HashMap.empty(),
  webhooks: emptyWebhookState,
}

export const makeEmptyDataset = (dataset: Dataset): DatasetRows => ({
  dataset,
  counts: { samples: 0, byStatus: {} },
  collaborators: HashMap.empty(),
  acknowledgements: HashMap.empty(),
  pauses: HashMap.empty(),
  overlaps: emptyOverlaps,
  audits: HashMap.empty(),
  overlapLabels: HashMap.empty(),
  goldLabels: HashMap.empty(),
  goldAnswers: HashMap.empty(),
  goldTurns: HashMap.empty(),
  labelsets: HashMap.empty(),
  samples: HashMap.empty(),
  sampleNames: HashMap.empty(),
  labels: HashMap.empty(),
  histories: HashMap.empty(),
  staged: HashMap.empty(),
  writtenDuring: HashMap.empty(),
  changes: HashMap.empty(),
  configurations: [],
  checkResults: HashMap.empty(),
  pictureSizes: HashMap.empty(),
  issues: HashMap.empty(),
  releases: HashMap.empty(),
  statements: HashMap.empty(),
  transfers: HashMap.empty(),
  workunits: HashMap.empty(),
  predictions: HashMap.empty(),
  deletion: null,
})

/** Names contain no slash. */
export const formatMemberKey = (organization: string, user: string): string =>
  `${nameKey(organization)}/${nameKey(user)}`
export const formatDatasetKey = (owner: string, name: string): string => `${nameKey(owner)}/${nameKey(name)}`

/** The dataset of the sample, issue, release or transfer, unless it is deleted. */
export const findHome = (
  state: State,
  id: SampleId | IssueId | ReleaseId | TransferId,
): DatasetRows | undefined => {
  const home = HashMap.get(state.homes, id)
  return Option.isSome(home) ? findDatasetRows(state, home.value) : undefined
}

export const findDatasetRows = (state: State, id: DatasetId): DatasetRows | undefined =>
  Option.getOrUndefined(HashMap.get(state.datasets, id))

/** Changes an existing dataset. Without one, returns `otherwise` and changes nothing. */
export const updateDataset = <A>(
  state: State,
  id: DatasetId | undefined,
  otherwise: A,
  change: (rows: DatasetRows) => readonly [A, DatasetRows],
): readonly [A, State] => {
  const rows = id === undefined ? undefined : findDatasetRows(state, id)
  if (rows === undefined) return [otherwise, state]
  const [answer, next] = change(rows)
  return [
    answer,
    next === rows ? state : { ...state, datasets: HashMap.set(state.datasets, rows.dataset.id, next) },
  ]
}

/** Ground-truth labels by sample. */
export const getGroundTruth = (rows: DatasetRows): HashMap.HashMap<SampleId, Label> => {
  for (const labelset of HashMap.values(rows.labelsets))
    if (labelset.isGroundTruth) return getLabels(rows, labelset.id)
  return noLabels
}

export const getLabels = (rows: DatasetRows, labelset: LabelsetId): HashMap.HashMap<SampleId, Label> =>
  Option.getOrElse(HashMap.get(rows.labels, labelset), () => noLabels)

const noLabels: HashMap.HashMap<SampleId, Label> = HashMap.empty()
