/**
 * The methods of ClaimStore that end claims. Claims that ended without work are remembered, so that a late call learns why, and the time
 * under them can be counted with later work.
 */
import {
  type Claim,
  type ClaimEnd,
  type ClaimId,
  type DatasetId,
  type EndedLease,
  type EndedLeaseScope,
  fromMillis,
  longestLease,
  now,
  type QueueKey,
  type SampleId,
  type Timestamp,
  toMillis,
  type Username,
} from "@annotary/core/effect"
import type { SqlClient, SqlError, Statement } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import { toFragment } from "../../dialect/lookups.ts"
import type { ClaimOperations } from "../../dialect/operations.ts"
import { nullable, number, type RawRow, text, toNumber } from "../../rows/columns.ts"
import {
  freed,
  makeRecordedFree,
  queueKeyColumns,
  queueNumber,
  queuePositionNames,
  toPlaceColumns,
} from "../../rows/queue.ts"
import { decodeAll, decodeFirst, splitIntoChunks } from "../../rows/results.ts"
import type { Rows } from "../../statements/Statements.ts"

/** The columns that a statement returns from each row that it frees. */
const freedNames = `dataset_id, ${queuePositionNames}`
/** The same where the end is recorded. */
export const endedNames = `claim_id, ended_user, ended_queue, ended_from, ended_until, ${freedNames}`

const claimId = text<ClaimId>("claim_id")
const datasetId = text<DatasetId>("dataset_id")
const sampleId = text<SampleId>("sample_id")
const endedUser = nullable(text<Username>("ended_user"))
const endedQueue = nullable(number("ended_queue"))
const reasonColumn = nullable(text<ClaimEnd>("reason"))

/** A change of the leases that fulfil a condition: in one dataset, or in all of them at once. */
interface LeaseChange {
  readonly condition: Statement.Fragment
  readonly run: (dataset: string | null, limit: number) => Rows
}

/** Records freed rows as ended claims and returns how many. Runs in the transaction that freed them. */
export type RecordEndedClaims = (
  rows: ReadonlyArray<RawRow>,
  reason: ClaimEnd,
) => Effect.Effect<number, SqlError.SqlError>

export const recordEndedClaims =
  (sql: SqlClient.SqlClient): RecordEndedClaims =>
  (rows, reason) =>
    Effect.gen(function* () {
      const ended_at = yield* now
      for (const chunk of splitIntoChunks(rows)) {
        const ended = chunk.map((row) => ({
          claim_id: claimId.read(row.claim_id),
          dataset_id: datasetId.read(row.dataset_id),
          ended_at,
          reason,
          sample_id: sampleId.read(row.sample_id),
          holder: endedUser.read(row.ended_user),
          queue: endedQueue.read(row.ended_queue),
          lease_from: toNumber("ended_from", row.ended_from),
          lease_until: toNumber("ended_until", row.ended_until),
        }))
        yield* sql`INSERT INTO ended_claims ${sql.insert(ended)} ON CONFLICT DO NOTHING`
      }
      return rows.length
    })

const decodeEndedLease = (row: RawRow): EndedLease => ({
  id: claimId.read(row.claim_id),
  startsAt: fromMillis(toNumber("lease_from", row.lease_from)),
  endsAt: fromMillis(toNumber("lease_until", row.lease_until)),
})

