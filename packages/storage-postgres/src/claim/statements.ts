/**
 * The statements of the claim on Postgres. Each step of a queue is one range of one partial index, read in the index's own
 * order.
 */
import type {
  ClaimId,
  ClaimRequest,
  DatasetId,
  QueueName,
  QueueStep,
  SampleId,
  Username,
} from "@annotary/core/effect"
import { claims, freed, placeNames, type Query, queueNumber } from "@annotary/storage-sql"
import { nowMillis } from "../dialect/words.ts"
import { type Mark, theStart } from "./queueHints.ts"

export interface QueueScope {
  readonly datasetId: DatasetId
  readonly user: Username
  readonly queue: QueueName
}

export interface Place {
  readonly sample: SampleId
  readonly step: QueueStep
}

/** How far into the pool "not labeled by me" is looked for before the labelers are gone through one by one. */
export const window = 32

export const locked = "FOR UPDATE SKIP LOCKED"

const free = "dataset_id = $1 AND holder IS NULL"
/** Along `q_rev`. */
const unassigned = `${free} AND open_step = 14`
/** The same along `q_open`: with the number seen the planner may take `q_rev` and sort, when it thinks that little is in it. */
export const reviewersPool = `${free} AND open_step = (SELECT 14) AND open_user = ''`
/** Still free, of a row that is found by its key: said so that no partial index has it, whichever the planner thinks is empty. */
export const stillFree = (alias: string) => `COALESCE(${alias}.holder, '') = ''`
/** What is the person's own comes at its own step. */
const apart = "own_user IS DISTINCT FROM $2"
const inOrder = "ORDER BY np, sample_id"

/** The rows of a step: $1 is the dataset, $2 the person. Step 4 of reviewing is no range. */
const ranges: Readonly<Record<string, string>> = {
  "labeling 1": `${free} AND own_user = $2 AND own_step = 1`,
  "labeling 2": `${free} AND own_user = $2 AND own_step = 2`,
  "labeling 3": `${free} AND open_step = 3 AND open_user = $2 AND ${apart}`,
  "labeling 4": `${free} AND open_step = 4 AND open_user = '' AND ${apart}`,
  "reviewing 1": `${free} AND own_user = $2 AND own_step = 11`,
  "reviewing 2": `${free} AND own_user = $2 AND own_step = 12`,
  "reviewing 3": `${free} AND open_step = 13 AND open_user = $2 AND ${apart}`,
  "reviewing 5": `${unassigned} AND labeler = $2 AND ${apart}`,
}

export const rangeQuery = (
  { datasetId, user, queue }: QueueScope,
  step: QueueStep,
  limit: number,
): Query => ({
  text: `SELECT sample_id FROM sample_queue WHERE ${ranges[`${queue} ${step}`]} ${inOrder} LIMIT $3`,
  params: [datasetId, user, limit],
})

/** The pool of the reviewers as far as the window goes, and how much of it is there; labels of the person's own count as there. */
export const headQuery = ({ datasetId, user }: QueueScope, limit: number): Query => ({
  text: `SELECT sample_id, labeler <> $2 AND ${apart} AS fits FROM sample_queue
    WHERE ${reviewersPool} ${inOrder} LIMIT $3`,
  params: [datasetId, user, limit],
})

/** Jumps from labeler to labeler along the index and takes the first samples of each. */
export const bestOfEachQuery = ({ datasetId, user }: QueueScope, limit: number): Query => ({
  text: `WITH RECURSIVE labelers (name) AS (
      (SELECT labeler FROM sample_queue WHERE ${unassigned} ORDER BY labeler LIMIT 1)
      UNION ALL SELECT (SELECT labeler FROM sample_queue WHERE ${unassigned} AND labeler > labelers.name ORDER BY labeler LIMIT 1)
        FROM labelers WHERE labelers.name IS NOT NULL)
    SELECT best.sample_id FROM labelers CROSS JOIN LATERAL
      (SELECT np, sample_id FROM sample_queue WHERE ${unassigned} AND labeler = labelers.name AND ${apart} ${inOrder} LIMIT $3) best
    WHERE labelers.name <> $2 ORDER BY best.np, best.sample_id LIMIT $3`,
  params: [datasetId, user, limit],
})

/** Locks those of these samples that still are in the reviewers' pool and not the person's own. */
export const lockOthersQuery = (
  { datasetId, user }: QueueScope,
  samples: ReadonlyArray<SampleId>,
): Query => ({
  text: `SELECT sample_id FROM sample_queue q WHERE dataset_id = $1 AND sample_id = ANY ($3::text[])
    AND ${stillFree("q")} AND open_step = 14 AND labeler <> $2 AND ${apart} ${locked}`,
  params: [datasetId, user, arrayText(samples)],
})

/** The same samples in no order: what stands before and after the person's own range of labelers. */
export const countOthersQuery = ({ datasetId, user }: QueueScope, limit: number): Query => {
  const side = (sign: "<" | ">") =>
    `(SELECT 1 FROM sample_queue WHERE ${unassigned} AND labeler ${sign} $2 AND ${apart} ORDER BY labeler LIMIT $3)`
  return { text: `${side("<")} UNION ALL ${side(">")} LIMIT $3`, params: [datasetId, user, limit] }
}

/** As Postgres reads an array out of text; ids need no quotes. */
export const arrayText = (items: ReadonlyArray<string | number>): string => `{${items.join(",")}}`

