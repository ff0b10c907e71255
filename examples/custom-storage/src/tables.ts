/** All tables of the storage: what a row is, what it is found by, and which rows go with a dataset that is purged. */
import type {
  ApiKey,
  AuditEntry,
  Claim,
  ClaimId,
  Dataset,
  DatasetCounts,
  DatasetId,
  Issue,
  Job,
  Label,
  LabelHistoryEntry,
  Labelset,
  LabelsetId,
  Release,
  Role,
  Sample,
  SampleId,
  Timestamp,
  User,
  Username,
  VersionId,
  Workunit,
} from "@annotary/core"
import type {
  Asset,
  ClaimEnd,
  ConfigurationChange,
  IdempotentAnswer,
  JsonText,
  Member,
  OutboxEvent,
  QueueKey,
  StagedLabel,
  StoredCheckResult,
  StoredDismissal,
} from "@annotary/core/effect"
import { type AnyTable, type Change, Table } from "./Table.ts"

export interface DatasetRow {
  readonly dataset: Dataset
  /** Deleted, and not purged yet. */
  readonly deletedAt: Timestamp | null
}

/** Its text is in the version `body`: often an older one, which said the same. */
export interface LabelRow {
  readonly label: Label
  readonly body: VersionId
  /** The change that was staging when the label was written last. */
  readonly writtenDuring: number | null
}

export interface VersionRow extends InDataset {
  readonly sampleId: SampleId
  readonly labelsetId: LabelsetId
  readonly entry: LabelHistoryEntry
  readonly body: VersionId
  /** Null, too, when the text is that of another version. */
  readonly attributes: JsonText | null
}

export interface StagedRow extends InDataset, StagedLabel {
  readonly number: number
}

export interface CheckResultRow extends InDataset {
  readonly labelsetId: LabelsetId
  /** The body that was checked: a later version with the same one is checked by it, too. */
  readonly body: VersionId
  readonly checkResult: StoredCheckResult
}

export interface JobRow {
  readonly job: Job
  readonly lease: { readonly token: string; readonly until: Timestamp } | null
}

interface InDataset {
  readonly datasetId: DatasetId
}

type Tell = (change: Change) => void

const byDataset = ["dataset", (row: InDataset): string => row.datasetId] as const

/** Keys of several parts. No part holds a slash but the last one, which may be a sample's name. */
export const keyOf = (...parts: ReadonlyArray<string | number>): string => parts.join("/")

export type Tables = ReturnType<typeof makeTables>

/** A dataset's rows, in the order in which they are purged. */
const makeDatasetTables = (tell: Tell) => ({
  staged: new Table<StagedRow, "dataset" | "change" | "label">(
    "staged",
    tell,
    byDataset,
    ["change", ({ datasetId, number }) => keyOf(datasetId, number)],
    ["label", ({ labelsetId, sampleId }) => keyOf(sampleId, labelsetId)],
  ),
  changes: new Table<ConfigurationChange, "dataset">("changes", tell, byDataset),
  issues: new Table<Issue, "dataset" | "sample">("issues", tell, byDataset, [
    "sample",
    (row) => row.sampleId,
  ]),
  dismissals: new Table<
    InDataset & { readonly label: string; readonly dismissal: StoredDismissal },
    "dataset" | "label"
  >("dismissals", tell, byDataset, ["label", ({ label }) => label]),
  checkResults: new Table<CheckResultRow, "dataset" | "layer">("checkResults", tell, byDataset, [
    "layer",
    ({ labelsetId }) => labelsetId,
  ]),
  labels: new Table<InDataset & LabelRow, "dataset" | "sample" | "labelset">(
    "labels",
    tell,
    byDataset,
    ["sample", ({ label }) => label.sampleId],
    ["labelset", ({ label }) => label.labelsetId],
  ),
  versions: new Table<VersionRow, "dataset" | "label">("versions", tell, byDataset, [
    "label",
    ({ labelsetId, sampleId }) => keyOf(sampleId, labelsetId),
  ]),
  places: new Table<InDataset & { readonly key: QueueKey }, "dataset">("places", tell, byDataset),
  claims: new Table<Claim, "dataset" | "id" | "holder">(
    "claims",
    tell,
    byDataset,
    ["id", ({ id }) => id],
    ["holder", ({ holder }) => holder],
  ),
  endedClaims: new Table<
    InDataset & { readonly id: ClaimId; readonly at: Timestamp; readonly reason: ClaimEnd },
    "dataset"
  >("endedClaims", tell, byDataset),
  workunits: new Table<Workunit, "dataset" | "claim">("workunits", tell, byDataset, [
    "claim",
    ({ claimId }) => claimId ?? "",
  ]),
  /** An index is a table, too: which sample has the name. */
  sampleNames: new Table<InDataset & { readonly id: SampleId }, "dataset">("sampleNames", tell, byDataset),
  samples: new Table<Sample, "dataset">("samples", tell, byDataset),
  labelsets: new Table<Labelset, "dataset">("labelsets", tell, byDataset),
  collaborators: new Table<InDataset & { readonly user: Username; readonly role: Role }, "dataset" | "user">(
    "collaborators",
    tell,
    byDataset,
    ["user", ({ user }) => user],
  ),
  counts: new Table<InDataset & DatasetCounts, "dataset">("counts", tell, byDataset),
  releases: new Table<Release, "dataset">("releases", tell, byDataset),
})

const makeOtherTables = (tell: Tell) => ({
  users: new Table<User>("users", tell),
  members: new Table<Member, "organization" | "user">(
    "members",
    tell,
    ["organization", ({ organization }) => organization],
    ["user", ({ user }) => user],
  ),
  apiKeys: new Table<ApiKey, "user">("apiKeys", tell, ["user", ({ user }) => user]),
  audit: new Table<AuditEntry, "dataset" | "account">(
    "audit",
    tell,
    ["dataset", ({ datasetId }) => datasetId ?? ""],
    ["account", ({ account }) => account],
  ),
  datasets: new Table<DatasetRow, "owner">("datasets", tell, ["owner", ({ dataset }) => dataset.owner]),
  datasetNames: new Table<{ readonly id: DatasetId }>("datasetNames", tell),
  assets: new Table<{
    readonly asset: Asset
    readonly upload: { readonly token: string; readonly until: Timestamp } | null | "givenUp"
  }>("assets", tell),
  jobs: new Table<JobRow>("jobs", tell),
  outbox: new Table<OutboxEvent>("outbox", tell),
  answers: new Table<IdempotentAnswer & { readonly key: string; readonly at: Timestamp }>("answers", tell),
  secrets: new Table<{ readonly value: string }>("secrets", tell),
  periodicTasks: new Table<{ readonly token: string | null; readonly dueMillis: number }>(
    "periodicTasks",
    tell,
  ),
})

export const makeTables = (tell: Tell) => {
  const ofDatasets = makeDatasetTables(tell)
  const others = makeOtherTables(tell)
  const all: ReadonlyArray<AnyTable> = [...Object.values(others), ...Object.values(ofDatasets)]
  return {
    ...others,
    ...ofDatasets,
    ofDatasets: Object.entries(ofDatasets).map(([, table]) => table),
    byName: new Map(all.map((table) => [table.name, table])),
  }
}
