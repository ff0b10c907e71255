/** A workunit: one piece of work done on one sample, and how long it took. It outlives its sample. */
import { Schema } from "effect"
import { ClaimId, DatasetId, SampleId, WorkunitId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { LabelAction, LabelStatus } from "./Label.ts"
import { SampleName, Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

export const WorkType = Schema.Literal("label", "review", "normal").annotations({ identifier: "WorkType" })

export const Workunit = Schema.Struct({
  id: WorkunitId,
  datasetId: DatasetId,
  sampleId: SampleId,
  sampleName: SampleName,
  createdAt: Timestamp,
  createdBy: Username,
  workType: WorkType,
  action: LabelAction,
  /** Active milliseconds, as reported by the client, at most what the claim really lasted. */
  time: Schema.Int,
  /** Idle milliseconds, likewise. */
  inactiveTime: Schema.Int,
  nextLabelStatus: Schema.NullOr(LabelStatus),
  labelRating: Schema.NullOr(Schema.Number),
  /** The claim it came from; null for work outside the queue. */
  claimId: Schema.NullOr(ClaimId),
  /** SHA-256 of action and body: the same request again gets the first answer again. */
  digest: Schema.NullOr(Schema.String),
  /** That first answer. */
  answer: Schema.NullOr(JsonText),
})
export interface Workunit extends Schema.Schema.Type<typeof Workunit> {}
