/** Issues and comments in SQL. The sample's name is read from the sample, which may have been renamed. */
import { type Comment, type Issue, IssueStore } from "@annotary/core/effect"
import { Effect, Layer, Option } from "effect"
import type { RawRow } from "../columns.ts"
import { Database } from "../Database.ts"
import { any, chunked } from "../rows/results.ts"
import { comments, issueHeads } from "../rows/work.ts"
import { liveIssues, readIssues } from "./issueQueries.ts"

export const IssueSqlStore = Layer.effect(
  IssueStore,
  Effect.map(Database, ({ sql, query, atomic }) => {
    const live = sql.literal(liveIssues)
    const withComments = readIssues(sql)
    return IssueStore.of({
      insert: (issue) =>
        atomic(
          "IssueStore.insert",
          Effect.gen(function* () {
            yield* sql`INSERT INTO issues ${sql.insert(encodeHead(issue))}`
            for (const comment of issue.comments) yield* addComment(issue, comment)
          }),
        ),
      byId: (id) =>
        query("IssueStore.byId", withComments(sql`${live} AND i.id = ${id}`)).pipe(
          Effect.map((issues) => Option.fromNullable(issues[0])),
        ),
      ofDataset: (dataset, { after, limit }) =>
        query(
          "IssueStore.ofDataset",
          withComments(
            sql`${live} AND i.dataset_id = ${dataset} AND i.id > ${after ?? ""} ORDER BY i.id LIMIT ${limit}`,
          ),
        ),
      ofSample: (sample) =>
        query("IssueStore.ofSample", withComments(sql`${live} AND i.sample_id = ${sample} ORDER BY i.id`)),
      ofSamples: (samples) =>
        Effect.forEach(chunked(samples), (some) =>
          query(
            "IssueStore.ofSamples",
            withComments(sql`${live} AND ${sql.in("i.sample_id", some)} ORDER BY i.id`),
          ),
        ).pipe(Effect.map((pages) => pages.flat())),
      update: (issue) => {
        const { id, dataset_id, sample_id, ...set } = encodeHead(issue)
        return query(
          "IssueStore.update",
          sql`UPDATE issues SET ${sql.update(set)} WHERE dataset_id = ${issue.datasetId} AND id = ${issue.id}`,
        ).pipe(Effect.asVoid)
      },
      remove: (id) =>
        atomic(
          "IssueStore.remove",
          Effect.gen(function* () {
            const gone = yield* sql<RawRow>`DELETE FROM issues WHERE id = ${id} RETURNING dataset_id`
            const row = gone[0]
            if (row === undefined) return false
            yield* sql`DELETE FROM comments WHERE dataset_id = ${row.dataset_id} AND issue_id = ${id}`
            return true
          }),
        ),
      addComment: (issue, comment) =>
        query("IssueStore.addComment", addComment(issue, comment)).pipe(Effect.asVoid),
      removeComment: (issue, comment) =>
        query(
          "IssueStore.removeComment",
          sql`DELETE FROM comments WHERE dataset_id = ${issue.datasetId} AND issue_id = ${issue.id} AND id = ${comment}
              RETURNING id`,
        ).pipe(Effect.map(any)),
    })

    function addComment(issue: Issue, comment: Comment) {
      const row = { dataset_id: issue.datasetId, issue_id: issue.id, ...comments.encode(comment) }
      return sql`INSERT INTO comments ${sql.insert(row)}`
    }
  }),
)

const encodeHead = ({ sampleName: _, comments: __, ...head }: Issue) => issueHeads.encode(head)
