/**
 * Claims on Postgres. The common case, one sample for a user without claims, is one statement, which users who claim at the same time
 * share. Every other case is one transaction, which first waits until no other claim of the same user in this queue is running: it
 * then sees all claims of the user, and two concurrent claims cannot both conclude that the user has too few.
 */
import {
  type Claim,
  type ClaimRequest,
  type DatasetId,
  now,
  queueSteps,
  type SampleId,
} from "@annotary/core/effect"
import {
  type ClaimOperations,
  claims,
  decodeAll,
  decodeFirst,
  insideTransaction,
  isCounted,
  type Run,
  type Statements,
  type View,
  type ViewRequest,
} from "@annotary/storage-sql"
import type { SqlError } from "@effect/sql"
import { Effect, Option } from "effect"
import { makeFirstOverlapQuery } from "./firstOverlap.ts"
import { claimInside, forgetIfUndone, lowerTo } from "./hintedClaim.ts"
import { makeQueueHints, type QueueHints } from "./queueHints.ts"
import { makeSharedClaims, type SharedClaims } from "./sharedClaims.ts"
import {
  makeExpireQuery,
  makeLeaseQuery,
  makeLiveQuery,
  makeRenewQuery,
  makeTurnQuery,
  maxExpired,
  type Place,
} from "./statements.ts"
import { countStep, lookAt, take } from "./steps.ts"

/** The most datasets of which the last expiry is remembered. */
const maxDatasets = 10_000

/** The interval at which quick claims also expire leases, in milliseconds. */
const expiryMillis = 1000

export const makePostgresClaims = ({ run }: Pick<Statements, "run">): ClaimOperations => {
  const hints = makeQueueHints()
  const isDue = makeExpiryTimer()
  const shared = makeSharedClaims(hints)
  return {
    quick: (request) => claimQuickly(run, hints, shared, request, isDue),
    claim: (request) => Effect.zipRight(forgetIfUndone(hints, request.datasetId), claim(run, hints, request)),
    takeTurn: (request, claim) =>
      Effect.flatMap(run(makeTurnQuery(request)), (live) => (live.length === 0 ? Effect.succeedNone : claim)),
    view: (request) => Effect.zipRight(expire(run, hints, request.datasetId), view(run, request)),
    leaseFirstOverlap: (request) =>
      Effect.map(run(makeFirstOverlapQuery(request)), decodeFirst(claims.decode)),
    usesMoved: true,
    moved: (dataset, rows) => lowerTo(hints, dataset, rows),
  }
}

type Found = Effect.Effect<ReadonlyArray<Claim>, SqlError.SqlError>

/** Whether a dataset's leases are due to be expired. Without this they would expire only when nothing else is free. */
const makeExpiryTimer = () => {
  const expired = new Map<DatasetId, number>()
  return (dataset: DatasetId): boolean => {
    const at = performance.now()
    const last = expired.get(dataset)
    if (last !== undefined && at - last < expiryMillis) return false
    if (expired.size > maxDatasets) expired.clear()
    expired.set(dataset, at)
    return true
  }
}

const claimQuickly = (
  run: Run,
  hints: QueueHints,
  shared: SharedClaims,
  request: ClaimRequest,
  due: (dataset: DatasetId) => boolean,
) =>
  Effect.flatMap(insideTransaction, (inside) => {
    if (request.count !== 1 || request.ids.length === 0) return Effect.succeedNone
    const next = inside ? claimInside(run, hints, request) : shared(run, request)
    const claimed = Effect.map(next, Option.map(Array.of<Claim>))
    return due(request.datasetId) ? Effect.zipRight(expire(run, hints, request.datasetId), claimed) : claimed
  })

const claim = (run: Run, hints: QueueHints, request: ClaimRequest): Found =>
  Effect.flatMap(run(makeTurnQuery(request)), (live) =>
    live.length === 0 ? Effect.succeed([]) : claimAdmitted(run, hints, request),
  )

/** Claims samples in every case, for a user whose turn it is. */
export const claimAdmitted = (run: Run, hints: QueueHints, request: ClaimRequest): Found =>
  Effect.gen(function* () {
    const open = yield* renew(run, request)
    const missing = Math.min(request.count - open.length, request.ids.length)
    if (missing <= 0) return open
    const leased = yield* lease(run, request, yield* pick(run, request, missing), 0)
    if (leased.length === missing || !(yield* expire(run, hints, request.datasetId)))
      return [...open, ...leased]
    const more = yield* lease(run, request, yield* pick(run, request, missing - leased.length), leased.length)
    return [...open, ...leased, ...more]
  })

/** Expires leases; returns whether there were any. */
export const expire = (
  run: Run,
  hints: QueueHints,
  dataset: DatasetId,
): Effect.Effect<boolean, SqlError.SqlError> =>
  Effect.gen(function* () {
    const ended = yield* run(makeExpireQuery(dataset, yield* now))
    yield* lowerTo(hints, dataset, ended)
    if (ended.length === maxExpired) yield* expire(run, hints, dataset)
    return ended.length > 0
  })

const renew = (run: Run, request: ClaimRequest): Found =>
  Effect.map(run(makeRenewQuery(request)), (rows) => decodeAll(claims.decode)(rows).toSorted(compareAge))

const pick = (run: Run, request: ClaimRequest, count: number) =>
  Effect.gen(function* () {
    const places: Array<Place> = []
    for (const step of queueSteps[request.queue]) {
      if (places.length === count) break
      for (const sample of yield* take(run, request, step, count - places.length))
        places.push({ sample, step })
    }
    return places
  })

/** Leases places in their order. The ids before `used` are already assigned. */
export const lease = (run: Run, request: ClaimRequest, places: ReadonlyArray<Place>, used: number): Found =>
  places.length === 0
    ? Effect.succeed([])
    : Effect.map(run(makeLeaseQuery(request, places, request.ids.slice(used))), (rows) => {
        const bySample = new Map<SampleId, Claim>()
        for (const leasedClaim of decodeAll(claims.decode)(rows))
          bySample.set(leasedClaim.sampleId, leasedClaim)
        return places.flatMap(({ sample }) => bySample.get(sample) ?? [])
      })

export const view = (run: Run, request: ViewRequest): Effect.Effect<View, SqlError.SqlError> =>
  Effect.gen(function* () {
    const living = (yield* run(makeLiveQuery(request.datasetId))).length > 0
    const views: Array<View[number]> = []
    for (const step of queueSteps[request.queue]) {
      const samples = living ? yield* lookAt(run, request, step, request.limit) : []
      const waiting =
        !living || isCounted(request, samples.length)
          ? samples.length
          : yield* countStep(run, request, step, request.cap + 1)
      views.push({ step, waiting: Math.min(waiting, request.cap), capped: waiting > request.cap, samples })
    }
    return views
  })

const compareAge = (a: Claim, b: Claim): number =>
  a.claimedAt === b.claimedAt ? (a.id < b.id ? -1 : 1) : a.claimedAt < b.claimedAt ? -1 : 1
