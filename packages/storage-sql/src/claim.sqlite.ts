/**
 * Claiming on SQLite: one transaction that has the write lock from its first statement, and in it one short range of one
 * partial index a step. Whatever a step finds is leased before the next one looks, so no sample is found twice. B-trees
 * delete in place here, so the first row of a range is always near and no hints are needed.
 */
import type { Claim, ClaimId, ClaimRequest, DatasetId, QueueStep, SampleId } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect, Option } from "effect"
import { type RawRow, toNumber } from "./columns.ts"
import type { DatabaseShape } from "./Database.ts"
import { sqlite } from "./Dialect.ts"
import type { Query, Run } from "./query.ts"
import { claimNames, claims, freed, queueNumber } from "./rows/queue.ts"
import { all, count as countOf } from "./rows/results.ts"
import {
  type Asker,
  countStep,
  type Place,
  pickStep,
  rangeQuery,
  stepsToClaim,
  stepsToShow,
} from "./steps.sqlite.ts"
import { endedNames, type Remember } from "./stores/claimEnds.ts"
import type { ClaimQueries, View, ViewRequest } from "./stores/claimQueries.ts"

/** Leases that are ended in one statement before a claim looks. */
const expiredAtOnce = 1000

const now = sqlite.nowMillis
const live = "SELECT 1 FROM datasets WHERE id = ? AND deleted_at IS NULL"

const heldText =
  "SELECT 1 FROM sample_queue INDEXED BY q_held WHERE holder = ? AND dataset_id = ? AND queue = ?"

/** No row when the dataset is gone; else whether there is anything to expire, of one's own, or assigned to one. */
const lookText = `SELECT
    EXISTS (SELECT 1 FROM sample_queue INDEXED BY q_lease
      WHERE dataset_id = ? AND holder IS NOT NULL AND lease_until <= ${now}) AS expired,
    EXISTS (SELECT 1 FROM sample_queue INDEXED BY q_own
      WHERE dataset_id = ? AND own_user = ? AND own_step > ? AND own_step < ? AND holder IS NULL) AS own,
    EXISTS (SELECT 1 FROM sample_queue INDEXED BY q_open
      WHERE dataset_id = ? AND open_step = ? AND open_user = ? AND holder IS NULL) AS mine
  FROM datasets WHERE id = ? AND deleted_at IS NULL`

export const lookQuery = ({ datasetId, user, queue }: Asker): Query => {
  const base = queue === "labeling" ? 0 : 10
  const own = [datasetId, user, base, base + 10]
  const mine = [datasetId, base + 3, user]
  return { text: lookText, params: [datasetId, ...own, ...mine, datasetId] }
}

/** Leases the first sample of a range where it stands, in one statement, to somebody who holds none. */
export const leaseFirstQuery = (ask: ClaimRequest, step: "own" | 3 | 4, id: ClaimId): Query => {
  const { datasetId, user, queue, leaseSeconds } = ask
  const range = rangeQuery(ask, step, 1, false)
  const stored = step === "own" ? (queue === "labeling" ? "own_step" : "own_step - 10") : String(step)
  return {
    text: `UPDATE sample_queue SET holder = ?, claim_id = ?, queue = ?, step = ${stored}, claimed_at = ${now},
        lease_until = ${now} + ? WHERE dataset_id = ? AND sample_id = (SELECT sample_id FROM (${range.text}))
        AND NOT EXISTS (${heldText}) RETURNING ${claimNames}`,
    params: [
      ...[user, id, queueNumber(queue), millis(leaseSeconds), datasetId],
      ...[...range.params, user, datasetId, queueNumber(queue)],
    ],
  }
}

export const expireText = `UPDATE sample_queue SET ${freed} WHERE (dataset_id, sample_id) IN
  (SELECT dataset_id, sample_id FROM sample_queue INDEXED BY q_lease
   WHERE dataset_id = ? AND holder IS NOT NULL AND lease_until <= ${now}
   LIMIT ${expiredAtOnce}) RETURNING ${endedNames}`

export const renewText = `UPDATE sample_queue SET lease_until = ${now} + ? WHERE (dataset_id, sample_id) IN
  (SELECT dataset_id, sample_id FROM sample_queue INDEXED BY q_held WHERE holder = ? AND dataset_id = ? AND queue = ?
   ORDER BY claimed_at, claim_id LIMIT ?) RETURNING ${claimNames}`

export const leaseText = `UPDATE sample_queue SET holder = ?, claim_id = ?, queue = ?, step = ?,
  claimed_at = ${now}, lease_until = ${now} + ? WHERE dataset_id = ? AND sample_id = ? RETURNING ${claimNames}`

