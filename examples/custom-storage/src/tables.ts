/** All tables of the storage: their row types, their indexes, and the tables whose rows are purged with a dataset. */
import type {
  ApiKey,
  AuditEntry,
  Bucket,
  Claim,
  ClaimId,
  Dataset,
  DatasetCounts,
  DatasetId,
  GivenRole,
  Invitation,
  Issue,
  Job,
  Label,
  LabelHistoryEntry,
  Labelset,
  LabelsetId,
  LinkedIdentity,
  Quota,
  Release,
  Role,
  Sample,
  SampleId,
  Session,
  SignInToken,
  Timestamp,
  Transfer,
  User,
  Username,
  VersionId,
  Workunit,
} from "@annotary/core"
import type {
  Asset,
  AssetScan,
  ClaimEnd,
  ConfigurationChange,
  IdempotentAnswer,
  JsonText,
  Member,
  OutboxEvent,
  QueueKey,
  StagedLabel,
  StoredCheckResult,
  StoredConfiguration,
  StoredDismissal,
} from "@annotary/core/effect"
import { type AnyTable, type Change, Table } from "./Table.ts"

export interface DatasetRow {
  readonly dataset: Dataset
  /** When the dataset was deleted. A purge removes the row later. */
  readonly deletedAt: Timestamp | null
  /** Of a deleted dataset: how long its workunits are kept. */
  readonly keepWorkUntil: Timestamp | null
}

/** The row of a label. The version `body` contains its text and may be older than the label's version. */
export interface LabelRow {
  readonly label: Label
  readonly body: VersionId
  /** The number of the configuration change that was staging when the label was last written. */
  readonly writtenDuring: number | null
}

export interface VersionRow extends InDataset {
  readonly sampleId: SampleId
  readonly labelsetId: LabelsetId
  readonly entry: LabelHistoryEntry
  readonly body: VersionId
  /** Null if the label has no text, or if `body` is another version. */
  readonly attributes: JsonText | null
}

export interface StagedRow extends InDataset, StagedLabel {
  readonly number: number
}

export interface CheckResultRow extends InDataset {
  readonly labelsetId: LabelsetId
  /** The body that was checked. The result is valid for all versions with this body. */
  readonly body: VersionId
  readonly checkResult: StoredCheckResult
}

/** The measured sizes of a sample's pictures, and the attributes that they were measured for. */
export interface PictureSizeRow extends InDataset {
  readonly attributes: JsonText | null
  readonly pictures: JsonText
}

export interface JobRow {
  readonly job: Job
  readonly lease: { readonly token: string; readonly until: Timestamp } | null
}

interface InDataset {
  readonly datasetId: DatasetId
}

type RecordChange = (change: Change) => void

const byDataset = ["dataset", (row: InDataset): string => row.datasetId] as const

/** Joins the parts of a key. Only the last part may contain a slash, because it may be the name of a sample. */
export const keyOf = (...parts: ReadonlyArray<string | number>): string => parts.join("/")

export type Tables = ReturnType<typeof makeTables>

