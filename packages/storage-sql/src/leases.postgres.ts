/** How leases begin, go on and end on Postgres, many at a time; inside a transaction that began with the person's turn. */
import type { ClaimId, ClaimRequest, DatasetId } from "@annotary/core/effect"
import { postgres } from "./dialect/Dialect.ts"
import { claims, freed, placeNames, queueNumber } from "./rows/queue.ts"
import type { Query } from "./statements/query.ts"
import { type Asker, arrayText, type Place } from "./steps.postgres.ts"

/** Leases that are ended in one statement. */
export const expiredAtOnce = 1000

const clock = postgres.nowMillis
/** Asked for by itself the time is one value for the whole statement, and may bound a range of an index. */
const thisMoment = `(SELECT ${clock})`
/** With two bounds the planner takes the range for a short one, which it is. */
const past = `lease_until > 0 AND lease_until <= ${thisMoment}`
const columns = claims.select("q")

/** Waits for the person's turn, as `queue_turn` does. No row when the dataset is gone. */
const turnText = `SELECT pg_advisory_xact_lock(hashtextextended($1 || $2, $3)) FROM datasets
  WHERE id = $1 AND deleted_at IS NULL`

const liveText = "SELECT 1 FROM datasets WHERE id = $1 AND deleted_at IS NULL"

/** Ends what is over, and remembers it, whoever locked what is passed over. */
const expireText = `WITH freed AS (
    UPDATE sample_queue SET ${freed} WHERE dataset_id = $1 AND sample_id = ANY (ARRAY(
      SELECT sample_id FROM sample_queue WHERE dataset_id = $1 AND holder IS NOT NULL AND ${past}
      ORDER BY lease_until LIMIT ${expiredAtOnce} FOR UPDATE SKIP LOCKED))
    RETURNING claim_id, ${placeNames}),
  remembered AS (INSERT INTO ended_claims (dataset_id, claim_id, ended_at, reason)
    SELECT $1, claim_id, $2, 'expired' FROM freed ON CONFLICT DO NOTHING)
  SELECT ${placeNames} FROM freed`

const renewText = `UPDATE sample_queue q SET lease_until = ${clock} + $4
  WHERE q.dataset_id = $1 AND q.sample_id = ANY (ARRAY(
    SELECT sample_id FROM sample_queue WHERE holder = $2 AND dataset_id = $1 AND queue = $3 AND COALESCE(lease_until, 0) > ${thisMoment}
    ORDER BY claimed_at, claim_id LIMIT $5 FOR UPDATE))
  RETURNING ${columns}`

const leaseText = `UPDATE sample_queue q SET holder = $2, queue = $3, claim_id = given.claim_id, step = given.step,
    claimed_at = ${clock}, lease_until = ${clock} + $4
  FROM unnest($5::text[], $6::text[], $7::integer[]) AS given (sample_id, claim_id, step)
  WHERE q.dataset_id = $1 AND q.sample_id = given.sample_id RETURNING ${columns}`

export const turnQuery = ({ datasetId, user, queue }: Asker): Query => ({
  text: turnText,
  params: [datasetId, user, queueNumber(queue)],
})

export const liveQuery = (dataset: DatasetId): Query => ({ text: liveText, params: [dataset] })

export const expireQuery = (dataset: DatasetId, at: string): Query => ({
  text: expireText,
  params: [dataset, at],
})

export const renewQuery = ({ datasetId, user, queue, count, leaseSeconds }: ClaimRequest): Query => ({
  text: renewText,
  params: [datasetId, user, queueNumber(queue), Math.round(leaseSeconds * 1000), count],
})

export const leaseQuery = (
  { datasetId, user, queue, leaseSeconds }: ClaimRequest,
  places: ReadonlyArray<Place>,
  ids: ReadonlyArray<ClaimId>,
): Query => ({
  text: leaseText,
  params: [
    ...[datasetId, user, queueNumber(queue), Math.round(leaseSeconds * 1000)],
    arrayText(places.map(({ sample }) => sample)),
    arrayText(ids.slice(0, places.length)),
    arrayText(places.map(({ step }) => step)),
  ],
})
