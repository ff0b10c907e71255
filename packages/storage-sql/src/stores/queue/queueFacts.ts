/** The methods of ClaimStore that read the facts from which places in the queue follow. */
import {
  type ClaimStore,
  type DatasetId,
  type QueueFacts,
  readPrelabelRequest,
  type SampleId,
  type StoredOverlapState,
} from "@annotary/core/effect"
import { type Context, Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import { nullable, number, type RawRow, table, text } from "../../rows/columns.ts"
import { decodeAll, decodeColumn, splitIntoChunks } from "../../rows/results.ts"
import { selectGroundTruth } from "../samples/groundTruth.ts"

type Concerning = Parameters<Context.Tag.Service<typeof ClaimStore>["concerning"]>[0]

const sampleId = text<SampleId>("id")

const facts = table<Omit<QueueFacts, "overlap" | "prelabel">>({
  sampleId: text("sample_id"),
  priority: number("priority"),
  status: nullable(text("status")),
  labeler: nullable(text("labeler")),
  reviewer: nullable(text("reviewer")),
  rejecter: nullable(text("rejecter")),
  assignedLabeler: nullable(text("assigned_labeler")),
  assignedReviewer: nullable(text("assigned_reviewer")),
})

const overlapState = nullable(text<StoredOverlapState>("overlap_state"))

const ownStep = nullable(number<number>("own_step"))

const decodeFacts = (row: RawRow): QueueFacts => {
  const overlap = overlapState.read(row.overlap_state)
  const prelabel = readPrelabelRequest(ownStep.read(row.own_step))
  if (overlap === null && prelabel === undefined) return facts.decode(row)
  return { ...facts.decode(row), overlap: overlap ?? undefined, prelabel }
}

export const makeFactQueries = ({ sql, query }: DatabaseShape) => {
  return {
    facts: (dataset: DatasetId, samples: ReadonlyArray<SampleId>) =>
      Effect.forEach(splitIntoChunks(samples), (chunk) =>
        query("ClaimStore.facts", selectFacts(dataset, chunk)),
      ).pipe(Effect.map((pages) => decodeAll(decodeFacts)(pages.flat()))),
    concerning: ({ datasetId, user, after, limit }: Concerning) => {
      const gt = selectGroundTruth(sql, datasetId)
      const from = after ?? ""
      const selectAssigned = (column: "assigned_labeler" | "assigned_reviewer") =>
        sql`SELECT id FROM (SELECT id FROM samples WHERE dataset_id = ${datasetId} AND ${sql(column)} = ${user}
            AND id > ${from} AND deleted_at IS NULL ORDER BY id LIMIT CAST(${limit} AS BIGINT)) AS ${sql(column)}`
      const selectWorked = (column: "labeler" | "reviewer" | "rejecter") =>
        sql`SELECT sample_id AS id FROM (SELECT sample_id FROM labels WHERE dataset_id = ${datasetId} AND ${sql(column)} = ${user}
            AND sample_id > ${from} AND labelset_id = ${gt} ORDER BY sample_id LIMIT CAST(${limit} AS BIGINT)) AS ${sql(column)}`
      return query(
        "ClaimStore.concerning",
        sql<RawRow>`SELECT id FROM (${selectAssigned("assigned_labeler")} UNION ${selectAssigned("assigned_reviewer")}
          UNION ${selectWorked("labeler")} UNION ${selectWorked("reviewer")} UNION ${selectWorked("rejecter")}) AS found
          WHERE EXISTS (SELECT 1 FROM datasets d WHERE d.id = ${datasetId} AND d.deleted_at IS NULL)
          ORDER BY id LIMIT CAST(${limit} AS BIGINT)`,
      ).pipe(Effect.map(decodeAll(decodeColumn(sampleId))))
    },
  }

  function selectFacts(dataset: DatasetId, samples: ReadonlyArray<SampleId>) {
    return sql<RawRow>`SELECT s.id AS "sample_id", s.priority AS "priority", s.assigned_labeler AS "assigned_labeler",
        s.assigned_reviewer AS "assigned_reviewer", g.status AS "status", g.labeler AS "labeler",
        g.reviewer AS "reviewer", g.rejecter AS "rejecter", o.state AS "overlap_state", q.own_step AS "own_step"
      FROM samples s JOIN datasets d ON d.id = s.dataset_id AND d.deleted_at IS NULL
      LEFT JOIN labels g ON g.dataset_id = s.dataset_id AND g.labelset_id = ${selectGroundTruth(sql, dataset)} AND g.sample_id = s.id
      LEFT JOIN overlap_samples o ON o.dataset_id = s.dataset_id AND o.sample_id = s.id
      LEFT JOIN sample_queue q ON q.dataset_id = s.dataset_id AND q.sample_id = s.id
      WHERE s.dataset_id = ${dataset} AND ${sql.in("s.id", samples)} AND s.deleted_at IS NULL`
  }
}
