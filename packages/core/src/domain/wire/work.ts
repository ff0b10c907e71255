/** Workunits, claims and jobs as JSON. */
import { Schema } from "effect"
import { type Claim, QueueName, QueueStep } from "../Claim.ts"
import { type Job, JobStatus } from "../Job.ts"
import { LabelStatus } from "../Label.ts"
import { WorkType, type Workunit } from "../Workunit.ts"
import { At, type FieldsOf, NumberOrNull, TextOrNull, Uuid } from "./shared.ts"

/** A claim as JSON. */
export const ClaimJson = Schema.Struct({
  claim_id: Uuid,
  queue: QueueName,
  step: QueueStep.annotations({ description: "The step of the queue order from which the sample comes" }),
  holder: Schema.String,
  sample_uuid: Uuid,
  claimed_at: At,
  expires_at: At,
}).annotations({
  identifier: "Claim",
  description: "An exclusive lease on one sample for one person",
})

/** A workunit as JSON. */
export const WorkunitJson = Schema.Struct({
  uuid: Uuid,
  created_at: At,
  created_by: Schema.String,
  work_type: WorkType,
  action: Schema.String,
  sample_uuid: Uuid,
  sample_name: Schema.String,
  time: Schema.Int.annotations({ description: "Active milliseconds" }),
  inactive_time: Schema.Int.annotations({ description: "Idle milliseconds" }),
  next_label_status: Schema.NullOr(LabelStatus),
  label_rating: Schema.NullOr(Schema.Int),
}).annotations({ identifier: "Workunit", description: "A unit of work on a sample" })

/** A job as JSON. */
export const JobJson = Schema.Struct({
  uuid: Uuid,
  kind: Schema.String,
  status: JobStatus,
  done: Schema.Int,
  total: NumberOrNull,
  error: TextOrNull,
  created_at: At,
  created_by: Schema.String,
}).annotations({ identifier: "Job", description: "Work that outlives its request" })

/** The JSON of a workunit. */
export const toWorkunitJson = (workunit: Workunit): FieldsOf<typeof WorkunitJson> => ({
  uuid: workunit.id,
  created_at: workunit.createdAt,
  created_by: workunit.createdBy,
  work_type: workunit.workType,
  action: workunit.action,
  sample_uuid: workunit.sampleId,
  sample_name: workunit.sampleName,
  time: workunit.time,
  inactive_time: workunit.inactiveTime,
  next_label_status: workunit.nextLabelStatus,
  label_rating: workunit.labelRating === null ? null : Math.round(workunit.labelRating),
})

/** The JSON of a claim. */
export const claimJson = (claim: Claim): FieldsOf<typeof ClaimJson> => ({
  claim_id: claim.id,
  queue: claim.queue,
  step: claim.step,
  holder: claim.holder,
  sample_uuid: claim.sampleId,
  claimed_at: claim.claimedAt,
  expires_at: claim.expiresAt,
})

/** The JSON of a job. */
export const toJobJson = (job: Job): FieldsOf<typeof JobJson> => ({
  uuid: job.id,
  kind: job.kind,
  status: job.status,
  done: job.done,
  total: job.total,
  // That of a running job is a mark of its worker.
  error: job.status === "FAILED" ? job.error : null,
  created_at: job.createdAt,
  created_by: job.createdBy,
})
