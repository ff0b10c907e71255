import { Effect, Option } from "effect"
import type { Permitted } from "../../access/Access.ts"
import type { Claim, QueueName } from "../../domain/Claim.ts"
import type { ClaimId, DatasetId, LabelsetId, SampleId } from "../../domain/Ids.ts"
import type { Label } from "../../domain/Label.ts"
import type { Username } from "../../domain/Names.ts"
import { type Overlap, type OverlapPlace, toOverlapClaim } from "../../domain/Overlap.ts"
import { toLabel } from "../../labels/toLabel.ts"
import { ClaimStore } from "../../placement/ClaimStore.ts"
import { OverlapStore } from "../../placement/OverlapStore.ts"
import { releasePlace, setLease } from "../../placement/overlapPlaces.ts"
import { hasLease, makeLease } from "../../placement/placeLeases.ts"
import { Transaction } from "../../storage/Transaction.ts"

/** A claim of a place, under the lock of its sample's overlap. */
export interface LockedClaim {
  readonly claim: Claim
  readonly overlap: Overlap
  readonly place: OverlapPlace
  /** Whether the rows of the sample in the queue are locked too, so that the ground truth may be written. */
  readonly canDecide: boolean
  /** The storage's clock, milliseconds since 1970. */
  readonly now: number
}

/** The claims of places of overlaps: found, renewed and given back. New ones are made by `makeOverlapLeases`. */
export const makeOverlapClaims = Effect.gen(function* () {
  const store = yield* OverlapStore
  const claims = yield* ClaimStore
  const transaction = yield* Transaction

  /**
   * Finds the claim and locks its sample's overlap. Null when no place has it. `canDecide`: whether work on a claim to label may write the ground
   * truth. Runs in the caller's transaction.
   */
  const lockClaim = Effect.fnUntraced(function* <E = never, R = never>(
    id: ClaimId,
    canDecide: (claim: Claim) => Effect.Effect<boolean, E, R> = () => Effect.succeed(false),
  ) {
    const claim = Option.getOrNull(yield* store.findClaim(id))
    if (claim === null) return null
    // The rows of a sample's queue are locked before its overlap.
    const mayDecide = claim.queue === "reviewing" || (yield* canDecide(claim))
    if (mayDecide) yield* claims.lock(claim.datasetId, [claim.sampleId])
    const { now, overlaps } = yield* store.lock(claim.datasetId, [claim.sampleId], "wait")
    const overlap = overlaps.get(claim.sampleId)
    const place = overlap?.places.find(({ lease }) => lease?.claimId === id)
    if (overlap === undefined || place === undefined || place.lease === null) return null
    return {
      claim: toOverlapClaim(overlap, place, place.lease),
      overlap,
      place,
      canDecide: mayDecide,
      now,
    } satisfies LockedClaim
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

  /** Extends the leases of these claims of one person from now, and leaves out those that have expired. Runs in the caller's transaction. */
  const renewAll = Effect.fnUntraced(function* (
    dataset: DatasetId,
    open: ReadonlyArray<Claim>,
    leaseSeconds: number,
  ) {
    if (open.length === 0) return []
    const ids = open.map(({ sampleId }) => sampleId)
    const { now, overlaps } = yield* store.lock(dataset, ids, "wait")
    const renewed = open.flatMap((claim) => {
      const overlap = overlaps.get(claim.sampleId)
      const place = overlap?.places.find(({ lease }) => lease?.claimId === claim.id)
      if (overlap === undefined || place === undefined || place.lease === null || !hasLease(place, now))
        return []
      const { expiresAt } = makeLease({ id: claim.id, leaseSeconds, user: claim.holder }, 4, now)
      return [
        {
          claim: { ...claim, expiresAt },
          overlap: setLease(overlap, place.place, { ...place.lease, expiresAt }),
        },
      ]
    })
    yield* store.put(renewed.map(({ overlap }) => overlap))
    return renewed.map(({ claim }) => claim)
  })

  /** Ends the claim without work. */
  const release = Effect.fnUntraced(function* ({ claim, now, overlap, place }: LockedClaim) {
    yield* store.put([releasePlace(overlap, place.place, now)])
    yield* store.noteEnds([claim], "released")
  })

  /** The person's open claims of samples with overlap in a queue of a dataset, oldest first. */
  const listOpen = (datasetId: DatasetId, user: Username, queue: QueueName) =>
    Effect.map(store.listClaims({ user }), (open) =>
      open.filter((claim) => claim.datasetId === datasetId && claim.queue === queue),
    )

  /** The labels that the person saved of samples with overlap, null for none. Other samples are left out. */
  const findDrafts = Effect.fnUntraced(function* (
    { actor, dataset }: Permitted,
    labelset: LabelsetId,
    open: ReadonlyArray<Claim>,
  ) {
    if (!dataset.settings.usesOverlap) return new Map<SampleId, Label | null>()
    const claimed = open.filter(({ holder, queue }) => holder === actor && queue === "labeling")
    const ids = claimed.map(({ sampleId }) => sampleId)
    // A person who has a claim on a sample without overlap gave no label beside its ground truth.
    const drafts = yield* store.findDrafts(dataset.id, ids, actor)
    return new Map([...drafts].map(([id, label]) => [id, label === null ? null : toLabel(label, labelset)]))
  })

  /** The claim of the last lease of a place, and whether that lasts. */
  const find = Effect.fnUntraced(function* (id: ClaimId) {
    const claim = yield* store.findClaim(id)
    if (Option.isNone(claim)) return { claim, isOpen: false }
    const open = yield* store.listClaims({ user: claim.value.holder })
    return { claim, isOpen: open.some((openClaim) => openClaim.id === id) }
  })

  return {
    find,
    list: store.listClaims,
    listAll: store.listAllClaims,
    listOpen,
    lockClaim,
    renew,
    renewLocked,
    renewAll,
    release,
    findDrafts,
  }
})

/** Whether the lease has ended. */
export const isOver = ({ now, place }: LockedClaim): boolean => !hasLease(place, now)
