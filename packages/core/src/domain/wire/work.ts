/** Workunits, claims and jobs as JSON. */
import type { Claim } from "../Claim.ts"
import type { Job } from "../Job.ts"
import type { JsonTree } from "../JsonText.ts"
import type { Workunit } from "../Workunit.ts"

/** The JSON of a workunit. */
export const workunitJson = (workunit: Workunit): JsonTree => ({
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

/** The JSON of a claim. `sample` and `label` are separate trees, because not every list contains them. */
export const claimJson = (
  claim: Claim,
  content: { readonly sample?: JsonTree; readonly label?: JsonTree },
): JsonTree => ({
  claim_id: claim.id,
  queue: claim.queue,
  step: claim.step,
  holder: claim.holder,
  sample_uuid: claim.sampleId,
  claimed_at: claim.claimedAt,
  expires_at: claim.expiresAt,
  ...content,
})

/** The JSON of a job. */
export const jobJson = (job: Job): JsonTree => ({
  uuid: job.id,
  kind: job.kind,
  status: job.status,
  done: job.done,
  total: job.total,
  error: job.error,
  created_at: job.createdAt,
  created_by: job.createdBy,
})
