/** The reason why a person does not get a sample that several people label. Pure. */
import type { QueueName } from "../../domain/Claim.ts"
import type { Username } from "../../domain/Names.ts"
import type { Overlap, OverlapPlace } from "../../domain/Overlap.ts"
import { findFreePlace } from "../../placement/overlapPlaces.ts"
import { hasLease } from "../../placement/placeLeases.ts"
import type { Blocked } from "../explanation.ts"

/** A person and a queue, from which the person gets no sample. */
interface ExplainedQueue {
  readonly queue: QueueName
  readonly user: Username
  /** Whether the caller sees who works on what, and until when. Labelers do not: they label blindly. */
  readonly showsPeople: boolean
  /** The storage's clock, milliseconds since 1970. */
  readonly now: number
}

/** The reason; null where the person has or gets a place, where none is left in this queue, and for gold samples. */
export const explainOverlap = (
  overlap: Overlap,
  { now, queue, showsPeople, user }: ExplainedQueue,
): Blocked | null => {
  const { labelers, np, sampleId } = overlap
  const places = overlap.places.filter((place) => place.queue === queue)
  if (
    overlap.state === "gold" ||
    places.length === 0 ||
    findFreePlace(overlap, queue, user, now) !== undefined
  )
    return null
  const makeBlocked = (
    code: Blocked["code"],
    person: Username | null = null,
    until: Blocked["sample"]["until"] = null,
  ): Blocked => ({
    code,
    np,
    sample:
      queue === "labeling" && !showsPeople
        ? { sampleId, user: null, until: null }
        : { sampleId, user: person, until },
  })
  if (queue === "labeling" && labelers.includes(user)) return makeBlocked("overlap")
  const leases = listLeases(places, now)
  if (leases.some(({ holder }) => holder === user)) return null
  const [first] = leases
  if (first !== undefined) return makeBlocked("claimed", first.holder, first.expiresAt)
  const worker = places.find(({ ownUser }) => ownUser !== null)?.ownUser
  if (worker !== undefined) return makeBlocked("work_of_others", worker)
  return makeBlocked("assigned_to_others", places.find(({ openUser }) => openUser !== null)?.openUser)
}

/** The leases that last, the first to end first. */
const listLeases = (places: ReadonlyArray<OverlapPlace>, now: number) =>
  places
    .flatMap((place) => (hasLease(place, now) && place.lease !== null ? [place.lease] : []))
    .toSorted((a, b) => (a.expiresAt < b.expiresAt ? -1 : 1))