/** The tables with rows of datasets, in the order in which they are purged. */
const makeDatasetTables = (record: RecordChange) => ({
  staged: new Table<StagedRow, "dataset" | "change" | "label">(
    "staged",
    record,
    byDataset,
    ["change", ({ datasetId, number }) => keyOf(datasetId, number)],
    ["label", ({ labelsetId, sampleId }) => keyOf(sampleId, labelsetId)],
  ),
  changes: new Table<ConfigurationChange, "dataset">("changes", record, byDataset),
  configurations: new Table<StoredConfiguration, "dataset">("configurations", record, byDataset),
  issues: new Table<Issue, "dataset" | "sample">("issues", record, byDataset, [
    "sample",
    (row) => row.sampleId,
  ]),
  dismissals: new Table<
    InDataset & { readonly label: string; readonly dismissal: StoredDismissal },
    "dataset" | "label"
  >("dismissals", record, byDataset, ["label", ({ label }) => label]),
  checkResults: new Table<CheckResultRow, "dataset" | "layer">("checkResults", record, byDataset, [
    "layer",
    ({ labelsetId }) => labelsetId,
  ]),
  pictureSizes: new Table<PictureSizeRow, "dataset">("pictureSizes", record, byDataset),
  labels: new Table<InDataset & LabelRow, "dataset" | "sample" | "labelset">(
    "labels",
    record,
    byDataset,
    ["sample", ({ label }) => label.sampleId],
    ["labelset", ({ label }) => label.labelsetId],
  ),
  versions: new Table<VersionRow, "dataset" | "label">("versions", record, byDataset, [
    "label",
    ({ labelsetId, sampleId }) => keyOf(sampleId, labelsetId),
  ]),
  places: new Table<InDataset & { readonly key: QueueKey }, "dataset">("places", record, byDataset),
  claims: new Table<Claim, "dataset" | "id" | "holder">(
    "claims",
    record,
    byDataset,
    ["id", ({ id }) => id],
    ["holder", ({ holder }) => holder],
  ),
  endedClaims: new Table<
    InDataset & { readonly id: ClaimId; readonly at: Timestamp; readonly reason: ClaimEnd },
    "dataset"
  >("endedClaims", record, byDataset),
  workunits: new Table<Workunit, "dataset" | "claim">("workunits", record, byDataset, [
    "claim",
    ({ claimId }) => claimId ?? "",
  ]),
  /** The unique index of sample names. */
  sampleNames: new Table<InDataset & { readonly id: SampleId }, "dataset">("sampleNames", record, byDataset),
  samples: new Table<Sample, "dataset">("samples", record, byDataset),
  labelsets: new Table<Labelset, "dataset">("labelsets", record, byDataset),
  collaborators: new Table<InDataset & { readonly user: Username; readonly role: Role }, "dataset" | "user">(
    "collaborators",
    record,
    byDataset,
    ["user", ({ user }) => user],
  ),
  counts: new Table<InDataset & DatasetCounts, "dataset">("counts", record, byDataset),
  releases: new Table<Release, "dataset">("releases", record, byDataset),
  transfers: new Table<Transfer, "dataset">("transfers", record, byDataset),
})

const makeOtherTables = (record: RecordChange) => ({
  users: new Table<User>("users", record),
  members: new Table<Member, "organization" | "user">(
    "members",
    record,
    ["organization", ({ organization }) => organization],
    ["user", ({ user }) => user],
  ),
  apiKeys: new Table<ApiKey, "user">("apiKeys", record, ["user", ({ user }) => user]),
  quotas: new Table<Quota>("quotas", record),
  sessions: new Table<Session, "user" | "digest">(
    "sessions",
    record,
    ["user", ({ user }) => user],
    ["digest", ({ digest }) => digest],
  ),
  signInTokens: new Table<SignInToken>("signInTokens", record),
  buckets: new Table<Bucket>("buckets", record),
  invitations: new Table<Invitation, "digest">("invitations", record, ["digest", ({ digest }) => digest]),
  linkedIdentities: new Table<LinkedIdentity>("linkedIdentities", record),
  givenRoles: new Table<GivenRole>("givenRoles", record),
  audit: new Table<AuditEntry, "dataset" | "account">(
    "audit",
    record,
    ["dataset", ({ datasetId }) => datasetId ?? ""],
    ["account", ({ account }) => account],
  ),
  datasets: new Table<DatasetRow, "owner">("datasets", record, ["owner", ({ dataset }) => dataset.owner]),
  datasetNames: new Table<{ readonly id: DatasetId }>("datasetNames", record),
  assets: new Table<{
    readonly asset: Asset
    readonly upload: { readonly token: string; readonly until: Timestamp } | null | "givenUp"
    readonly countedFor: DatasetId | null
  }>("assets", record),
  assetScans: new Table<AssetScan>("assetScans", record),
  jobs: new Table<JobRow>("jobs", record),
  outbox: new Table<OutboxEvent>("outbox", record),
  answers: new Table<IdempotentAnswer & { readonly key: string; readonly at: Timestamp }>("answers", record),
  secrets: new Table<{ readonly value: string }>("secrets", record),
  periodicTasks: new Table<{ readonly token: string | null; readonly dueMillis: number }>(
    "periodicTasks",
    record,
  ),
})

export const makeTables = (record: RecordChange) => {
  const ofDatasets = makeDatasetTables(record)
  const others = makeOtherTables(record)
  const all: ReadonlyArray<AnyTable> = [...Object.values(others), ...Object.values(ofDatasets)]
  return {
    ...others,
    ...ofDatasets,
    ofDatasets: Object.entries(ofDatasets).map(([, table]) => table),
    byName: new Map(all.map((table) => [table.name, table])),
  }
}
