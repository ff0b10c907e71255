/** The statements of claims on Postgres. Each step of a queue is one range of one partial index, read in the order of the index. */
import {
  type ClaimId,
  type ClaimRequest,
  type DatasetId,
  firstSteps,
  type QueueName,
  type QueueStep,
  type QueueStepName,
  type SampleId,
  type Username,
} from "@annotary/core/effect"
import { claims, makeRecordedFree, type Query, queueNumber, queuePositionNames } from "@annotary/storage-sql"
import { nowMillis, words } from "../dialect/words.ts"

export interface QueueScope {
  readonly datasetId: DatasetId
  readonly user: Username
  readonly queue: QueueName
}

export interface Place {
  readonly sample: SampleId
  readonly step: QueueStep
}

/** Limits the rows of the pool that are searched for labels of other users before the search goes labeler by labeler. */
export const window = 32

export const locked = "FOR UPDATE SKIP LOCKED"

export const free = "dataset_id = $1 AND holder IS NULL"
/** Rows of the reviewing pool, read along `q_rev`. */
const unassigned = `${free} AND open_step = 14`
/** The same rows along `q_open`. The subquery hides the number from the planner, which might otherwise sort rows of `q_rev`. */
const reviewersPool = `${free} AND open_step = (SELECT 14) AND open_user = ''`
/** Whether a row that is found by its key is still free; written so that it matches no partial index that the planner considers empty. */
export const isStillFree = (alias: string) => `COALESCE(${alias}.holder, '') = ''`
/** Leaves out the user's own samples, which belong to steps 1 and 2. */
const apart = "own_user IS DISTINCT FROM $2"
const inOrder = "ORDER BY np, sample_id"

/** The step that is not a range. */
export const others = "reviewing 4"

type RangeName = Exclude<QueueStepName, typeof others>

/** The rows of a step: $1 is the dataset, $2 the user. */
const ranges: Readonly<Record<RangeName, string>> = {
  "prelabeling 1": `${free} AND own_user = '' AND own_step = 21 AND $2 <> ''`,
  "prelabeling 2": `${free} AND own_user = '' AND own_step = 22 AND $2 <> ''`,
  "labeling 1": `${free} AND own_user = $2 AND own_step = 1`,
  "labeling 2": `${free} AND own_user = $2 AND own_step = 2`,
  "labeling 3": `${free} AND open_step = 3 AND open_user = $2 AND ${apart}`,
  "labeling 4": `${free} AND open_step = 4 AND open_user = '' AND ${apart}`,
  "reviewing 1": `${free} AND own_user = $2 AND own_step = 11`,
  "reviewing 2": `${free} AND own_user = $2 AND own_step = 12`,
  "reviewing 3": `${free} AND open_step = 13 AND open_user = $2 AND ${apart}`,
  "reviewing 5": `${unassigned} AND labeler = $2 AND ${apart}`,
}

export const makeRangeQuery = (
  { datasetId, user }: Pick<QueueScope, "datasetId" | "user">,
  name: RangeName,
  limit: number,
): Query => ({
  text: `SELECT sample_id FROM sample_queue WHERE ${ranges[name]} ${inOrder} LIMIT $3`,
  params: [datasetId, user, limit],
})

/** The first rows of the reviewing pool, and whether each fits the user, who does not review their own labels. */
export const makeHeadQuery = ({ datasetId, user }: QueueScope, limit: number): Query => ({
  text: `SELECT sample_id, labeler <> $2 AND ${apart} AS fits FROM sample_queue
    WHERE ${reviewersPool} ${inOrder} LIMIT $3`,
  params: [datasetId, user, limit],
})

