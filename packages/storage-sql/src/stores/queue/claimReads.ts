/** The methods of ClaimStore that read claims. */
import type { Claim, ClaimId, DatasetId, QueueName, SampleId, Username } from "@annotary/core/effect"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import { toFragment } from "../../dialect/lookups.ts"
import type { ClaimOperations } from "../../dialect/operations.ts"
import { type RawRow, toNumber } from "../../rows/columns.ts"
import { claims, queueNumber } from "../../rows/queue.ts"
import { decodeAll, decodeFirst, readCount, splitIntoChunks } from "../../rows/results.ts"
import { selectWritersLock } from "../datasets/locks.ts"

const columns = claims.select("q")
const oldestFirst = "ORDER BY q.claimed_at, q.claim_id"

export const makeClaimReads = (
  { sql, dialect, query, execute }: DatabaseShape,
  { moved }: Pick<ClaimOperations, "moved">,
) => {
  const now = sql.literal(dialect.nowMillis)
  const claimCondition = dialect.matchClaim("q.")
  const lock = sql.literal(dialect.forUpdateOf("q"))
  /** Taken here, because these rows are the first that a writer of their labels locks. */
  const writers = selectWritersLock(dialect, "q.dataset_id")
  const formatIndexHint = (index: string) => sql.literal(dialect.along(index))
  /** Whether a lease is still valid; written so that the planner does not use the index of leases. */
  const lasts = sql`COALESCE(q.lease_until, 0) > ${now}`
  /** Selects claims in live datasets; conditions may follow with AND. */
  const selectOpenClaims = (
    index: string,
  ) => sql`SELECT ${sql.literal(columns)} FROM sample_queue q ${formatIndexHint(index)}
    JOIN datasets d ON d.id = q.dataset_id AND d.deleted_at IS NULL
    WHERE q.holder IS NOT NULL`
  const findForUpdateText = `SELECT ${columns}, ${writers} FROM sample_queue q ${dialect.along("q_claim")}
    JOIN datasets d ON d.id = q.dataset_id AND d.deleted_at IS NULL
    WHERE q.holder IS NOT NULL AND ${claimCondition.text} AND COALESCE(q.lease_until, 0) > ${dialect.nowMillis} ${dialect.forUpdateOf("q")}`
  return {
    countOpen: (dataset: DatasetId, user: Username, queue: QueueName) =>
      query(
        "ClaimStore.countOpen",
        sql<RawRow>`SELECT CAST(COUNT(*) AS INTEGER) AS "n" FROM sample_queue q ${formatIndexHint("q_held")} WHERE holder = ${user}
          AND dataset_id = ${dataset} AND queue = ${queueNumber(queue)} AND ${lasts}`,
      ).pipe(Effect.map(readCount)),
    find: (id: ClaimId) =>
      query(
        "ClaimStore.find",
        sql<RawRow>`${selectOpenClaims("q_claim")} AND ${toFragment(sql, claimCondition, id)} AND ${lasts}`,
      ).pipe(Effect.map(decodeFirst(claims.decode))),
    findForUpdate: (id: ClaimId) =>
      query("ClaimStore.findForUpdate", execute(findForUpdateText, claimCondition.params(id))).pipe(
        Effect.map(decodeFirst(claims.decode)),
      ),
    lock: (dataset: DatasetId, samples: ReadonlyArray<SampleId>) =>
      Effect.forEach(splitIntoChunks([...new Set(samples)].sort()), (chunk) =>
        query(
          "ClaimStore.lock",
          sql<RawRow>`SELECT ${sql.literal(columns)}, CASE WHEN q.lease_until > ${now} THEN 1 ELSE 0 END AS "open",
              q.np AS "np", q.own_step AS "own_step", q.open_step AS "open_step", q.open_user AS "open_user", ${sql.literal(writers)}
            FROM sample_queue q WHERE q.dataset_id = ${dataset} AND ${dialect.among(sql, "q.sample_id", chunk)}
            ORDER BY q.sample_id ${lock}`,
        ).pipe(
          Effect.tap((rows) =>
            moved(
              dataset,
              rows.filter((row) => row.holder === null),
            ),
          ),
        ),
      ).pipe(Effect.map((pages) => new Map(pages.flat().flatMap(decodeOpenClaim)))),
    ofUser: (user: Username) =>
      query(
        "ClaimStore.ofUser",
        sql<RawRow>`${selectOpenClaims("q_held")} AND q.holder = ${user} AND q.queue IS NOT NULL AND ${lasts} ${sql.literal(oldestFirst)}`,
      ).pipe(Effect.map(decodeAll(claims.decode))),
    ofDataset: (dataset: DatasetId, limit: number, queue?: QueueName) =>
      query(
        "ClaimStore.ofDataset",
        sql<RawRow>`${selectOpenClaims("q_lease")} AND q.dataset_id = ${dataset} AND q.lease_until > ${now} ${queue === undefined ? sql`` : sql`AND q.queue = ${queueNumber(queue)}`} ${sql.literal(oldestFirst)} LIMIT CAST(${limit} AS BIGINT)`,
      ).pipe(Effect.map(decodeAll(claims.decode))),
  }
}

const decodeOpenClaim = (raw: RawRow): ReadonlyArray<readonly [SampleId, Claim]> => {
  if (toNumber("open", raw.open) === 0) return []
  const claim = claims.decode(raw)
  return [[claim.sampleId, claim]]
}
