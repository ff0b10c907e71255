/** Issues as JSON. */
import { Schema } from "effect"
import { type Comment, type Issue, IssueStatus } from "../Issue.ts"
import { toRaw } from "../JsonText.ts"
import { AnyObjectOrNull, At, account, type FieldsOf, makeEventSchema, Uuid } from "./shared.ts"

/** A reply to an issue as JSON. */
export const CommentJson = Schema.Struct({
  uuid: Uuid,
  created_at: At,
  created_by: Schema.String,
  text: Schema.String,
}).annotations({ identifier: "Comment", ...makeEventSchema({ created_by: account }) })

/** An issue as JSON. */
export const IssueJson = Schema.Struct({
  uuid: Uuid,
  description: Schema.String,
  status: IssueStatus,
  anchor: AnyObjectOrNull,
  created_at: At,
  updated_at: At,
  created_by: Schema.String,
  updated_by: Schema.String,
  sample_uuid: Uuid,
  sample_name: Schema.String,
  comments: Schema.Array(CommentJson),
}).annotations({
  identifier: "Issue",
  description: "A question about a sample, or a problem with it",
  ...makeEventSchema({
    anchor: { description: "The location in the sample." },
    created_by: account,
    updated_by: account,
  }),
})

/** The JSON of an issue. */
export const issueJson = (issue: Issue): FieldsOf<typeof IssueJson> => ({
  uuid: issue.id,
  description: issue.description,
  status: issue.status,
  anchor: toRaw(issue.anchor),
  created_at: issue.createdAt,
  updated_at: issue.updatedAt,
  created_by: issue.createdBy,
  updated_by: issue.updatedBy,
  sample_uuid: issue.sampleId,
  sample_name: issue.sampleName,
  comments: issue.comments.map(toCommentJson),
})

/** The JSON of a reply to an issue. */
export const toCommentJson = (comment: Comment): FieldsOf<typeof CommentJson> => ({
  uuid: comment.id,
  created_at: comment.createdAt,
  created_by: comment.createdBy,
  text: comment.text,
})
