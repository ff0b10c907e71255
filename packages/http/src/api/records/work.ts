/** Responses about claims with their samples, and about work on them. */
import {
  At,
  ClaimJson,
  LabelJson,
  LabelSummaryJson,
  NumberOrNull,
  SampleJson,
  Uuid,
  WarningJson,
  WorkunitJson,
} from "@annotary/core/effect"
import { Schema } from "effect"
import { WriteAdvice } from "./sample.ts"

export const ClaimedSample = Schema.Struct({
  ...ClaimJson.fields,
  sample: SampleJson,
  label: Schema.NullOr(LabelJson),
}).annotations({
  identifier: "ClaimedSample",
  description: "A claim with the sample to work on and its label so far",
})

export const ListedClaim = Schema.Struct({
  ...ClaimJson.fields,
  sample: SampleJson,
  label: Schema.NullOr(LabelSummaryJson),
}).annotations({
  identifier: "ListedClaim",
  description: "An open claim with its sample and the short form of its label",
})

const SessionTimeMetrics = Schema.Struct({
  claim_id: Uuid,
  started_at: At.annotations({ description: "`ended_at` less the active and the idle time" }),
  ended_at: At.annotations({ description: "The creation of the last workunit so far" }),
  workunits: Schema.Int,
  time: Schema.Int.annotations({ description: "Active milliseconds" }),
  inactive_time: Schema.Int.annotations({ description: "Idle milliseconds" }),
}).annotations({
  identifier: "SessionTimeMetrics",
  description: "Totals of all work on the claim of a workunit: its saves and the step that ended it",
})

export const ListedWorkunit = Schema.Struct({
  ...WorkunitJson.fields,
  session_time_metrics: Schema.optional(Schema.NullOr(SessionTimeMetrics)).annotations({
    description: "With `include_session_time_metrics`; null for work outside the queues",
  }),
}).annotations({ identifier: "ListedWorkunit", description: "A unit of work on a sample" })

const UndoOffer = Schema.Struct({
  until: At.annotations({ description: "The last moment at which the work can be taken back" }),
}).annotations({ identifier: "UndoOffer", description: "Work that can be taken back" })

const GoldResult = Schema.Struct({
  score: NumberOrNull.annotations({ description: "The agreement with the known label, from 0 to 1" }),
  passed: Schema.NullOr(Schema.Boolean).annotations({
    description: "Whether that is enough. Null for a label that was not compared",
  }),
}).annotations({
  identifier: "GoldResult",
  description: "The result of a submission or a skip of a gold sample, in datasets with `gold_feedback`",
})

export const WorkDone = Schema.Struct({
  label: LabelJson,
  workunit: WorkunitJson,
  undo: Schema.optional(UndoOffer),
  gold: Schema.optional(GoldResult),
  warnings: Schema.NullOr(Schema.Array(WarningJson)).annotations({
    description:
      "The warnings of the written label; null when the step wrote no attributes, or with `warnings_error`",
  }),
  warnings_error: Schema.optional(
    Schema.String.annotations({ description: "The reason why the written label could not be checked" }),
  ),
  advice: WriteAdvice,
}).annotations({ identifier: "WorkDone" })

export const UndoneWork = Schema.Struct({
  claim: Schema.NullOr(ClaimedSample).annotations({
    description:
      "The new claim on the sample; null when you have the maximum number of open claims, or when the queue gives the sample to someone else",
  }),
  workunit: WorkunitJson,
}).annotations({ identifier: "UndoneWork", description: "Work that was taken back" })

export const DeletedWorkunitRecord = Schema.Struct({
  ...WorkunitJson.fields,
  dataset_uuid: WorkunitJson.fields.uuid,
  dataset_full_name: Schema.String.annotations({ description: "`owner/name` at the time of the deletion" }),
  dataset_deleted_at: WorkunitJson.fields.created_at,
}).annotations({ identifier: "DeletedWorkunit", description: "A unit of work in a deleted dataset" })