// The common case: one sample for somebody who holds none, in one statement. The first row of the steps in their order is locked
// and leased where it stands. The steps are read one after the other and only until one has a row. A literal LIMIT 1 and one range
// of one index a step leave the planner nothing to choose, so that a plan for any values is as good as one for these. `queue_turn`
// (see ddl.ts) lets one claim of a person in at a time, and then only if they hold nothing.

/** Where to begin: among what the person holds, their assigned samples, and the pool. */
export interface Beginnings {
  readonly held: Mark
  readonly assigned: Mark
  readonly pool: Mark
}

const fromMine = "(np, sample_id) >= ($5::float8, $6)"
const fromPool = "(np, sample_id) >= ($7::float8, $8)"
const first = `ORDER BY np, sample_id LIMIT 1 ${locked}`

/** Steps 1 and 2 at once: they are one range, because the step stands before the priority. */
const own = (steps: string) => `SELECT sample_id, own_step % 10 AS step FROM sample_queue
  WHERE ${free} AND own_user = $2 AND ${steps} ORDER BY own_step, np, sample_id LIMIT 1 ${locked}`

const mine = (step: 3 | 13) => `SELECT sample_id, 3 AS step FROM sample_queue
  WHERE ${free} AND open_step = ${step} AND open_user = $2 AND ${apart} AND ${fromMine} ${first}`

const labelingPool = `SELECT sample_id, 4 AS step FROM sample_queue
  WHERE ${free} AND open_step = 4 AND open_user = '' AND ${apart} AND ${fromPool} ${first}`

/** As far as the window goes; what is beyond it, and what the person labeled, is left to the transaction. */
const reviewingPool = `SELECT q.sample_id, 4 AS step FROM
    (SELECT np, sample_id FROM sample_queue WHERE ${reviewersPool} AND ${fromPool}
     ORDER BY np, sample_id LIMIT ${window}) head
  JOIN sample_queue q ON q.dataset_id = $1 AND q.sample_id = head.sample_id
  WHERE ${stillFree("q")} AND q.open_step = 14 AND q.open_user = '' AND q.labeler <> $2 AND q.own_user IS DISTINCT FROM $2
  ORDER BY head.np, head.sample_id LIMIT 1 FOR UPDATE OF q SKIP LOCKED`

const textOf = (queue: QueueName, branches: ReadonlyArray<string>): string => `WITH pick AS MATERIALIZED (
  SELECT * FROM (${branches.map((branch) => `SELECT * FROM (${branch}) AS branch`).join(" UNION ALL ")}) AS steps
  WHERE EXISTS (SELECT 1 FROM datasets WHERE id = $1 AND deleted_at IS NULL)
    AND (SELECT queue_turn($1, $2, ${queueNumber(queue)}, $9)) LIMIT 1)
  UPDATE sample_queue q SET holder = $2, claim_id = $3, queue = ${queueNumber(queue)}, step = pick.step,
    claimed_at = ${nowMillis}, lease_until = ${nowMillis} + $4
  FROM pick WHERE q.dataset_id = $1 AND q.sample_id = pick.sample_id RETURNING ${claims.select("q")}, q.np AS "np"`

const texts: Readonly<Record<QueueName, string>> = {
  labeling: textOf("labeling", [own("own_step < 10"), mine(3), labelingPool]),
  reviewing: textOf("reviewing", [own("own_step > 10"), mine(13), reviewingPool]),
}

/** Answers the claim, and `np`. No row: there is nothing, or they hold something, or the dataset is gone. */
export const claimNextQuery = (
  { datasetId, user, queue, leaseSeconds }: ClaimRequest,
  id: ClaimId,
  { held, assigned, pool }: Beginnings = { held: theStart, assigned: theStart, pool: theStart },
): Query => ({
  text: texts[queue],
  params: [
    ...[datasetId, user, id, Math.round(leaseSeconds * 1000)],
    ...[assigned.at, assigned.id, pool.at, pool.id],
    Math.max(held.at, 0),
  ],
})

// Leases that begin, continue and end, many at a time; inside a transaction that began with the person's turn.

/** Leases that are ended in one statement. */
export const expiredAtOnce = 1000

/** In a subquery the time is one value for the whole statement, and may bound a range of an index. */
const thisMoment = `(SELECT ${nowMillis})`
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

const renewText = `UPDATE sample_queue q SET lease_until = ${nowMillis} + $4
  WHERE q.dataset_id = $1 AND q.sample_id = ANY (ARRAY(
    SELECT sample_id FROM sample_queue WHERE holder = $2 AND dataset_id = $1 AND queue = $3 AND COALESCE(lease_until, 0) > ${thisMoment}
    ORDER BY claimed_at, claim_id LIMIT $5 FOR UPDATE))
  RETURNING ${columns}`

const leaseText = `UPDATE sample_queue q SET holder = $2, queue = $3, claim_id = given.claim_id, step = given.step,
    claimed_at = ${nowMillis}, lease_until = ${nowMillis} + $4
  FROM unnest($5::text[], $6::text[], $7::integer[]) AS given (sample_id, claim_id, step)
  WHERE q.dataset_id = $1 AND q.sample_id = given.sample_id RETURNING ${columns}`

export const turnQuery = ({ datasetId, user, queue }: QueueScope): Query => ({
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