export const sqliteClaims = (direct: DatabaseShape["direct"], remember: Remember): ClaimQueries => {
  return {
    quick: (ask) => (ask.count === 1 ? direct((run) => quick(run, ask)) : Effect.succeedNone),
    claim: (ask) => direct((run) => claim(run, ask, expire(run, remember, ask.datasetId))),
    view: (ask) => direct((run) => Effect.zipRight(expire(run, remember, ask.datasetId), view(run, ask))),
  }
}

type Found = Effect.Effect<ReadonlyArray<Claim>, SqlError.SqlError>

/**
 * One sample for somebody who holds none, where nothing has expired: a look, and an update that picks what it leases. Each
 * is atomic by itself; when the second finds nothing, for whatever reason, the long way is gone. The reviewing pool has its
 * own ways.
 */
const quick = (
  run: Run,
  ask: ClaimRequest,
): Effect.Effect<Option.Option<ReadonlyArray<Claim>>, SqlError.SqlError> =>
  Effect.gen(function* () {
    const probe = (yield* run(lookQuery(ask)))[0]
    const id = ask.ids[0]
    if (probe === undefined || id === undefined) return Option.some([])
    if (isSet(probe, "expired")) return Option.none()
    const step = isSet(probe, "own") ? "own" : isSet(probe, "mine") ? 3 : 4
    if (step === 4 && ask.queue === "reviewing") return Option.none()
    const given = all(claims.decode)(yield* run(leaseFirstQuery(ask, step, id)))
    return given.length > 0 ? Option.some(given) : Option.none()
  })

const claim = (run: Run, ask: ClaimRequest, expire: Effect.Effect<void, SqlError.SqlError>): Found =>
  Effect.gen(function* () {
    const probe = (yield* run(lookQuery(ask)))[0]
    if (probe === undefined) return []
    const expired = isSet(probe, "expired")
    if (expired) yield* expire
    const given: Array<Claim> = [...(yield* renew(run, ask))]
    let next = 0
    for (const step of stepsToClaim(ask.queue)) {
      if (given.length === ask.count) break
      // What has just expired may be in any step.
      if (!expired && ((step === "own" && !isSet(probe, "own")) || (step === 3 && !isSet(probe, "mine"))))
        continue
      for (const place of yield* pickStep(run, ask, step, ask.count - given.length, false)) {
        const id = ask.ids[next++]
        if (id === undefined) return given
        given.push(...(yield* lease(run, ask, place, id)))
      }
    }
    return given
  })

const expire = (run: Run, remember: Remember, dataset: DatasetId): Effect.Effect<void, SqlError.SqlError> =>
  run({ text: expireText, params: [dataset] }).pipe(
    Effect.flatMap(remember),
    Effect.flatMap((freed) => (freed < expiredAtOnce ? Effect.void : expire(run, remember, dataset))),
  )

const renew = (run: Run, { datasetId, user, queue, count, leaseSeconds }: ClaimRequest): Found => {
  const params = [millis(leaseSeconds), user, datasetId, queueNumber(queue), count]
  return Effect.map(run({ text: renewText, params }), (rows) => all(claims.decode)(rows).toSorted(byAge))
}

const lease = (
  run: Run,
  { datasetId, user, queue, leaseSeconds }: ClaimRequest,
  { sample, step }: Place,
  id: ClaimId,
): Found => {
  const params = [user, id, queueNumber(queue), step, millis(leaseSeconds), datasetId, sample]
  return Effect.map(run({ text: leaseText, params }), all(claims.decode))
}

const view = (run: Run, ask: ViewRequest): Effect.Effect<View, SqlError.SqlError> =>
  Effect.gen(function* () {
    const living = (yield* run({ text: live, params: [ask.datasetId] })).length > 0
    const views: Array<View[number]> = []
    for (const step of stepsToShow(ask.queue)) {
      const places = living ? yield* pickStep(run, ask, step, ask.limit, true) : []
      const waiting = living ? countOf(yield* countStep(run, ask, step, ask.cap + 1)) : 0
      views.push(
        viewOf(
          step,
          places.map((place) => place.sample),
          waiting,
          ask.cap,
        ),
      )
    }
    return views
  })

const isSet = (probe: RawRow, flag: string): boolean => toNumber(flag, probe[flag]) !== 0

const millis = (seconds: number): number => Math.round(seconds * 1000)

const viewOf = (
  step: QueueStep,
  samples: ReadonlyArray<SampleId>,
  found: number,
  cap: number,
): View[number] => ({
  step,
  waiting: Math.min(found, cap),
  capped: found > cap,
  samples,
})

const byAge = (a: Claim, b: Claim): number =>
  a.claimedAt === b.claimedAt ? (a.id < b.id ? -1 : 1) : a.claimedAt < b.claimedAt ? -1 : 1
