/** The leases of places: whether they last, whose they are, and which of them ended. Pure. */
import type { Claim } from "../domain/Claim.ts"
import type { ClaimId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import { type Overlap, type OverlapLease, type OverlapPlace, toOverlapClaim } from "../domain/Overlap.ts"
import { fromMillis, toMillis } from "../domain/Timestamp.ts"
import { isLeased } from "../kernel/longestLease.ts"

/** Whether the lease of the place lasts. `now` is the storage's clock. */
export const hasLease = ({ lease }: OverlapPlace, now: number): boolean =>
  lease !== null && isLeased(toMillis(lease.expiresAt), now)

/** Whether nobody works on the place or has saved work on it. */
export const isUnused = (place: OverlapPlace, now: number): boolean =>
  place.ownUser === null && !hasLease(place, now)

/** Whether the person has the place: by a lease that lasts, or by work that they saved. */
export const isOfUser = (place: OverlapPlace, user: Username, now: number): boolean =>
  place.ownUser === user || (hasLease(place, now) && place.lease?.holder === user)

/** A lease that begins now. */
export const makeLease = (
  {
    id,
    leaseSeconds,
    user,
  }: { readonly id: ClaimId; readonly leaseSeconds: number; readonly user: Username },
  step: OverlapLease["step"],
  now: number,
): OverlapLease => ({
  claimId: id,
  holder: user,
  step,
  claimedAt: fromMillis(now),
  expiresAt: fromMillis(now + Math.round(leaseSeconds * 1000)),
})

/** The claims of an overlap that another one in its place no longer has, by whether their leases last. */
export const splitEndedClaims = (
  before: Overlap,
  after: Pick<Overlap, "places"> | null,
  now: number,
): { readonly expired: ReadonlyArray<Claim>; readonly open: ReadonlyArray<Claim> } => {
  const remaining = new Set(after?.places.map(({ lease }) => lease?.claimId))
  const ended = before.places.filter(({ lease }) => lease !== null && !remaining.has(lease.claimId))
  const toClaims = (places: ReadonlyArray<OverlapPlace>) =>
    places.flatMap((place) => (place.lease === null ? [] : [toOverlapClaim(before, place, place.lease)]))
  return {
    expired: toClaims(ended.filter((place) => !hasLease(place, now))),
    open: toClaims(ended.filter((place) => hasLease(place, now))),
  }
}
