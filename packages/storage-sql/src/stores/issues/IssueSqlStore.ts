/** IssueStore in SQL. The sample's name is read from the sample, which may have been renamed. */
import { type Issue, IssueStore } from "@annotary/core/effect"
import { Effect, Layer, Option } from "effect"
import { Database } from "../../database/Database.ts"
import { hasRows, splitIntoChunks } from "../../rows/results.ts"
import { readInEachDataset, selectDatasetById } from "../datasets/directory.ts"
import { liveIssues, readIssues } from "./issueQueries.ts"
import { encodeIssue, makeIssueWrites } from "./issueWrites.ts"

export const IssueSqlStore = Layer.effect(
  IssueStore,
  Effect.map(Database, (database) => {
    const { sql, dialect, query, atomic, whileInside } = database
    const live = sql.literal(liveIssues)
    const withComments = readIssues(sql)
    const writes = makeIssueWrites(database)
    const ofIssue = dialect.forUpdateOf("i")
    return IssueStore.of({
      insert: (issue) => atomic("IssueStore.insert", writes.insert(issue)),
      byId: (id) =>
        query(
          "IssueStore.byId",
          Effect.flatMap(whileInside(ofIssue), (lock) =>
            withComments(
              sql`${live} AND i.dataset_id = ${selectDatasetById(database, id)} AND i.id = ${id} ${lock}`,
            ),
          ),
        ).pipe(Effect.map((issues) => Option.fromNullable(issues[0]))),
      ofDataset: (dataset, { after, limit }) =>
        query(
          "IssueStore.ofDataset",
          withComments(
            sql`${live} AND i.dataset_id = ${dataset} AND i.id > ${after ?? ""} ORDER BY i.id LIMIT CAST(${limit} AS BIGINT)`,
          ),
        ),
      ofSample: (sample) =>
        query(
          "IssueStore.ofSample",
          withComments(
            sql`${live} AND i.dataset_id = ${selectDatasetById(database, sample)} AND i.sample_id = ${sample} ORDER BY i.id`,
          ),
        ),
      ofSamples: (samples) =>
        Effect.forEach(splitIntoChunks(samples), (chunk) =>
          query(
            "IssueStore.ofSamples",
            readInEachDataset(database, chunk, (home) =>
              withComments(sql`${live} AND i.dataset_id = ${home} AND ${sql.in("i.sample_id", chunk)}`),
            ),
          ),
        ).pipe(Effect.map((pages) => pages.flat().toSorted(compareIds))),
      update: (issue) => {
        const { id, dataset_id, sample_id, ...set } = encodeIssue(issue)
        return query(
          "IssueStore.update",
          sql`UPDATE issues SET ${sql.update(set)} WHERE dataset_id = ${issue.datasetId} AND id = ${issue.id}`,
        ).pipe(Effect.asVoid)
      },
      remove: (id) => atomic("IssueStore.remove", writes.remove(id)),
      addComment: (issue, comment) =>
        query("IssueStore.addComment", writes.addComment(issue, comment)).pipe(Effect.asVoid),
      removeComment: (issue, comment) =>
        query(
          "IssueStore.removeComment",
          sql`DELETE FROM comments WHERE dataset_id = ${issue.datasetId} AND issue_id = ${issue.id} AND id = ${comment}
              RETURNING id`,
        ).pipe(Effect.map(hasRows)),
    })
  }),
)

/** Oldest first. Sorted here, because a planner may scan all issues of the dataset to return them in order. */
const compareIds = (a: Issue, b: Issue): number => (a.id < b.id ? -1 : 1)