/** Selects the first samples of each other labeler, stepping from labeler to labeler along the index. */
export const makeBestOfEachQuery = ({ datasetId, user }: QueueScope, limit: number): Query => ({
  text: `WITH RECURSIVE labelers (name) AS (
      (SELECT labeler FROM sample_queue WHERE ${unassigned} ORDER BY labeler LIMIT 1)
      UNION ALL SELECT (SELECT labeler FROM sample_queue WHERE ${unassigned} AND labeler > labelers.name ORDER BY labeler LIMIT 1)
        FROM labelers WHERE labelers.name IS NOT NULL)
    SELECT best.sample_id FROM labelers CROSS JOIN LATERAL
      (SELECT np, sample_id FROM sample_queue WHERE ${unassigned} AND labeler = labelers.name AND ${apart} ${inOrder} LIMIT $3) best
    WHERE labelers.name <> $2 ORDER BY best.np, best.sample_id LIMIT $3`,
  params: [datasetId, user, limit],
})

/** Locks those samples that are still in the reviewing pool and not the user's own. */
export const makeLockOthersQuery = (
  { datasetId, user }: QueueScope,
  samples: ReadonlyArray<SampleId>,
): Query => ({
  text: `SELECT sample_id FROM sample_queue q WHERE dataset_id = $1 AND sample_id = ANY ($3::text[])
    AND ${isStillFree("q")} AND open_step = 14 AND labeler <> $2 AND ${apart} ${locked}`,
  params: [datasetId, user, formatArray(samples)],
})

/** Selects the same samples without an order: the ranges of labelers before and after the user. */
export const makeCountOthersQuery = ({ datasetId, user }: QueueScope, limit: number): Query => {
  const selectSide = (sign: "<" | ">") =>
    `(SELECT 1 FROM sample_queue WHERE ${unassigned} AND labeler ${sign} $2 AND ${apart} ORDER BY labeler LIMIT $3)`
  return {
    text: `${selectSide("<")} UNION ALL ${selectSide(">")} LIMIT $3`,
    params: [datasetId, user, limit],
  }
}

/** An array as text, as Postgres parses it; ids need no quotes. */
const formatArray = (items: ReadonlyArray<string | number>): string => `{${items.join(",")}}`

// The common case, one sample for a user without claims, is one statement. It reads the steps in their order until one has a row,
// and locks and leases that row. A literal LIMIT 1 and one range of one index per step leave the planner no choice, so that a
// generic plan is as good as a custom one. `queue_turn` (see ddl.ts) admits one claim of a user at a time, and only if the user
// has no claims.

/** A place in the order of a range. */
export interface Mark {
  readonly at: number
  readonly id: string
}

/** The mark before all others. */
export const theStart: Mark = { at: Number.NEGATIVE_INFINITY, id: "" }

/** The marks to begin at in the user's claims, in their assigned samples, and in the pool; for models, in their two steps. */
export interface Beginnings {
  readonly held: Mark
  readonly assigned: Mark
  readonly pool: Mark
}

/** Conditions that leave out rows before a beginning. */
interface Bounds {
  readonly assigned: string
  readonly pool: string
}

/** For a dialect that keeps no hints. */
const unbounded: Bounds = { assigned: "", pool: "" }
const fromMarks: Bounds = {
  assigned: "AND (np, sample_id) >= ($5::float8, $6)",
  pool: "AND (np, sample_id) >= ($7::float8, $8)",
}

export const first = `ORDER BY np, sample_id LIMIT 1 ${locked}`

/** Steps 1 and 2 together: they are one range, because the index has the step before the priority. */
const selectOwn = (steps: string) => `SELECT sample_id, own_step % 10 AS step FROM sample_queue
  WHERE ${free} AND own_user = $2 AND ${steps} ORDER BY own_step, np, sample_id LIMIT 1 ${locked}`

const selectAssigned = (step: 3 | 13, bound: string) => `SELECT sample_id, 3 AS step FROM sample_queue
  WHERE ${free} AND open_step = ${step} AND open_user = $2 AND ${apart} ${bound} ${first}`

const selectForModels = (step: 1 | 2, bound: string) => `SELECT sample_id, ${step} AS step FROM sample_queue
  WHERE ${free} AND own_user = '' AND own_step = ${firstSteps.prelabeling + step} ${bound} ${first}`

