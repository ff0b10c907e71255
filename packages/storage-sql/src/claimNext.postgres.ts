/**
 * The plain case on Postgres, one sample for somebody who holds none, in one statement: the first row of the steps in their
 * order is locked and leased where it stands. The steps are read one after the other and only until one has a row. A literal
 * LIMIT 1 and one range of one index a step leave the planner nothing to choose, so that a plan for any values is as good as
 * one for these.
 *
 * `queue_turn` (see the migration of the queue) lets one claim of a person in at a time, and then only if they hold nothing.
 */
import type { ClaimId, ClaimRequest, QueueName } from "@annotary/core/effect"
import { postgres } from "./dialect/Dialect.ts"
import { type Mark, theStart } from "./queueHints.ts"
import { claims, queueNumber } from "./rows/queue.ts"
import type { Query } from "./statements/query.ts"
import { locked, reviewersPool, stillFree, window } from "./steps.postgres.ts"

/** Where to begin: among what the person holds, their assigned samples, and the pool. */
export interface Beginnings {
  readonly held: Mark
  readonly assigned: Mark
  readonly pool: Mark
}

const now = postgres.nowMillis
const free = "dataset_id = $1 AND holder IS NULL"
const apart = "own_user IS DISTINCT FROM $2"
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

/** As far as the window goes; what is beyond it, and what the person labeled, is left to the long way. */
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
    claimed_at = ${now}, lease_until = ${now} + $4
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
