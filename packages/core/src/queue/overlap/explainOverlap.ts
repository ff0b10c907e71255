/** The reason why a person does not get a sample that several people label. Pure. */
import type { QueueName } from "../../domain/Claim.ts"
import type { Username } from "../../domain/Names.ts"
import type { Overlap, OverlapPlace } from "../../domain/Overlap.ts"
import { findFreePlace, hasLease } from "../../placement/overlapPlaces.ts"
import type { Blocked } from "../explanation.ts"

/**
 * The reason; null where the person has or gets a place, and where none is left in this queue. People who label a sample are not named: they
 * label blindly. `now`: milliseconds since 1970.
 */
export const explainOverlap = (
  overlap: Overlap,
  queue: QueueName,
  user: Username,
  now: number,
): Blocked | null => {
  const { labelers, np, sampleId } = overlap
  const places = overlap.places.filter((place) => place.queue === queue)
  if (places.length === 0 || findFreePlace(overlap, queue, user, now) !== undefined) return null
  const makeBlocked = (
    code: Blocked["code"],
    person: Username | null = null,
    until: Blocked["sample"]["until"] = null,
  ): Blocked => ({ code, np, sample: { sampleId, user: queue === "labeling" ? null : person, until } })
  if (queue === "labeling" && labelers.includes(user)) return makeBlocked("overlap")
  const leases = listLeases(places, now)
  if (leases.some(({ holder }) => holder === user)) return null
  const [first] = leases
  if (first !== undefined) return makeBlocked("claimed", first.holder, first.expiresAt)
  return places.some(({ ownUser }) => ownUser !== null)
    ? makeBlocked("work_of_others")
    : makeBlocked("assigned_to_others", places[0]?.openUser ?? null)
}

/** The leases that last, the first to end first. */
const listLeases = (places: ReadonlyArray<OverlapPlace>, now: number) =>
  places
    .flatMap((place) => (hasLease(place, now) && place.lease !== null ? [place.lease] : []))
    .toSorted((a, b) => (a.expiresAt < b.expiresAt ? -1 : 1))