const selectLabelingPool = (bound: string) => `SELECT sample_id, 4 AS step FROM sample_queue
  WHERE ${free} AND open_step = 4 AND open_user = '' AND ${apart} ${bound} ${first}`

/** The first rows of the pool, up to `window`; rows beyond it are left to the transaction. */
const selectReviewingPool = (bound: string) => `SELECT q.sample_id, 4 AS step FROM
    (SELECT np, sample_id FROM sample_queue WHERE ${reviewersPool} ${bound}
     ORDER BY np, sample_id LIMIT ${window}) head
  JOIN sample_queue q ON q.dataset_id = $1 AND q.sample_id = head.sample_id
  WHERE ${isStillFree("q")} AND q.open_step = 14 AND q.open_user = '' AND q.labeler <> $2 AND q.own_user IS DISTINCT FROM $2
  ORDER BY head.np, head.sample_id LIMIT 1 FOR UPDATE OF q SKIP LOCKED`

/** Locks the first row of the steps, and returns it with its step. */
const makePickText = (queue: QueueName, turn: string, { assigned, pool }: Bounds): string => {
  const branches = {
    prelabeling: [selectForModels(1, assigned), selectForModels(2, pool)],
    labeling: [selectOwn("own_step < 10"), selectAssigned(3, assigned), selectLabelingPool(pool)],
    reviewing: [selectOwn("own_step > 10"), selectAssigned(13, assigned), selectReviewingPool(pool)],
  }[queue]
  return `SELECT * FROM (${branches.map((branch) => `SELECT * FROM (${branch}) AS branch`).join(" UNION ALL ")}) AS steps
  WHERE EXISTS (SELECT 1 FROM datasets WHERE id = $1 AND deleted_at IS NULL) AND ${turn} LIMIT 1`
}

/** A statement of each queue. */
const mapQueues = (text: (queue: QueueName) => string): Readonly<Record<QueueName, string>> => ({
  prelabeling: text("prelabeling"),
  labeling: text("labeling"),
  reviewing: text("reviewing"),
})

const pickTexts = mapQueues((queue) =>
  makePickText(
    queue,
    `NOT EXISTS (SELECT 1 FROM sample_queue mine
      WHERE mine.holder = $2 AND mine.dataset_id = $1 AND mine.queue = ${queueNumber(queue)})`,
    unbounded,
  ),
)

/** Locks and returns the next place of a user who has no claim, without a lease. */
export const makePickQuery = ({ datasetId, queue, user }: QueueScope): Query => ({
  text: pickTexts[queue],
  params: [datasetId, user],
})

// $9 is a time before the user's last claim.
const nextTexts = mapQueues(
  (
    queue,
  ) => `WITH pick AS MATERIALIZED (${makePickText(queue, `(SELECT queue_turn($1, $2, ${queueNumber(queue)}, $9))`, fromMarks)})
  UPDATE sample_queue q SET holder = $2, claim_id = $3, queue = ${queueNumber(queue)}, step = pick.step,
    claimed_at = ${nowMillis}, lease_until = ${nowMillis} + $4
  FROM pick WHERE q.dataset_id = $1 AND q.sample_id = pick.sample_id RETURNING ${claims.select("q")}, q.np AS "np"`,
)

const wholeRanges: Beginnings = { held: theStart, assigned: theStart, pool: theStart }

/** Returns the claim and `np`. No row when nothing waits, when the user has a claim, or when the dataset is gone. */
export const makeClaimNextQuery = (
  { datasetId, user, queue, leaseSeconds }: ClaimRequest,
  id: ClaimId,
  from: Beginnings = wholeRanges,
): Query => ({
  text: nextTexts[queue],
  params: [
    ...[datasetId, user, id, Math.round(leaseSeconds * 1000)],
    ...[from.assigned.at, from.assigned.id, from.pool.at, from.pool.id],
    Math.max(from.held.at, 0),
  ],
})

// The other cases begin, renew and expire many leases, inside a transaction that began with the user's turn.

/** The most leases that one statement expires. */
export const maxExpired = 1000

