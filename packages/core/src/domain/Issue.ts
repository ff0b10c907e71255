import { Schema } from "effect"
import { CommentId, DatasetId, IssueId, SampleId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { SampleName, Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** The status of an issue. */
export const IssueStatus = Schema.Literal("OPEN", "CLOSED").annotations({ identifier: "IssueStatus" })
export type IssueStatus = typeof IssueStatus.Type

/** A reply to an issue. */
export const Comment = Schema.Struct({
  id: CommentId,
  createdAt: Timestamp,
  createdBy: Username,
  text: Schema.String,
})
export interface Comment extends Schema.Schema.Type<typeof Comment> {}

/** An issue: a question or a complaint about a sample, with replies. */
export const Issue = Schema.Struct({
  id: IssueId,
  datasetId: DatasetId,
  sampleId: SampleId,
  sampleName: SampleName,
  description: Schema.String,
  status: IssueStatus,
  /** The position in the sample: a track, a location or a scene attribute. A JSON object as sent. */
  anchor: Schema.NullOr(JsonText),
  createdAt: Timestamp,
  createdBy: Username,
  updatedAt: Timestamp,
  updatedBy: Username,
  /** Oldest first. */
  comments: Schema.Array(Comment),
})
export interface Issue extends Schema.Schema.Type<typeof Issue> {}
