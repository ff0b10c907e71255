/**
 * The statement that claims the next sample of several users to label, each of whom has no claim. It costs little more than that of
 * one user, because its plan is started, and its commit is written to the disk, once for all of them.
 */
import type { ClaimId, ClaimRequest } from "@annotary/core/effect"
import { claims, type ListQuery } from "@annotary/storage-sql"
import { nowMillis } from "../dialect/words.ts"
import { type Beginnings, first, free, isStillFree, locked } from "./statements.ts"

/** The request of one of the users. */
export interface Requested {
  readonly request: ClaimRequest
  readonly id: ClaimId
  readonly from: Beginnings
}

/** The most users of one statement. */
export const maxTogether = 32

/** Limits the rows of the pool that are searched: others may have locked some. */
const searched = 2 * maxTogether

/** Steps 1 to 3, each of which is a range, as in the statement of one user. */
const near = `SELECT * FROM (SELECT sample_id, own_step % 10 AS step FROM sample_queue
    WHERE ${free} AND own_user = person AND own_step < 10 ORDER BY own_step, np, sample_id LIMIT 1 ${locked}) AS own
  UNION ALL SELECT * FROM (SELECT sample_id, 3 FROM sample_queue
    WHERE ${free} AND open_step = 3 AND open_user = person AND own_user IS DISTINCT FROM person
      AND (np, sample_id) >= (mine_at, mine_id) ${first}) AS mine
  LIMIT 1`

/** As many rows of the pool as users who have found none so far. The literal limit shows the planner that they are few. */
const pool = `SELECT q.sample_id, head.np FROM
    (SELECT np, sample_id FROM sample_queue WHERE ${free} AND open_step = 4 AND open_user = '' AND (np, sample_id) >= ($8::float8, $9)
     ORDER BY np, sample_id LIMIT ${searched}) AS head
  JOIN sample_queue q ON q.dataset_id = $1 AND q.sample_id = head.sample_id
  WHERE ${isStillFree("q")} AND q.open_step = 4 AND q.open_user = '' AND COALESCE(q.own_user, '') <> ALL ($2::text[])
  ORDER BY head.np, head.sample_id LIMIT (SELECT COUNT(*) FROM near WHERE sample_id IS NULL) FOR UPDATE OF q SKIP LOCKED`

const text = `WITH requests AS MATERIALIZED (
    SELECT * FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::float8[], $7::text[])
      WITH ORDINALITY AS given (person, claim, lease, since, mine_at, mine_id, place)
    WHERE EXISTS (SELECT 1 FROM datasets WHERE id = $1 AND deleted_at IS NULL) AND queue_turn($1, person, 1, since)),
  near AS MATERIALIZED (
    SELECT person, claim, lease, place, sample_id, step FROM requests LEFT JOIN LATERAL (${near}) AS theirs ON true),
  pool AS MATERIALIZED (${pool}),
  picked AS MATERIALIZED (
    SELECT person, claim, lease, sample_id, step FROM near WHERE sample_id IS NOT NULL
    UNION ALL SELECT person, claim, lease, found.sample_id, 4
      FROM (SELECT *, row_number() OVER (ORDER BY place) AS nth FROM near WHERE sample_id IS NULL) AS waiting
      JOIN (SELECT *, row_number() OVER (ORDER BY np, sample_id) AS nth FROM pool) AS found USING (nth))
  UPDATE sample_queue q SET holder = person, claim_id = claim, queue = 1, step = picked.step,
    claimed_at = ${nowMillis}, lease_until = ${nowMillis} + lease
  FROM picked WHERE q.dataset_id = $1 AND q.sample_id = picked.sample_id RETURNING ${claims.select("q")}, q.np AS "np"`

/**
 * Claims for requests of one dataset, each of another user. Returns the claims and `np`, in no order. No row for a user for whom
 * nothing waits or who has a claim, and for one of two users who both found the same sample.
 */
export const makeClaimTogetherQuery = (
  requested: readonly [Requested, ...ReadonlyArray<Requested>],
): ListQuery => {
  const [{ from, request }] = requested
  return {
    text,
    params: [
      request.datasetId,
      requested.map((each) => each.request.user),
      requested.map(({ id }) => id),
      requested.map((each) => Math.round(each.request.leaseSeconds * 1000)),
      requested.map((each) => Math.max(each.from.held.at, 0)),
      requested.map((each) => each.from.assigned.at),
      requested.map((each) => each.from.assigned.id),
      // The first reading of a range is the one that begins at its start when that is due.
      from.pool.at,
      from.pool.id,
    ],
  }
}
