/**
 * Claims on SQLite. The common case, one sample to label, is one statement that picks and leases a row. Every other case is one
 * transaction, which has the write lock from its first statement and reads one short range of a partial index per step. The
 * rows of a step are leased before the next step is read, so that no sample is found twice. SQLite deletes index entries in
 * place, so the first row of a range is always near its start and no hints are needed.
 */
import {
  type Claim,
  type ClaimId,
  type ClaimRequest,
  type DatasetId,
  firstSteps,
  type QueueStep,
  queueSteps,
  type SampleId,
} from "@annotary/core/effect"
import {
  type ClaimOperations,
  claimNames,
  claims,
  decodeAll,
  decodeFirst,
  endedNames,
  isCounted,
  makeRecordedFree,
  type Query,
  queueNumber,
  type RawRow,
  type RecordEndedClaims,
  type Run,
  readCount,
  recordEndedClaims,
  type Statements,
  toNumber,
  type View,
  type ViewRequest,
} from "@annotary/storage-sql"
import type { SqlError } from "@effect/sql"
import { Effect, Option } from "effect"
import { nowMillis, words } from "../dialect/words.ts"
import { makeFirstOverlapQuery } from "./firstOverlap.ts"
import { countStep, firstToLabel, type Place, pickStep, type QueueScope, stepsToClaim } from "./steps.ts"

/** The most leases that one statement expires. */
const maxExpired = 1000

const live = "SELECT 1 FROM datasets WHERE id = ? AND deleted_at IS NULL"

const heldText =
  "SELECT 1 FROM sample_queue INDEXED BY q_held WHERE holder = ? AND dataset_id = ? AND queue = ?"

const pastText = `SELECT 1 FROM sample_queue INDEXED BY q_lease
  WHERE dataset_id = ? AND holder IS NOT NULL AND lease_until <= ${nowMillis}`

/** No row when the dataset is gone; else whether there are expired leases, own samples and assigned samples. */
const lookText = `SELECT
    EXISTS (${pastText}) AS expired,
    EXISTS (SELECT 1 FROM sample_queue INDEXED BY q_own
      WHERE dataset_id = ? AND own_user = ? AND own_step > ? AND own_step < ? AND holder IS NULL) AS own,
    EXISTS (SELECT 1 FROM sample_queue INDEXED BY q_open
      WHERE dataset_id = ? AND open_step = ? AND open_user = ? AND holder IS NULL) AS mine
  FROM datasets WHERE id = ? AND deleted_at IS NULL`

export const makeLookQuery = ({ datasetId, user, queue }: QueueScope): Query => {
  const base = firstSteps[queue]
  const own = [datasetId, queue === "prelabeling" ? "" : user, base, base + 10]
  const mine = [datasetId, base + 3, user]
  return { text: lookText, params: [datasetId, ...own, ...mine, datasetId] }
}

const leaseNextText = `UPDATE sample_queue SET holder = ?, claim_id = ?, queue = 1, claimed_at = ${nowMillis},
    lease_until = ${nowMillis} + ?, step = CASE WHEN own_user = ? AND own_step < 10 THEN own_step WHEN open_user = ? THEN 3 ELSE 4 END
  WHERE dataset_id = ? AND sample_id = COALESCE(${firstToLabel.map((text) => `(${text})`).join(", ")})
    AND EXISTS (${live}) AND NOT EXISTS (${pastText}) AND NOT EXISTS (${heldText}) RETURNING ${claimNames}`

/**
 * Leases the next sample of the labeling queue in one statement, if the user has no claim and no lease has expired. No row when
 * nothing waits or a condition is not met.
 */
export const makeLeaseNextQuery = ({ datasetId, user, leaseSeconds }: ClaimRequest, id: ClaimId): Query => ({
  text: leaseNextText,
  params: [
    ...[user, id, toMillis(leaseSeconds), user, user, datasetId],
    ...[datasetId, user, datasetId, user, datasetId],
    ...[datasetId, datasetId, user, datasetId, 1],
  ],
})

export const expireText = `UPDATE sample_queue SET ${makeRecordedFree(words)} WHERE (dataset_id, sample_id) IN
  (SELECT dataset_id, sample_id FROM sample_queue INDEXED BY q_lease
   WHERE dataset_id = ? AND holder IS NOT NULL AND lease_until <= ${nowMillis}
   LIMIT ${maxExpired}) RETURNING ${endedNames}`

const renewOldestText = `UPDATE sample_queue SET lease_until = ${nowMillis} + ? WHERE dataset_id = ? AND sample_id =
    (SELECT sample_id FROM sample_queue INDEXED BY q_held WHERE holder = ? AND dataset_id = ? AND queue = ?
     ORDER BY claimed_at, claim_id LIMIT 1)
  AND EXISTS (${live}) AND NOT EXISTS (${pastText}) RETURNING ${claimNames}`

/** Renews the user's oldest claim in one statement, if no lease has expired. No row when there is no claim or a condition is not met. */
export const makeRenewOldestQuery = ({ datasetId, leaseSeconds, queue, user }: ClaimRequest): Query => ({
  text: renewOldestText,
  params: [
    ...[toMillis(leaseSeconds), datasetId, user, datasetId, queueNumber(queue)],
    ...[datasetId, datasetId],
  ],
})

