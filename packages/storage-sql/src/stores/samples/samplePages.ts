/**
 * The methods of SampleStore that read pages of sample ids. Each sort is read along an index, by offset or after a cursor, whose
 * cost does not grow with the depth. The sort by label time is two lists: samples with a label, then samples without.
 */
import type { DatasetId, SampleFilter, SampleQuery } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { RawRow } from "../../rows/columns.ts"
import { lacksObjects } from "../../rows/objectTotals.ts"
import { hasRows, readCount } from "../../rows/results.ts"
import { isOwnEffective } from "../../rows/stagedLabels.ts"
import { selectGroundTruth, selectGroundTruthLabel } from "./groundTruth.ts"
import { matchSampleFilter } from "./sampleFilter.ts"
import { type Listing, type ListingRows, readListing } from "./sampleListing.ts"

const columns = { name: "s.name", created_at: "s.created_at", priority: "s.priority" } as const

export const makeSamplePages = ({ sql, dialect, query }: DatabaseShape) => {
  const read = readListing(sql)
  return {
    page: (request: SampleQuery) =>
      query(
        "SampleStore.page",
        request.sort.key === "gt_label__updated_at"
          ? readByLabel(request)
          : read(
              {
                from: sql`samples s`,
                where: matchSampleFilter(sql, dialect, request.filter),
                value: columns[request.sort.key],
                descending: request.sort.descending,
              },
              request.start,
              request.limit,
            ),
      ),
    count: (filter: SampleFilter, cap: number) =>
      query(
        "SampleStore.count",
        sql<RawRow>`SELECT CAST(COUNT(*) AS INTEGER) AS "n" FROM
          (SELECT 1 FROM samples s WHERE ${matchSampleFilter(sql, dialect, filter)} LIMIT CAST(${cap} AS BIGINT)) capped`,
      ).pipe(Effect.map(readCount)),
    hasUnindexedLabels: (dataset: DatasetId) =>
      query(
        "SampleStore.hasUnindexedLabels",
        sql`SELECT 1 AS n WHERE EXISTS (SELECT 1 FROM label_versions v WHERE v.dataset_id = ${dataset} AND ${sql.literal(lacksObjects)})
          OR EXISTS (SELECT 1 FROM labels l WHERE l.dataset_id = ${dataset} AND l.staged_version IS NOT NULL
            AND NOT ${sql.literal(isOwnEffective("l"))})`,
      ).pipe(Effect.map(hasRows)),
    metadataKeys: (dataset: DatasetId, keys: ReadonlyArray<string>) =>
      Effect.forEach(keys, (key) =>
        Effect.map(
          query(
            "SampleStore.metadataKeys",
            sql`SELECT 1 FROM sample_metadata m WHERE m.dataset_id = ${dataset} AND m.meta_key = ${key} LIMIT 1`,
          ),
          (rows) => (rows.length === 0 ? [] : [key]),
        ),
      ).pipe(Effect.map((found) => new Set(found.flat()))),
  }

  function readByLabel({ filter, sort, start, limit }: SampleQuery): ListingRows {
    const { datasetId } = filter
    const conditions = matchSampleFilter(sql, dialect, filter)
    const labeled: Listing = {
      from: sql`labels l CROSS JOIN samples s`,
      where: sql`l.dataset_id = ${datasetId} AND l.labelset_id = ${selectGroundTruth(sql, datasetId)}
        AND s.id = l.sample_id AND ${conditions}`,
      value: "l.updated_at",
      descending: sort.descending,
    }
    const unlabeled: Listing = {
      from: sql`samples s`,
      where: sql`${conditions} AND NOT EXISTS (${selectGroundTruthLabel(sql, datasetId)})`,
      value: null,
      descending: false,
    }
    if ("after" in start && start.after.value === null) return read(unlabeled, start, limit)
    return Effect.gen(function* () {
      const rows = yield* read(labeled, start, limit)
      if (rows.length === limit) return rows
      const passed = "after" in start ? 0 : yield* countLabeledBefore(labeled, start.offset, rows.length)
      const offset = "after" in start ? 0 : Math.max(0, start.offset - passed)
      return [...rows, ...(yield* read(unlabeled, { offset }, limit - rows.length))]
    })
  }

  /** Counts the labeled samples, after a page from `offset` returned only `found` of them. */
  function countLabeledBefore(
    labeled: Listing,
    offset: number,
    found: number,
  ): Effect.Effect<number, SqlError.SqlError> {
    if (found > 0 || offset === 0) return Effect.succeed(offset + found)
    return sql<RawRow>`SELECT CAST(COUNT(*) AS INTEGER) AS "n" FROM ${labeled.from} WHERE ${labeled.where}`.pipe(
      Effect.map(readCount),
    )
  }
}
