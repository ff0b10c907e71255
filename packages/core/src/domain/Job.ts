/** A job: work that outlives its request and its process. Leased by one worker at a time, taken over when that one dies. */
import { Schema } from "effect"
import { DatasetId, JobId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

export const JobKind = Schema.Literal("release", "clone", "purge", "placement", "configuration", "folding")
export type JobKind = typeof JobKind.Type
export const JobStatus = Schema.Literal("PENDING", "RUNNING", "SUCCEEDED", "FAILED").annotations({
  identifier: "JobStatus",
})
export type JobStatus = typeof JobStatus.Type

export const Job = Schema.Struct({
  id: JobId,
  kind: JobKind,
  datasetId: DatasetId,
  /** What the kind needs to know. */
  payload: JsonText,
  status: JobStatus,
  done: Schema.Int,
  total: Schema.NullOr(Schema.Int),
  /** How often it was started; after 5 it fails, unless its kind must succeed. */
  attempts: Schema.Int,
  error: Schema.NullOr(Schema.String),
  createdAt: Timestamp,
  createdBy: Username,
})
export interface Job extends Schema.Schema.Type<typeof Job> {}
