/** Issues as the API shows them. */
import type { Issue } from "../Issue.ts"
import { type JsonTree, raw } from "../JsonText.ts"

export const issueJson = (issue: Issue): JsonTree => ({
  uuid: issue.id,
  description: issue.description,
  status: issue.status,
  anchor: raw(issue.anchor),
  created_at: issue.createdAt,
  updated_at: issue.updatedAt,
  created_by: issue.createdBy,
  updated_by: issue.updatedBy,
  sample_uuid: issue.sampleId,
  sample_name: issue.sampleName,
  comments: issue.comments.map((comment) => ({
    uuid: comment.id,
    created_at: comment.createdAt,
    created_by: comment.createdBy,
    text: comment.text,
  })),
})
