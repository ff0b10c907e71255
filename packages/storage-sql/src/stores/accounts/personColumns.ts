/**
 * The columns that name people, as data. A test compares them with the schema: a column that names an account belongs here, or to the
 * ones that the test excepts.
 */

/** Rows of datasets. The key of `datasets` itself is `id`. */
export const datasetColumns: Readonly<Record<string, ReadonlyArray<string>>> = {
  guide_acknowledgements: ["username"],
  pauses: ["username", "paused_by"],
  overlap_samples: ["decided_by", "decided_for"],
  overlap_places: ["open_user", "own_user", "holder"],
  overlap_labels: ["labeler"],
  gold_labels: ["created_by"],
  gold_answers: ["username"],
  gold_people: ["username"],
  labelsets: ["created_by"],
  samples: ["assigned_labeler", "assigned_reviewer", "created_by"],
  labels: ["created_by", "updated_by", "reviewed_by", "labeler", "reviewer", "rejecter"],
  label_versions: ["actor"],
  sample_queue: ["own_user", "open_user", "labeler", "holder", "ended_user"],
  ended_claims: ["holder"],
  workunits: ["created_by", "labeler"],
  predictions: ["model"],
  issues: ["created_by", "updated_by"],
  comments: ["created_by"],
  releases: ["created_by"],
  release_audits: ["created_by"],
  audit_strata: ["username"],
  audit_draws: ["holder"],
  audit_exclusions: ["username"],
  transfers: ["created_by"],
  warning_dismissals: ["actor"],
  configuration_changes: ["actor"],
  configuration_versions: ["actor"],
}

/** Rows without a dataset, and rows that outlive it. */
export const otherColumns: Readonly<Record<string, ReadonlyArray<string>>> = {
  users: ["created_by", "model_of"],
  model_versions: ["model", "created_by"],
  api_keys: ["created_by"],
  assets: ["created_by"],
  audit_log: ["actor", "account"],
  jobs: ["created_by"],
}

/** Our own JSON objects that name people, with the keys of their tables. */
export const objectColumns: ReadonlyArray<{
  readonly table: string
  readonly column: string
  readonly key: readonly [string, string]
}> = [
  { table: "audit_log", column: "details", key: ["dataset_id", "id"] },
  { table: "jobs", column: "payload", key: ["dataset_id", "id"] },
]