export const renewText = `UPDATE sample_queue SET lease_until = ${nowMillis} + ? WHERE (dataset_id, sample_id) IN
  (SELECT dataset_id, sample_id FROM sample_queue INDEXED BY q_held WHERE holder = ? AND dataset_id = ? AND queue = ?
   ORDER BY claimed_at, claim_id LIMIT CAST(? AS BIGINT)) RETURNING ${claimNames}`

export const leaseText = `UPDATE sample_queue SET holder = ?, claim_id = ?, queue = ?, step = ?,
  claimed_at = ${nowMillis}, lease_until = ${nowMillis} + ? WHERE dataset_id = ? AND sample_id = ? RETURNING ${claimNames}`

export const makeSqliteClaims = ({ run, sql }: Pick<Statements, "run" | "sql">): ClaimOperations => {
  const remember = recordEndedClaims(sql)
  return {
    quick: (request) => claimQuickly(run, request),
    claim: (request) => claim(run, request, expire(run, remember, request.datasetId)),
    takeTurn: ({ datasetId }, claim) =>
      Effect.flatMap(run({ text: live, params: [datasetId] }), (rows) =>
        rows.length === 0 ? Effect.succeedNone : claim,
      ),
    view: (request) => Effect.zipRight(expire(run, remember, request.datasetId), view(run, request)),
    leaseFirstOverlap: (request) =>
      Effect.map(run(makeFirstOverlapQuery(request)), decodeFirst(claims.decode)),
    usesMoved: false,
    moved: () => Effect.void,
  }
}

type Found = Effect.Effect<ReadonlyArray<Claim>, SqlError.SqlError>

/** Claims one sample to label in one statement, or two for a user with a claim. When it returns none, for any reason, `claim` follows. */
const claimQuickly = (
  run: Run,
  request: ClaimRequest,
): Effect.Effect<Option.Option<ReadonlyArray<Claim>>, SqlError.SqlError> => {
  const id = request.ids[0]
  if (id === undefined || request.count !== 1 || request.queue !== "labeling") return Effect.succeedNone
  return Effect.flatMap(run(makeLeaseNextQuery(request, id)), (leased) =>
    leased.length > 0
      ? Effect.succeedSome(decodeClaims(leased))
      : Effect.map(run(makeRenewOldestQuery(request)), (renewed) =>
          renewed.length > 0 ? Option.some(decodeClaims(renewed)) : Option.none(),
        ),
  )
}

const decodeClaims = decodeAll(claims.decode)

const claim = (run: Run, request: ClaimRequest, expire: Effect.Effect<void, SqlError.SqlError>): Found =>
  Effect.gen(function* () {
    const probe = (yield* run(makeLookQuery(request)))[0]
    if (probe === undefined) return []
    const expired = isSet(probe, "expired")
    if (expired) yield* expire
    const leased: Array<Claim> = [...(yield* renew(run, request))]
    let next = 0
    for (const step of stepsToClaim[request.queue]) {
      if (leased.length === request.count || next === request.ids.length) break
      // Samples whose leases have just expired may be in any step.
      if (!expired && ((step === "own" && !isSet(probe, "own")) || (step === 3 && !isSet(probe, "mine"))))
        continue
      for (const place of yield* pickStep(run, request, step, request.count - leased.length, false)) {
        const id = request.ids[next++]
        if (id === undefined) return leased
        leased.push(...(yield* lease(run, request, place, id)))
      }
    }
    return leased
  })

const expire = (
  run: Run,
  remember: RecordEndedClaims,
  dataset: DatasetId,
): Effect.Effect<void, SqlError.SqlError> =>
  run({ text: expireText, params: [dataset] }).pipe(
    Effect.flatMap((rows) => remember(rows, "expired")),
    Effect.flatMap((freed) => (freed < maxExpired ? Effect.void : expire(run, remember, dataset))),
  )

const renew = (run: Run, { datasetId, user, queue, count, leaseSeconds }: ClaimRequest): Found => {
  const params = [toMillis(leaseSeconds), user, datasetId, queueNumber(queue), count]
  return Effect.map(run({ text: renewText, params }), (rows) => decodeClaims(rows).toSorted(compareAge))
}

const lease = (
  run: Run,
  { datasetId, user, queue, leaseSeconds }: ClaimRequest,
  { sample, step }: Place,
  id: ClaimId,
): Found => {
  const params = [user, id, queueNumber(queue), step, toMillis(leaseSeconds), datasetId, sample]
  return Effect.map(run({ text: leaseText, params }), decodeClaims)
}

const view = (run: Run, request: ViewRequest): Effect.Effect<View, SqlError.SqlError> =>
  Effect.gen(function* () {
    const living = (yield* run({ text: live, params: [request.datasetId] })).length > 0
    const views: Array<View[number]> = []
    for (const step of queueSteps[request.queue]) {
      const places = living ? yield* pickStep(run, request, step, request.limit, true) : []
      const waiting =
        !living || isCounted(request, places.length)
          ? places.length
          : readCount(yield* countStep(run, request, step, request.cap + 1))
      views.push(
        toView(
          step,
          places.map((place) => place.sample),
          waiting,
          request.cap,
        ),
      )
    }
    return views
  })

const isSet = (probe: RawRow, flag: string): boolean => toNumber(flag, probe[flag]) !== 0

const toMillis = (seconds: number): number => Math.round(seconds * 1000)

const toView = (
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

const compareAge = (a: Claim, b: Claim): number =>
  a.claimedAt === b.claimedAt ? (a.id < b.id ? -1 : 1) : a.claimedAt < b.claimedAt ? -1 : 1
