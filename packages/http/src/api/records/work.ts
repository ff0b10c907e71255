/** Responses about claims, workunits, queue views, releases, assets and jobs. */
import {
  At,
  JobStatus,
  LabelJson,
  LabelStatus,
  LabelSummaryJson,
  NumberOrNull,
  QueueName,
  SampleJson,
  TextOrNull,
  Uuid,
  WorkType,
} from "@annotary/core/effect"
import { Schema } from "effect"
import { WarningRecord } from "./warning.ts"

const Step = Schema.Literal(1, 2, 3, 4, 5).annotations({
  description: "Which rule of the order gave the sample",
})

const lease = {
  claim_id: Uuid,
  queue: QueueName,
  step: Step,
  holder: Schema.String,
  sample_uuid: Uuid,
  claimed_at: At,
  expires_at: At,
}

export const ClaimRecord = Schema.Struct(lease).annotations({
  identifier: "Claim",
  description: "An exclusive lease on one sample for one person",
})

export const ClaimedSample = Schema.Struct({
  ...lease,
  sample: SampleJson,
  label: Schema.NullOr(LabelJson),
}).annotations({
  identifier: "ClaimedSample",
  description: "A claim with the sample to work on and its label so far",
})

export const ListedClaim = Schema.Struct({
  ...lease,
  sample: SampleJson,
  label: Schema.NullOr(LabelSummaryJson),
}).annotations({
  identifier: "ListedClaim",
  description: "An open claim with its sample and the short form of its label",
})

export const WorkunitRecord = Schema.Struct({
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
}).annotations({ identifier: "Workunit", description: "One piece of work done on one sample" })

export const WorkDone = Schema.Struct({
  label: LabelJson,
  workunit: WorkunitRecord,
  warnings: Schema.NullOr(Schema.Array(WarningRecord)).annotations({
    description:
      "What the configuration objects to in what was written; null where the step wrote no attributes, or with warnings_error",
  }),
  warnings_error: Schema.optional(
    Schema.String.annotations({ description: "Why a label that was written could not be checked" }),
  ),
}).annotations({ identifier: "WorkDone" })

export const JobRecord = Schema.Struct({
  uuid: Uuid,
  kind: Schema.String,
  status: JobStatus,
  done: Schema.Int,
  total: NumberOrNull,
  error: TextOrNull,
  created_at: At,
  created_by: Schema.String,
}).annotations({ identifier: "Job", description: "Work that outlives its request" })
