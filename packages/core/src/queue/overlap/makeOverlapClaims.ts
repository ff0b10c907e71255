import { Effect, Option } from "effect"
import type { Permitted } from "../../access/Access.ts"
import type { Claim, QueueName } from "../../domain/Claim.ts"
import { Conflict } from "../../domain/errors.ts"
import {
  ClaimId,
  type DatasetId,
  generateId,
  generateIds,
  type LabelsetId,
  type SampleId,
} from "../../domain/Ids.ts"
import type { Label } from "../../domain/Label.ts"
import type { Username } from "../../domain/Names.ts"
import { type Overlap, type OverlapPlace, toOverlapClaim } from "../../domain/Overlap.ts"
import { EngineSettings } from "../../kernel/EngineSettings.ts"
import { type ClaimRequest, ClaimStore } from "../../placement/ClaimStore.ts"
import { OverlapStore, type WaitingOverlap } from "../../placement/OverlapStore.ts"
import { findFreePlace, hasLease, makeLease, setLease } from "../../placement/overlapPlaces.ts"
import { SampleReader } from "../../reading/SampleReader.ts"
import { Transaction } from "../../storage/Transaction.ts"
import { toLabel } from "./toLabel.ts"

/** A claim of a place, under the lock of its sample's overlap. */
export interface LockedClaim {
  readonly claim: Claim
  readonly overlap: Overlap
  readonly place: OverlapPlace
  /** The storage's clock, milliseconds since 1970. */
  readonly now: number
}

/** A claim of a sample, named or the next one. */
type LeaseRequest = Pick<ClaimRequest, "datasetId" | "leaseSeconds" | "queue" | "user">

/** Samples that are tried at once: others may lease the first ones meanwhile. */
const candidates = 32

/** Searches in which others lease everything that was found, before a claim has none. */
const maxTries = 10

/**
 * Claims in datasets where several people label a sample. The places of overlaps and the queue of other samples are one queue: whichever
 * sample comes first in its order is leased.
 */