/** In a subquery the time is one value for the whole statement, which can bound a range of an index. */
const thisMoment = `(SELECT ${nowMillis})`
/** With two bounds the planner assumes correctly that the range is short. */
const past = `lease_until > 0 AND lease_until <= ${thisMoment}`
const columns = claims.select("q")

/** Waits for the user's turn, with the lock of `queue_turn`. No row when the dataset is gone. */
const turnText = `SELECT pg_advisory_xact_lock(hashtextextended($1 || $2, $3)) FROM datasets
  WHERE id = $1 AND deleted_at IS NULL`

const liveText = "SELECT 1 FROM datasets WHERE id = $1 AND deleted_at IS NULL"

/** Expires leases and records their ends; rows that others have locked are skipped. */
const expireText = `WITH freed AS (
    UPDATE sample_queue SET ${makeRecordedFree({ least: words.least, nowMillis })} WHERE dataset_id = $1 AND sample_id = ANY (ARRAY(
      SELECT sample_id FROM sample_queue WHERE dataset_id = $1 AND holder IS NOT NULL AND ${past}
      ORDER BY lease_until LIMIT ${maxExpired} FOR UPDATE SKIP LOCKED))
    RETURNING claim_id, ended_user, ended_queue, ended_from, ended_until, ${queuePositionNames}),
  remembered AS (INSERT INTO ended_claims (dataset_id, claim_id, ended_at, reason, sample_id, holder, queue, lease_from, lease_until)
    SELECT $1, claim_id, $2, 'expired', sample_id, ended_user, ended_queue, ended_from, ended_until FROM freed ON CONFLICT DO NOTHING)
  SELECT ${queuePositionNames} FROM freed`

const isOwn = `holder = $2 AND dataset_id = $1 AND queue = $3 AND COALESCE(lease_until, 0) > ${thisMoment}`

/** Renews the oldest claims. Locks their rows in the order of the samples, as others do, so that they cannot deadlock. */
const renewText = `UPDATE sample_queue q SET lease_until = ${nowMillis} + $4
  WHERE q.dataset_id = $1 AND q.sample_id = ANY (ARRAY(
    SELECT sample_id FROM sample_queue WHERE ${isOwn} AND sample_id = ANY (ARRAY(
      SELECT sample_id FROM sample_queue WHERE ${isOwn} ORDER BY claimed_at, claim_id LIMIT $5))
    ORDER BY sample_id FOR UPDATE))
  RETURNING ${columns}`

const leaseText = `UPDATE sample_queue q SET holder = $2, queue = $3, claim_id = given.claim_id, step = given.step,
    claimed_at = ${nowMillis}, lease_until = ${nowMillis} + $4
  FROM unnest($5::text[], $6::text[], $7::integer[]) AS given (sample_id, claim_id, step)
  WHERE q.dataset_id = $1 AND q.sample_id = given.sample_id RETURNING ${columns}`

export const makeTurnQuery = ({ datasetId, user, queue }: QueueScope): Query => ({
  text: turnText,
  params: [datasetId, user, queueNumber(queue)],
})

export const makeLiveQuery = (dataset: DatasetId): Query => ({ text: liveText, params: [dataset] })

export const makeExpireQuery = (dataset: DatasetId, at: string): Query => ({
  text: expireText,
  params: [dataset, at],
})

export const makeRenewQuery = ({ datasetId, user, queue, count, leaseSeconds }: ClaimRequest): Query => ({
  text: renewText,
  params: [datasetId, user, queueNumber(queue), Math.round(leaseSeconds * 1000), count],
})

export const makeLeaseQuery = (
  { datasetId, user, queue, leaseSeconds }: ClaimRequest,
  places: ReadonlyArray<Place>,
  ids: ReadonlyArray<ClaimId>,
): Query => ({
  text: leaseText,
  params: [
    ...[datasetId, user, queueNumber(queue), Math.round(leaseSeconds * 1000)],
    formatArray(places.map(({ sample }) => sample)),
    formatArray(ids.slice(0, places.length)),
    formatArray(places.map(({ step }) => step)),
  ],
})
