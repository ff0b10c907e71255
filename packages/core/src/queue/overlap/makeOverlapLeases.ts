import { Effect, Option } from "effect"
import type { Permitted } from "../../access/Access.ts"
import type { Claim, QueueName } from "../../domain/Claim.ts"
import { Conflict } from "../../domain/errors.ts"
import { ClaimId, generateId, type SampleId } from "../../domain/Ids.ts"
import { type Overlap, type OverlapLease, type OverlapPlace, toOverlapClaim } from "../../domain/Overlap.ts"
import { EngineSettings } from "../../kernel/EngineSettings.ts"
import { type ClaimRequest, ClaimStore } from "../../placement/ClaimStore.ts"
import { OverlapStore, type WaitingOverlap } from "../../placement/OverlapStore.ts"
import { findFreePlace, keepReservation, leasePlace } from "../../placement/overlapPlaces.ts"
import { makeLease } from "../../placement/placeLeases.ts"
import { compareQueuePlaces, poolStep } from "../../placement/queuePlace.ts"
import { SampleReader } from "../../reading/SampleReader.ts"
import { Transaction } from "../../storage/Transaction.ts"
import { type GoldTurnRequest, makeGoldTurns } from "../gold/makeGoldTurns.ts"
import { makeSampleClaims } from "../makeSampleClaims.ts"
import { makeOverlapClaims } from "./makeOverlapClaims.ts"

/** A claim of a sample, named or the next one. */
type LeaseRequest = Pick<ClaimRequest, "datasetId" | "leaseSeconds" | "queue" | "user">

/** The result of one turn of a person. */
interface Turn {
  /** The person's open claims, renewed, and the new ones. */
  readonly claims: ReadonlyArray<Claim>
  /** Samples that the person would get, but that other people are leasing now. */
  readonly contended: ReadonlyArray<SampleId>
}

/** The claims of a person, renewed and new. */
interface Leased {
  readonly claims: ReadonlyArray<Claim>
  /** Whether the person has certainly saved nothing of these samples. */
  readonly isUnstarted: boolean
}

/** The samples that are searched at once: other people may lease the first ones meanwhile. */
const searchedSamples = 32

/** The turns of one call, each after other people have leased all samples that the one before had found. */
const maxTurns = 10

/**
 * New leases in datasets where several people label a sample. The places of overlaps and the queue of other samples are one queue:
 * whichever sample comes first in its order is leased.
 *
 * The calls of a person take turns, so that two of them do not each lease what one was to lease. Nothing deadlocks: in its turn, a call first
 * locks what the person has, rows of the queue before overlaps and each in the order of the samples, as changes of many samples do. From then
 * on it skips what others have locked.
 */
