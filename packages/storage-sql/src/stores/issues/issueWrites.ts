/** Writes issues with their directory entries and comments. `insert` and `remove` run inside a transaction. */
import type { Comment, Issue, IssueId } from "@annotary/core/effect"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { Primitive, RawRow } from "../../rows/columns.ts"
import { comments, issueHeads } from "../../rows/work.ts"
import { addDirectoryEntries, removeDirectoryEntries, selectDatasetById } from "../datasets/directory.ts"
import { lockDataset } from "../datasets/locks.ts"

export const makeIssueWrites = (database: DatabaseShape) => {
  const { sql } = database
  return { insert, remove, addComment }

  function insert(issue: Issue) {
    return Effect.gen(function* () {
      yield* lockDataset(database, issue.datasetId)
      yield* sql`INSERT INTO issues ${sql.insert(encodeIssue(issue))}`
      yield* addDirectoryEntries(database, [issue])
      for (const comment of issue.comments) yield* addComment(issue, comment)
    })
  }

  function remove(id: IssueId) {
    return Effect.gen(function* () {
      const gone =
        yield* sql<RawRow>`DELETE FROM issues WHERE dataset_id = ${selectDatasetById(database, id)} AND id = ${id}
        RETURNING dataset_id`
      const row = gone[0]
      if (row === undefined) return false
      yield* sql`DELETE FROM comments WHERE dataset_id = ${row.dataset_id} AND issue_id = ${id}`
      yield* removeDirectoryEntries(sql, [id])
      return true
    })
  }

  function addComment(issue: Issue, comment: Comment) {
    const row = { dataset_id: issue.datasetId, issue_id: issue.id, ...comments.encode(comment) }
    return sql`INSERT INTO comments ${sql.insert(row)}`
  }
}

export const encodeIssue = ({ sampleName: _, comments: __, ...head }: Issue): Record<string, Primitive> =>
  issueHeads.encode(head)