export const makeOverlapClaims = Effect.gen(function* () {
  const store = yield* OverlapStore
  const claims = yield* ClaimStore
  const samples = yield* SampleReader
  const settings = yield* EngineSettings
  const transaction = yield* Transaction

  /** The caller's open claims, renewed, then new ones in the order of the queue, as `ClaimStore.claim` does. */
  const claimNext = Effect.fnUntraced(function* (request: ClaimRequest) {
    const { count, datasetId, queue, user } = request
    const open = yield* listOpen(datasetId, user, queue)
    const leased: Array<Claim> = []
    for (const claim of open.slice(0, count))
      leased.push(...Option.toArray(yield* renew(claim, request.leaseSeconds)))
    const elsewhere = yield* countElsewhere(request)
    let own = Math.min(elsewhere, count - leased.length)
    if (own > 0) leased.push(...(yield* claims.claim({ ...request, count: own })))
    const leaseCounted = Effect.fnUntraced(function* () {
      const claim = yield* leaseOther(request, own)
      if (claim !== undefined) own += 1
      return claim
    })
    for (let tries = 0; leased.length < count && tries < maxTries; tries++) {
      const { isFirst, waiting } = yield* listFirst(request)
      const claim = isFirst
        ? ((yield* leaseFirst(request, waiting)) ?? (yield* leaseCounted()))
        : ((yield* leaseCounted()) ?? (yield* leaseFirst(request, waiting)))
      if (claim === undefined && waiting.length === 0) return leased
      // Otherwise others have leased them meanwhile.
      if (claim === undefined) continue
      leased.push(claim)
      tries = -1
    }
    return leased
  })

  /** Leases the next of the other samples to a caller who has `own` of them. */
  const leaseOther = Effect.fnUntraced(function* (request: ClaimRequest, own: number) {
    const ids = yield* generateIds(ClaimId, own + 1)
    const open = yield* claims.claim({ ...request, count: own + 1, ids })
    return open.find(({ id }) => ids.includes(id))
  })

  /** The caller's unexpired claims of other samples in this queue. */
  const countElsewhere = ({ datasetId, queue, user }: LeaseRequest) =>
    claims.countOpen(datasetId, user, queue)

  const findFirst = ({ datasetId, queue, user }: LeaseRequest) =>
    Effect.map(claims.view({ datasetId, user, queue, limit: 1, cap: 1 }), (steps) =>
      steps.find(({ samples: ids }) => ids.length > 0),
    )

  /** The first samples with overlap, and whether they come before all others. */
  const listFirst = Effect.fnUntraced(function* (request: LeaseRequest) {
    const waiting = yield* store.listWaiting({ ...request, limit: candidates })
    const [overlap] = waiting
    if (overlap === undefined) return { waiting, isFirst: false }
    const first = yield* findFirst(request)
    if (first === undefined || overlap.step !== first.step)
      return { waiting, isFirst: first === undefined || overlap.step < first.step }
    const [sample] = yield* samples.listSummaries(first.samples)
    const other = sample && { np: -sample.priority, sampleId: sample.id }
    return { waiting, isFirst: other === undefined || isBefore(overlap, other) }
  })

  /** Leases the first of these samples that nobody else is leasing, or waits for those who do; undefined when others have them all. */
  const leaseFirst = Effect.fnUntraced(function* (
    request: LeaseRequest,
    waiting: ReadonlyArray<WaitingOverlap>,
  ) {
    const free = yield* transaction.run(leaseAny(request, waiting))
    if (free !== undefined) return free
    // One transaction for each: who waits for one sample keeps no other.
    for (const { sampleId } of waiting) {
      const claim = yield* transaction.run(leaseSample(request, sampleId, "wait"))
      if (claim !== undefined) return claim
    }
    return undefined
  })

  const leaseAny = Effect.fnUntraced(function* (
    request: LeaseRequest,
    waiting: ReadonlyArray<WaitingOverlap>,
  ) {
    for (const { sampleId } of waiting) {
      const claim = yield* leaseSample(request, sampleId, "skip")
      if (claim !== undefined) return claim
    }
    return undefined
  })

  /** Leases a place of the sample. Runs in the caller's transaction. */
  const leaseSample = Effect.fnUntraced(function* (
    { datasetId, leaseSeconds, queue, user }: LeaseRequest,
    sample: SampleId,
    others: "skip" | "wait",
  ) {
    const { now, overlaps } = yield* store.lock(datasetId, [sample], others)
    const overlap = overlaps.get(sample)
    const free = overlap && findFreePlace(overlap, queue, user, now)
    if (overlap === undefined || free === undefined) return undefined
    const { lease: expired } = free.place
    if (expired !== null) yield* store.noteEnds([toOverlapClaim(overlap, free.place, expired)], "expired")
    const lease = makeLease({ id: yield* generateId(ClaimId), leaseSeconds, user }, free.step, now)
    yield* store.put([setLease(overlap, free.place.place, lease)])
    return toOverlapClaim(overlap, free.place, lease)
  })

  /**
   * Leases the named sample, if it has overlap: the person's own open claim, renewed, or a new one. Undefined when the sample has none, or
   * when its places are not for this person; fails with the reason.
   */
  const claimNamed = Effect.fnUntraced(function* (request: LeaseRequest, sample: SampleId) {
    const { datasetId, queue, user } = request
    const open = yield* listOpen(datasetId, user, queue)
    const own = open.find(({ sampleId }) => sampleId === sample)
    const renewed = own && Option.getOrUndefined(yield* renew(own, request.leaseSeconds))
    if (renewed !== undefined) return renewed
    const overlap = (yield* store.find(datasetId, [sample])).get(sample)
    if (overlap === undefined || overlap.state === "decided") return undefined
    if (open.length + (yield* countElsewhere(request)) >= settings.maxOpenClaims)
      return yield* new Conflict({ code: "too_many_claims" })
    const claim = yield* transaction.run(leaseSample(request, sample, "wait"))
    if (claim !== undefined) return claim
    const isWaiting = overlap.places.some((place) => place.queue === queue)
    return yield* new Conflict({ code: isWaiting ? "sample_of_other" : "sample_finished" })
  })

  /** Finds the claim and locks its sample's overlap. Null when no place has it. Runs in the caller's transaction. */
  const lockClaim = Effect.fnUntraced(function* (id: ClaimId) {
    const claim = Option.getOrNull(yield* store.findClaim(id))
    if (claim === null) return null
    // The rows of a sample's queue are locked before its overlap.
    if (claim.queue === "reviewing") yield* claims.lock(claim.datasetId, [claim.sampleId])
    const { now, overlaps } = yield* store.lock(claim.datasetId, [claim.sampleId], "wait")
    const overlap = overlaps.get(claim.sampleId)
    const place = overlap?.places.find(({ lease }) => lease?.claimId === id)
    if (overlap === undefined || place === undefined || place.lease === null) return null
    return { claim: toOverlapClaim(overlap, place, place.lease), overlap, place, now } satisfies LockedClaim
  })

  /** Extends the lease from now. None when it has expired. */
  const renew = (claim: Claim, leaseSeconds: number) =>
    transaction.run(
      Effect.gen(function* () {
        const locked = yield* lockClaim(claim.id)
        if (locked === null || isOver(locked)) return Option.none<Claim>()
        return Option.some(yield* renewLocked(locked, leaseSeconds))
      }),
    )

  const renewLocked = Effect.fnUntraced(function* (
    { claim, now, overlap, place }: LockedClaim,
    leaseSeconds: number,
  ) {
    const { expiresAt } = makeLease({ id: claim.id, leaseSeconds, user: claim.holder }, 4, now)
    const lease = place.lease === null ? null : { ...place.lease, expiresAt }
    yield* store.put([setLease(overlap, place.place, lease)])
    return { ...claim, expiresAt }
  })

  /** Ends the claim without work. */
  const release = Effect.fnUntraced(function* ({ claim, overlap, place }: LockedClaim) {
    yield* store.put([setLease(overlap, place.place, null)])
    yield* store.noteEnds([claim], "released")
  })

  const listOpen = (datasetId: DatasetId, user: Username, queue: QueueName) =>
    Effect.map(store.listClaims({ user }), (open) =>
      open.filter((claim) => claim.datasetId === datasetId && claim.queue === queue),
    )

  /** The labels that people see who label with overlap: what they saved themselves. */
  const findDrafts = Effect.fnUntraced(function* (
    { actor, dataset }: Permitted,
    labelset: LabelsetId,
    open: ReadonlyArray<Claim>,
  ) {
    const drafts = new Map<SampleId, Label>()
    if (!dataset.settings.usesOverlap) return drafts
    const overlaps = yield* store.find(
      dataset.id,
      open.filter(({ queue }) => queue === "labeling").map(({ sampleId }) => sampleId),
    )
    for (const { holder, id, sampleId } of open) {
      const isClaim = overlaps.get(sampleId)?.places.some(({ lease }) => lease?.claimId === id) === true
      if (!isClaim || holder !== actor) continue
      const labels = yield* store.listLabels(dataset.id, sampleId)
      const own = labels.find(({ labeler }) => labeler === holder)
      if (own !== undefined) drafts.set(sampleId, toLabel(own, labelset))
    }
    return drafts
  })

  /** The claim of the last lease of a place, and whether that lasts. */
  const find = Effect.fnUntraced(function* (id: ClaimId) {
    const claim = yield* store.findClaim(id)
    if (Option.isNone(claim)) return { claim, isOpen: false }
    const open = yield* store.listClaims({ user: claim.value.holder })
    return { claim, isOpen: open.some((one) => one.id === id) }
  })

  return {
    find,
    list: store.listClaims,
    claimNext,
    claimNamed,
    lockClaim,
    renew,
    renewLocked,
    release,
    findDrafts,
  }
})

/** Whether the lease has ended. */
export const isOver = ({ now, place }: LockedClaim): boolean => !hasLease(place, now)

/** Whether a sample comes first within a step. */
const isBefore = (
  a: Pick<WaitingOverlap, "np" | "sampleId">,
  b: Pick<WaitingOverlap, "np" | "sampleId">,
): boolean => a.np < b.np || (a.np === b.np && a.sampleId < b.sampleId)
