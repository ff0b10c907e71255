/** The search for samples with overlap that a person would get. Each step of a queue is one range of the index of free places. */
import {
  longestLease,
  type OverlapStore,
  type QueueStep,
  type Username,
  type WaitingOverlap,
  type WaitingOverlapQuery,
} from "@annotary/core/effect"
import type { Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { number, type RawRow, table, text } from "../../rows/columns.ts"
import { decodeAll } from "../../rows/results.ts"

const waiting = table<WaitingOverlap>({
  sampleId: text("sample_id"),
  step: number<QueueStep>("step"),
  np: number("np"),
})

/** The places of everybody that a claim searches one by one. */
const firstPlaces = "LIMIT 64"

/** The person who searches a dataset. */
interface Searcher {
  readonly dataset: Statement.Fragment
  readonly user: Username
}

/** Whether the lease of a place lasts. */
export const formatLasting = ({ nowMillis }: Pick<DialectShape, "nowMillis">, place = "p"): string =>
  `(COALESCE(${place}.lease_until, 0) > ${nowMillis} AND ${place}.lease_until <= ${nowMillis} + ${longestLease})`

export const makeWaitingOverlaps = ({
  dialect,
  query,
  sql,
}: DatabaseShape): Context.Tag.Service<typeof OverlapStore>["listWaiting"] => {
  const now = sql.literal(dialect.nowMillis)
  const longest = sql.literal(String(longestLease))
  const lasts = sql.literal(formatLasting(dialect))
  const lastsThere = sql.literal(formatLasting(dialect, "o"))
  // Without statistics, a planner may read all places of the dataset instead.
  const openPlaces = sql.literal(`overlap_places p ${dialect.along("overlap_places_open")}`)
  const setPlaces = sql.literal(`overlap_places p ${dialect.along("overlap_places_sets")}`)

  // With LIMIT, these are read row by row: for NOT EXISTS, a planner may read all labels or places of the dataset first.
  // The dataset is named in each part: a database of several nodes finds the node of the statement by it.
  const findLabel = ({ dataset, user }: Searcher, sample: string) =>
    sql`(SELECT 1 FROM overlap_labels l WHERE l.dataset_id = ${dataset} AND l.sample_id = ${sql.literal(sample)}
          AND l.labeler = ${user} AND l.status <> 'LABELING_IN_PROGRESS' LIMIT 1)`
  const findPlace = ({ dataset, user }: Searcher) =>
    sql`(SELECT 1 FROM overlap_places o WHERE o.dataset_id = ${dataset} AND o.sample_id = p.sample_id
          AND (o.own_user = ${user} OR (o.holder = ${user} AND o.lease_until > ${now} AND o.lease_until <= ${now} + ${longest})) LIMIT 1)`

  /** Whether the place is free for a person, who has neither given a label nor another place of the sample. */
  const isFreeFor = (searcher: Searcher) => sql`NOT ${lasts} AND ${findLabel(searcher, "p.sample_id")} IS NULL
        AND (p.own_user = ${searcher.user} OR ${findPlace(searcher)} IS NULL)`

  /** The samples of one range of places that are free for the person, in the order of the index. */
  const selectRange = (
    { datasetId, limit, user }: Pick<WaitingOverlapQuery, "datasetId" | "limit" | "user">,
    step: number,
    condition: Statement.Fragment,
  ) => sql`SELECT * FROM (SELECT DISTINCT p.np AS "np", p.sample_id AS "sample_id", ${sql.literal(String(step))} AS "step" FROM ${openPlaces}
      WHERE p.dataset_id = ${datasetId} AND p.queue = 1 AND ${condition} AND ${isFreeFor({ dataset: sql`${datasetId}`, user })}
      ORDER BY p.np, p.sample_id LIMIT CAST(${limit} AS BIGINT)) AS ${sql(`step${step}`)}`

  /** The same for the first places of everybody alone: a person may have labeled any number of samples that others are to label. */
  const selectFirst = ({ datasetId, limit, user }: WaitingOverlapQuery) =>
    sql`SELECT * FROM (SELECT DISTINCT p.np AS "np", p.sample_id AS "sample_id", 4 AS "step" FROM
        (SELECT * FROM ${openPlaces} WHERE p.dataset_id = ${datasetId} AND p.queue = 1 AND p.own_user = '' AND p.open_user = ''
          ORDER BY p.np, p.sample_id ${sql.literal(firstPlaces)}) AS p
      WHERE ${isFreeFor({ dataset: sql`${datasetId}`, user })} ORDER BY 1, 2 LIMIT CAST(${limit} AS BIGINT)) AS step4`

  /**
   * The first place of everybody in each group of samples that the same people have labeled, which the person is not one of. The dataset
   * stands in the text: a database of several nodes runs no recursive query without it.
   */
  const selectFirstOfEach = ({ datasetId, user }: WaitingOverlapQuery) => {
    const dataset = sql.literal(`'${datasetId.replaceAll("'", "''")}'`)
    const places = sql`${setPlaces} WHERE p.dataset_id = ${dataset} AND p.queue = 1 AND p.own_user = '' AND p.open_user = ''`
    const order = sql.literal("ORDER BY p.finished, p.np, p.sample_id LIMIT 1")
    return sql`WITH RECURSIVE sets (finished, sample_id) AS (
        SELECT * FROM (SELECT p.finished, p.sample_id FROM ${places} ${order}) AS first_set UNION ALL
        SELECT (SELECT p.finished FROM ${places} AND p.finished > sets.finished ${order}),
          (SELECT p.sample_id FROM ${places} AND p.finished > sets.finished ${order})
        FROM sets WHERE sets.finished IS NOT NULL)
      SELECT best.sample_id AS "sample_id", 4 AS "step", s.np AS "np" FROM (SELECT
          (SELECT p.sample_id FROM ${places} AND p.finished = sets.finished AND ${isFreeFor({ dataset, user })} ${order}) AS sample_id
        FROM sets
        WHERE sets.finished = '' OR (sets.finished IS NOT NULL AND ${findLabel({ dataset, user }, "sets.sample_id")} IS NULL)) AS best
      JOIN overlap_samples s ON s.dataset_id = ${dataset} AND s.sample_id = best.sample_id
      WHERE EXISTS (SELECT 1 FROM datasets d WHERE d.id = ${dataset} AND d.deleted_at IS NULL)`
  }

  const hasLabel = ({ datasetId, user }: Pick<WaitingOverlapQuery, "datasetId" | "user">) =>
    sql`EXISTS (SELECT 1 FROM overlap_labels l WHERE l.dataset_id = ${datasetId}
    AND l.sample_id = p.sample_id AND l.labeler = ${user} AND l.status <> 'LABELING_IN_PROGRESS')`

  /** The first decisions of one range of places that are free, in the order of the index. */
  const selectDecisions = (
    { datasetId, limit }: Pick<WaitingOverlapQuery, "datasetId" | "limit">,
    step: number,
    condition: Statement.Fragment,
  ) => sql`SELECT * FROM (SELECT p.np AS "np", p.sample_id AS "sample_id", ${sql.literal(String(step))} AS "step" FROM ${openPlaces}
      WHERE p.dataset_id = ${datasetId} AND p.queue = 2 AND p.own_user = '' AND ${condition} AND NOT ${lasts}
      ORDER BY p.np, p.sample_id LIMIT CAST(${limit} AS BIGINT)) AS ${sql(`step${step}`)}`

  /** Leaves out samples of which a place waits for the person, so that each is counted in one step. */
  const isUnassigned = ({ datasetId, isPerStep, user }: WaitingOverlapQuery) =>
    isPerStep === true
      ? sql`AND NOT EXISTS (SELECT 1 FROM overlap_places o WHERE o.dataset_id = ${datasetId} AND o.sample_id = p.sample_id
          AND o.queue = 1 AND o.own_user = '' AND o.open_user = ${user} AND NOT ${lastsThere})`
      : sql.literal("")

  const isLive = ({ datasetId }: Pick<WaitingOverlapQuery, "datasetId">) =>
    sql`EXISTS (SELECT 1 FROM datasets d WHERE d.id = ${datasetId} AND d.deleted_at IS NULL)`

  const listWaitingIn = (
    { isPerStep, limit }: Pick<WaitingOverlapQuery, "isPerStep" | "limit">,
    rows: Statement.Fragment,
  ) =>
    query(
      "OverlapStore.listWaiting",
      sql<RawRow>`${rows} ORDER BY 2, 3, 1 LIMIT CAST(${isPerStep === true ? 3 * limit : limit} AS BIGINT)`,
    ).pipe(Effect.map(decodeAll(waiting.decode)))

  return (request) => {
    const { isPerStep, limit, queue, user } = request
    if (queue === "labeling") {
      const pool =
        isPerStep === true
          ? selectRange(request, 4, sql`p.own_user = '' AND p.open_user = '' ${isUnassigned(request)}`)
          : selectFirst(request)
      const labeling = sql`SELECT sample_id, MIN(step) AS "step", np FROM (
        ${selectRange(request, 1, sql`p.own_user = ${user}`)} UNION ALL
        ${selectRange(request, 3, sql`p.own_user = '' AND p.open_user = ${user}`)} UNION ALL
        ${pool}) AS steps WHERE ${isLive(request)} GROUP BY sample_id, np`
      return Effect.flatMap(listWaitingIn(request, labeling), (first) =>
        isPerStep === true || first.length > 0
          ? Effect.succeed(first)
          : listWaitingIn(request, selectFirstOfEach(request)),
      )
    }
    const others = sql`SELECT sample_id, step, np FROM (
        ${selectDecisions(request, 3, sql`p.open_user = ${user}`)} UNION ALL
        ${selectDecisions(request, 4, sql`p.open_user = '' AND NOT ${hasLabel(request)}`)}) AS steps WHERE ${isLive(request)}`
    return Effect.flatMap(listWaitingIn(request, others), (first) => {
      // Read only then: a reviewer who labels nothing would read all decisions for none.
      const missing = { ...request, limit: isPerStep === true ? limit : limit - first.length }
      const labeled = sql`SELECT sample_id, step, np FROM (
        ${selectDecisions(missing, 5, sql`p.open_user = '' AND ${hasLabel(request)}`)}) AS steps WHERE ${isLive(request)}`
      return missing.limit === 0
        ? Effect.succeed(first)
        : Effect.map(listWaitingIn(missing, labeled), (last) => [...first, ...last])
    })
  }
}