export const makeOverlapLeases = Effect.gen(function* () {
  const store = yield* OverlapStore
  const claims = yield* ClaimStore
  const samples = yield* SampleReader
  const settings = yield* EngineSettings
  const transaction = yield* Transaction
  const sampleClaims = yield* makeSampleClaims
  const { listOpen, renew, renewAll } = yield* makeOverlapClaims
  const goldTurns = yield* makeGoldTurns

  /**
   * The caller's open claims, renewed, then new ones in the order of the queue, as `ClaimStore.claim` does. `goldRate`: the share of gold
   * samples among those to label.
   */
  const claimNext = Effect.fnUntraced(function* (request: ClaimRequest & { readonly goldRate: number }) {
    const { datasetId, goldRate: rate, queue, user } = request
    const gold = queue === "labeling" && rate > 0 ? { datasetId, user, rate } : null
    const first = gold === null ? yield* leaseFirst(request) : Option.none<Claim>()
    if (Option.isSome(first)) return { claims: [first.value], isUnstarted: true } satisfies Leased
    for (let turns = 1; ; turns++) {
      const turn = yield* transaction.run(claimInTurn(request, gold))
      if (turns === maxTurns || turn.contended.length === 0)
        return { claims: turn.claims, isUnstarted: false } satisfies Leased
      yield* leaseContended(request, turn.claims.length, turn.contended)
    }
  })

  /** Renews the caller's open claims and leases what is missing. Skips samples that other people are leasing. */
  const claimInTurn = Effect.fnUntraced(function* (request: ClaimRequest, gold: GoldTurnRequest | null) {
    yield* claims.takeTurn(request)
    const claimed = [...(yield* renewOpen(request))]
    while (claimed.length < request.count) {
      const { head, isFirst, waiting } = yield* listFirst(request, gold !== null)
      const goldClaims = gold === null || head === null ? [] : yield* leaseDue(request, gold, head)
      if (goldClaims.length > 0) {
        claimed.push(...goldClaims)
        continue
      }
      const leaseWithOverlap = leaseFree(request, waiting)
      const leaseWithoutOverlap = leaseNextWithoutOverlap(request)
      const [sooner, later] = isFirst
        ? [leaseWithOverlap, leaseWithoutOverlap]
        : [leaseWithoutOverlap, leaseWithOverlap]
      const first = yield* sooner
      const next = first.length > 0 ? first : yield* later
      if (next.length === 0)
        return { claims: claimed, contended: waiting.map(({ sampleId }) => sampleId) } satisfies Turn
      if (gold !== null && next.some(({ step }) => step >= poolStep)) yield* goldTurns.count(gold, null)
      claimed.push(...next)
    }
    return { claims: claimed, contended: [] } satisfies Turn
  })

  /** The common case, one sample to label for a person without claims. None where the steps of the queue need a search. */
  const leaseFirst = ({ count, datasetId, ids, leaseSeconds, queue, user }: ClaimRequest) => {
    const [id] = ids
    return count === 1 && id !== undefined && queue === "labeling"
      ? store.leaseFirst({ datasetId, user, leaseSeconds, id })
      : Effect.succeedNone
  }

  /** Leases a gold sample in place of a sample of everybody, when it is the person's turn. */
  const leaseDue = Effect.fnUntraced(function* (
    request: LeaseRequest,
    gold: GoldTurnRequest,
    head: WaitingOverlap,
  ) {
    if (head.step < poolStep) return []
    const places = yield* goldTurns.listDue(gold, head)
    const leased = yield* leaseFree(request, places)
    for (const place of places)
      if (leased.some(({ sampleId }) => sampleId === place.sampleId)) yield* goldTurns.count(gold, place)
    return leased
  })

  /** The caller's open claims of both kinds, renewed, up to the number of the request, the oldest first: their order shows no kind. */
  const renewOpen = Effect.fnUntraced(function* (request: ClaimRequest) {
    const { count, datasetId, leaseSeconds, queue, user } = request
    const withOverlap = yield* listOpen(datasetId, user, queue)
    const others = yield* claims.claim({ ...request, ids: [] })
    const oldest = [...withOverlap, ...others].toSorted(compareAge).slice(0, count)
    const renewed = yield* renewAll(
      datasetId,
      withOverlap.filter((claim) => oldest.includes(claim)),
      leaseSeconds,
    )
    return [...renewed, ...others.filter((claim) => oldest.includes(claim))].toSorted(compareAge)
  })

  /** Leases the first of these samples that its rivals leave a place of, each in its own transaction. */
  const leaseContended = Effect.fnUntraced(function* (
    request: ClaimRequest,
    openClaims: number,
    contended: ReadonlyArray<SampleId>,
  ) {
    for (const sample of contended) {
      const isOver = yield* transaction.run(
        Effect.gen(function* () {
          yield* claims.takeTurn(request)
          const open = (yield* countWithoutOverlap(request)) + (yield* countWithOverlap(request))
          return open > openClaims || (yield* leaseSample(request, sample, "wait")) !== undefined
        }),
      )
      if (isOver) return
    }
  })

  /** Leases the next of the samples without overlap to a caller who has fewer claims than requested. */
  const leaseNextWithoutOverlap = Effect.fnUntraced(function* (request: ClaimRequest) {
    const id = yield* generateId(ClaimId)
    const open = yield* claims.claim({ ...request, ids: [id] })
    return open.filter((claim) => claim.id === id)
  })

  /** The caller's unexpired claims of samples without overlap in this queue. */
  const countWithoutOverlap = ({ datasetId, queue, user }: LeaseRequest) =>
    claims.countOpen(datasetId, user, queue)

  const countWithOverlap = ({ datasetId, queue, user }: LeaseRequest) =>
    Effect.map(listOpen(datasetId, user, queue), (open) => open.length)

  const findFirstWithoutOverlap = ({ datasetId, queue, user }: LeaseRequest) =>
    Effect.map(claims.view({ datasetId, user, queue, limit: 1, cap: 0 }), (steps) =>
      steps.find(({ samples: ids }) => ids.length > 0),
    )

  /** The first samples with overlap, and whether they come before all others. `head`: the first sample, with overlap or without, where `needsHead`. */
  const listFirst = Effect.fnUntraced(function* (request: LeaseRequest, needsHead: boolean) {
    const waiting = yield* store.listWaiting({ ...request, limit: searchedSamples })
    const [overlap] = waiting
    if (overlap === undefined && !needsHead) return { waiting, isFirst: false, head: null }
    const first = yield* findFirstWithoutOverlap(request)
    if (first === undefined) return { waiting, isFirst: overlap !== undefined, head: overlap ?? null }
    if (overlap !== undefined && overlap.step !== first.step && !needsHead)
      return { waiting, isFirst: overlap.step < first.step, head: null }
    const [sample] = yield* samples.listSummaries(first.samples)
    if (sample === undefined) return { waiting, isFirst: overlap !== undefined, head: overlap ?? null }
    const withoutOverlap = { np: -sample.priority, sampleId: sample.id, step: first.step }
    const isFirst =
      overlap !== undefined &&
      (overlap.step < first.step ||
        (overlap.step === first.step && compareQueuePlaces(overlap, withoutOverlap) < 0))
    return { waiting, isFirst, head: isFirst ? overlap : withoutOverlap }
  })

  /** Leases a place of the first of these samples that nobody else is leasing; none when other people have them all. */
  const leaseFree = Effect.fnUntraced(function* (
    request: LeaseRequest,
    waiting: ReadonlyArray<Pick<WaitingOverlap, "sampleId">>,
  ) {
    for (const { sampleId } of waiting) {
      const claim = yield* leaseSample(request, sampleId, "skip")
      if (claim !== undefined) return [claim]
    }
    return []
  })

  /** Leases a place of the sample. Runs in the caller's transaction. */
  const leaseSample = Effect.fnUntraced(function* (
    { datasetId, leaseSeconds, queue, user }: LeaseRequest,
    sample: SampleId,
    rivals: "skip" | "wait",
  ) {
    const { now, overlaps } = yield* store.lock(datasetId, [sample], rivals)
    const stored = overlaps.get(sample)
    if (stored === undefined) return undefined
    // The end of a lease freed a place, which the assignee may have been left without.
    const overlap = keepReservation(stored, now)
    const free = findFreePlace(overlap, queue, user, now)
    if (free === undefined) {
      if (overlap !== stored) yield* store.put([overlap])
      return undefined
    }
    const { lease: expired } = free.place
    if (expired !== null) yield* store.noteEnds([toOverlapClaim(overlap, free.place, expired)], "expired")
    const lease = makeLease({ id: yield* generateId(ClaimId), leaseSeconds, user }, free.step, now)
    yield* putLease(stored, overlap, free.place, lease)
    return toOverlapClaim(overlap, free.place, lease)
  })

  /** Stores the lease alone where nothing else of the overlap changes. */
  const putLease = (stored: Overlap, overlap: Overlap, free: OverlapPlace, lease: OverlapLease) =>
    overlap === stored && stored.places.includes(free)
      ? store.putLease(overlap, free.place, lease)
      : store.put([leasePlace(overlap, free, lease)])

  /**
   * Leases the named sample: the person's own open claim, renewed, or a new one. Fails with the reason when it is not for this person. The
   * limit of open claims counts those of samples with and without overlap.
   */
  const claimNamed = Effect.fnUntraced(function* (
    permitted: Permitted,
    queue: QueueName,
    sample: SampleId,
    leaseSeconds: number,
  ) {
    const request = { datasetId: permitted.dataset.id, user: permitted.actor, queue, leaseSeconds }
    const open = yield* listOpen(request.datasetId, request.user, queue)
    const claim = open.find(({ sampleId }) => sampleId === sample)
    const renewed = claim && Option.getOrUndefined(yield* renew(claim, leaseSeconds))
    return renewed ?? (yield* transaction.run(leaseNamed(permitted, request, sample)))
  })

  const leaseNamed = Effect.fnUntraced(function* (
    permitted: Permitted,
    request: LeaseRequest,
    sample: SampleId,
  ) {
    const { datasetId, leaseSeconds, queue, user } = request
    yield* claims.takeTurn(request)
    const overlap = (yield* store.find(datasetId, [sample])).get(sample)
    const open = yield* listOpen(datasetId, user, queue)
    if (overlap === undefined || overlap.state === "decided")
      return yield* sampleClaims.lease(permitted, queue, sample, leaseSeconds, open.length)
    const claim = open.find(({ sampleId }) => sampleId === sample)
    // Another call of the person has leased it meanwhile.
    if (claim !== undefined) return claim
    if (open.length + (yield* countWithoutOverlap(request)) >= settings.maxOpenClaims)
      return yield* new Conflict({ code: "too_many_claims" })
    const leased = yield* leaseSample(request, sample, "wait")
    if (leased !== undefined) return leased
    const isWaiting = overlap.places.some((place) => place.queue === queue)
    return yield* new Conflict({ code: isWaiting ? "sample_of_other" : "sample_finished" })
  })

  return { claimNext, claimNamed, renewOpen }
})

const compareAge = (a: Claim, b: Claim): number =>
  a.claimedAt === b.claimedAt ? (a.id < b.id ? -1 : 1) : a.claimedAt < b.claimedAt ? -1 : 1
