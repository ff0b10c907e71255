import { Schema } from "effect"
import { DatasetId, JobId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** The kinds of jobs. */
export const JobKind = Schema.Literal(
  "release",
  "clone",
  "purge",
  "placement",
  "prelabeling",
  "configuration",
  "folding",
  "export",
  "import",
  "restore",
  "audit",
  "object-audit",
)
export type JobKind = typeof JobKind.Type
/** The status of a job. */
export const JobStatus = Schema.Literal("PENDING", "RUNNING", "SUCCEEDED", "FAILED").annotations({
  identifier: "JobStatus",
})
export type JobStatus = typeof JobStatus.Type

/**
 * A job: work that outlives its request and its process. One worker leases it at a time; another one takes over when
 * it dies.
 */
export const Job = Schema.Struct({
  id: JobId,
  kind: JobKind,
  datasetId: DatasetId,
  /** The input of this kind of job. */
  payload: JsonText,
  status: JobStatus,
  done: Schema.Int,
  total: Schema.NullOr(Schema.Int),
  /** The number of starts. After 5 the job fails, unless its kind must succeed. */
  attempts: Schema.Int,
  error: Schema.NullOr(Schema.String),
  createdAt: Timestamp,
  createdBy: Username,
})
export interface Job extends Schema.Schema.Type<typeof Job> {}
