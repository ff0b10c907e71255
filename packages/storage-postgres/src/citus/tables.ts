/**
 * The place of each table on Citus. What belongs to a dataset is distributed by it, so that a statement that names the dataset
 * runs on one shard. What such statements join is a reference table, with a copy on every node. All other tables stay on the
 * coordinator, because their rows are few or are read across all datasets: accounts, jobs, events and webhooks.
 */

/** A table with the column by which its rows are distributed. */
export interface DistributedTable {
  readonly name: string
  readonly by: "dataset_id" | "id"
}

/** Tables that are distributed by dataset, in one colocation group. */
export const tablesOfDatasets: ReadonlyArray<string> = [
  "sample_queue",
  "audit_draws",
  "audit_exclusions",
  "audit_strata",
  "comments",
  "configuration_changes",
  "configuration_versions",
  "dataset_counts",
  "ended_claims",
  "gold_answers",
  "gold_labels",
  "gold_people",
  "guide_acknowledgements",
  "issues",
  "label_contents",
  "label_verdicts",
  "label_versions",
  "labels",
  "labelsets",
  "overlap_labels",
  "overlap_places",
  "overlap_samples",
  "picture_sizes",
  "predictions",
  "release_audits",
  "releases",
  "sample_metadata",
  "sample_versions",
  "samples",
  "snapshot_labels",
  "snapshot_samples",
  "snapshots",
  "transfers",
  "warning_counts",
  "warning_dismissals",
  "workunits",
]

/** Distributed tables; the first is the one with which the other tables of datasets are colocated. */
export const distributedTables: ReadonlyArray<DistributedTable> = [
  ...tablesOfDatasets.map((name): DistributedTable => ({ name, by: "dataset_id" })),
  { name: "directory", by: "id" },
]

/** Tables with a copy on every node. */
export const referenceTables: ReadonlyArray<string> = [
  "collaborators",
  "datasets",
  "members",
  "pauses",
  "users",
]

/** Tables that stay on the coordinator. A new table is added to one of these lists; a test compares them with the schema. */
export const localTables: ReadonlyArray<string> = [
  "annotary_migrations",
  "api_keys",
  "asset_scans",
  "assets",
  "audit_log",
  "blob_chunks",
  "blob_files",
  "blobs",
  "buckets",
  "duties",
  "given_roles",
  "idempotency",
  "invitations",
  "jobs",
  "linked_identities",
  "model_versions",
  "outbox",
  "quotas",
  "secrets",
  "sessions",
  "sign_in_tokens",
  "webhook_attempts",
  "webhook_counts",
  "webhook_deliveries",
  "webhook_endpoints",
  "webhook_key_sets",
  "webhook_lanes",
  "webhook_recoveries",
]
