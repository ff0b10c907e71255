import { Schema } from "effect"
import { ClaimId, DatasetId, SampleId, WorkunitId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { LabelAction, LabelStatus } from "./Label.ts"
import { SampleName, Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** A field that earlier versions did not record, nor write to archives. */
const makeRecorded = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { default: () => null })

/** The kind of work. */
export const WorkType = Schema.Literal("label", "review", "normal").annotations({ identifier: "WorkType" })

/** A workunit: one piece of work on a sample, and its duration. It outlives its sample. */
export const Workunit = Schema.Struct({
  id: WorkunitId,
  datasetId: DatasetId,
  sampleId: SampleId,
  sampleName: SampleName,
  createdAt: Timestamp,
  createdBy: Username,
  workType: WorkType,
  action: LabelAction,
  /** Active milliseconds since the previous work on the claim. */
  time: Schema.Int,
  /** Idle milliseconds since then. */
  inactiveTime: Schema.Int,
  nextLabelStatus: Schema.NullOr(LabelStatus),
  labelRating: Schema.NullOr(Schema.Number),
  /** The objects that the work created, changed and removed, as `formatObjectChanges` writes them. */
  objects: makeRecorded(JsonText),
  /** Of an accepted or rejected label: the person who labeled it. */
  labeler: makeRecorded(Username),
  /** Whether somebody had accepted or rejected the label before. */
  reviewedBefore: makeRecorded(Schema.Boolean),
  /** The claim of the work; null for work outside the queues. */
  claimId: Schema.NullOr(ClaimId),
  /** SHA-256 of action and body. A repeated request gets the first answer again. */
  digest: Schema.NullOr(Schema.String),
  /** The first answer. */
  answer: Schema.NullOr(JsonText),
})
export interface Workunit extends Schema.Schema.Type<typeof Workunit> {}