export const makeClaimEnds = (
  { sql, dialect, query, atomic, execute }: DatabaseShape,
  { moved, usesMoved }: Pick<ClaimOperations, "moved" | "usesMoved">,
) => {
  const makeFinishText = (
    more: string,
  ) => `UPDATE sample_queue ${dialect.along("q_claim")} SET ${freed}${more}
    WHERE claim_id = ? AND dataset_id = ? AND holder IS NOT NULL ${usesMoved ? `RETURNING ${freedNames}` : ""}`
  const finishText = makeFinishText("")
  const finishAtText = makeFinishText(queueKeyColumns.map((column) => `, ${column} = ?`).join(""))
  const free = sql.literal(makeRecordedFree(dialect))
  const ended = sql.literal(endedNames)
  // In a subquery the time is one value for the whole statement, which can bound a range of an index. With two bounds the
  // planner assumes correctly that the range is short.
  const past = sql.literal(`lease_until > 0 AND lease_until <= (SELECT ${dialect.nowMillis})`)
  const farthest = sql.literal(`${dialect.nowMillis} + ${longestLease}`)
  const leases = sql.literal(`sample_queue ${dialect.along("q_lease")}`)
  const skipping = sql.literal(dialect.skipLocked)
  const recordEnded = recordEndedClaims(sql)
  const lock = sql.literal(dialect.forUpdate)
  const claimCondition = dialect.matchClaim("")
  const matchClaim = (id: ClaimId) => toFragment(sql, claimCondition, id)
  // Materialized: evaluated again for each row, the list would skip rows that were freed and never reach its limit.
  const pastLeases: LeaseChange = {
    condition: past,
    run: (dataset, limit) => sql<RawRow>`WITH due AS MATERIALIZED (
        SELECT dataset_id, sample_id FROM ${leases} WHERE ${matchDataset(dataset)} holder IS NOT NULL AND ${past}
        ORDER BY lease_until LIMIT CAST(${limit} AS BIGINT) ${skipping})
      UPDATE sample_queue SET ${free} WHERE ${matchDataset(dataset)} (dataset_id, sample_id) IN (SELECT dataset_id, sample_id FROM due)
      RETURNING ${ended}`,
  }
  const tooLong = sql.literal(`lease_until > (SELECT ${dialect.nowMillis} + ${longestLease})`)
  /** Shortens leases that end too far in the future, because the clock was set back after they began. */
  const tooLongLeases: LeaseChange = {
    condition: tooLong,
    run: (dataset, limit) => sql<RawRow>`WITH late AS MATERIALIZED (
        SELECT dataset_id, sample_id FROM ${leases} WHERE ${matchDataset(dataset)} holder IS NOT NULL AND ${tooLong}
        LIMIT CAST(${limit} AS BIGINT) ${skipping})
      UPDATE sample_queue SET lease_until = ${farthest}
      WHERE ${matchDataset(dataset)} (dataset_id, sample_id) IN (SELECT dataset_id, sample_id FROM late) RETURNING dataset_id`,
  }
  /** Reports freed rows to the claim operations, dataset by dataset. */
  const reportFreed = (rows: ReadonlyArray<RawRow>) =>
    Effect.forEach(
      new Set(rows.map((row) => datasetId.read(row.dataset_id))),
      (dataset) =>
        moved(
          dataset,
          rows.filter((row) => row.dataset_id === dataset),
        ),
      { discard: true },
    )
  const endClaims = (reason: ClaimEnd) => (rows: ReadonlyArray<RawRow>) =>
    Effect.zipRight(reportFreed(rows), recordEnded(rows, reason))
  return {
    finish: ({ datasetId: dataset, id }: Pick<Claim, "id" | "datasetId">, place?: QueueKey) => {
      const finishAt = (key: QueueKey) => {
        const columns = toPlaceColumns(key)
        return execute(finishAtText, [...queueKeyColumns.map((column) => columns[column]), id, dataset])
      }
      const ending = place === undefined ? execute(finishText, [id, dataset]) : finishAt(place)
      return query("ClaimStore.finish", ending).pipe(Effect.flatMap(reportFreed))
    },
    release: (dataset: DatasetId, samples: ReadonlyArray<SampleId>, reason: ClaimEnd) =>
      samples.length === 0
        ? Effect.void
        : atomic(
            "ClaimStore.release",
            Effect.forEach(splitIntoChunks(samples), releaseChunk(dataset, reason), { discard: true }),
          ),
    expire: (dataset: DatasetId | null, limit: number) =>
      atomic(
        "ClaimStore.expire",
        Effect.zipRight(
          updateLeases(tooLongLeases, dataset, limit),
          updateLeases(pastLeases, dataset, limit),
        ).pipe(Effect.flatMap(endClaims("expired"))),
      ),
    endOf: (id: ClaimId) =>
      query(
        "ClaimStore.endOf",
        sql<RawRow>`SELECT dataset_id, CASE WHEN COALESCE(lease_until, 0) <= ${sql.literal(dialect.nowMillis)} THEN 'expired' END AS reason
          FROM sample_queue WHERE ${matchClaim(id)} AND holder IS NOT NULL
          UNION ALL SELECT dataset_id, reason FROM ended_claims WHERE ${matchClaim(id)} LIMIT 1`,
      ).pipe(
        Effect.map(
          decodeFirst((row) => ({
            datasetId: datasetId.read(row.dataset_id),
            reason: reasonColumn.read(row.reason),
          })),
        ),
      ),
    findEnded: (scope: EndedLeaseScope) =>
      query(
        "ClaimStore.findEnded",
        sql<RawRow>`SELECT claim_id, lease_from, lease_until FROM ended_claims WHERE ${matchScope(scope)} ${lock}`,
      ).pipe(Effect.map(decodeAll(decodeEndedLease))),
    countEnded: (scope: EndedLeaseScope, until: Timestamp) => {
      const counted = toMillis(until)
      return query(
        "ClaimStore.countEnded",
        sql`UPDATE ended_claims SET lease_from = ${counted}, holder = CASE WHEN lease_until > ${counted} THEN holder END
          WHERE ${matchScope(scope)} AND lease_from < ${counted}`,
      ).pipe(Effect.asVoid)
    },
    forgetEnded: (before: Timestamp, limit: number) =>
      query(
        "ClaimStore.forgetEnded",
        sql`DELETE FROM ended_claims WHERE (dataset_id, claim_id) IN
          (SELECT dataset_id, claim_id FROM ended_claims WHERE ended_at < ${before} LIMIT CAST(${limit} AS BIGINT)) RETURNING 1 AS n`,
      ).pipe(Effect.map((rows) => rows.length)),
  }

  function updateLeases(change: LeaseChange, dataset: DatasetId | null, limit: number): Rows {
    if (dataset !== null) return change.run(dataset, limit)
    const find = () =>
      sql<RawRow>`SELECT DISTINCT dataset_id FROM sample_queue WHERE holder IS NOT NULL AND ${change.condition}`
    return dialect.lockInDatasets(limit, find, change.run)
  }

  function matchScope({ datasetId: dataset, holder, queue, sampleId: sample }: EndedLeaseScope) {
    return sql`dataset_id = ${dataset} AND sample_id = ${sample} AND holder = ${holder} AND queue = ${queueNumber(queue)}`
  }

  function matchDataset(dataset: string | null) {
    return dataset === null ? sql.literal("") : sql`dataset_id = ${dataset} AND`
  }

  function releaseChunk(dataset: DatasetId, reason: ClaimEnd) {
    return (samples: ReadonlyArray<SampleId>) =>
      Effect.flatMap(
        sql<RawRow>`UPDATE sample_queue SET ${free} WHERE dataset_id = ${dataset}
          AND ${sql.in("sample_id", samples)} AND holder IS NOT NULL RETURNING ${ended}`,
        endClaims(reason),
      )
  }
}
