/** Reads issues with the current name of their sample and with their comments. */
import type { Comment, Issue, IssueId } from "@annotary/core/effect"
import type { SqlClient, SqlError, Statement } from "@effect/sql"
import { Effect } from "effect"
import { type RawRow, text } from "../../rows/columns.ts"
import { splitIntoChunks } from "../../rows/results.ts"
import { comments, issueHeads } from "../../rows/work.ts"

const columns = `${issueHeads.select("i")}, s.name AS "sample_name"`
const commentColumns = `c.issue_id AS "issue_id", ${comments.select("c")}`
const sampleName = text<Issue["sampleName"]>("sample_name")
const issueId = text<IssueId>("issue_id")

/** Selects issues of live samples in live datasets; conditions may follow with AND. */
export const liveIssues = `SELECT ${columns} FROM issues i
  JOIN samples s ON s.dataset_id = i.dataset_id AND s.id = i.sample_id AND s.deleted_at IS NULL
  JOIN datasets d ON d.id = i.dataset_id AND d.deleted_at IS NULL WHERE 1 = 1`

/** Runs a statement that begins with {@link liveIssues} and adds the comments. */
export const readIssues =
  (sql: SqlClient.SqlClient) =>
  (issues: Statement.Statement<RawRow>): Effect.Effect<ReadonlyArray<Issue>, SqlError.SqlError> =>
    Effect.gen(function* () {
      const heads = (yield* issues).map((raw) => ({
        ...issueHeads.decode(raw),
        sampleName: sampleName.read(raw.sample_name),
      }))
      const replies = new Map<IssueId, Array<Comment>>()
      for (const chunk of splitIntoChunks(heads)) {
        const datasets = [...new Set(chunk.map((issue) => issue.datasetId))]
        const ids = chunk.map((issue) => issue.id)
        const rows = yield* sql<RawRow>`SELECT ${sql.literal(commentColumns)} FROM comments c
          WHERE ${sql.in("c.dataset_id", datasets)} AND ${sql.in("c.issue_id", ids)} ORDER BY c.id`
        for (const raw of rows) {
          const issue = issueId.read(raw.issue_id)
          const issueComments = replies.get(issue)
          if (issueComments === undefined) replies.set(issue, [comments.decode(raw)])
          else issueComments.push(comments.decode(raw))
        }
      }
      return heads.map((head) => ({ ...head, comments: replies.get(head.id) ?? [] }))
    })
