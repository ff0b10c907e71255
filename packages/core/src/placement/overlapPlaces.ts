/** The rules of overlap: what becomes of a sample's places. Pure; callers hold the lock of the sample's overlap. */
import type { QueueName } from "../domain/Claim.ts"
import type { LabelStatus } from "../domain/Label.ts"
import type { Username } from "../domain/Names.ts"
import type { Overlap, OverlapLease, OverlapPlace } from "../domain/Overlap.ts"
import { hasLease, isOfUser, isUnused } from "./placeLeases.ts"
import type { QueueFacts, Workers } from "./queueKey.ts"

/** The facts of the queue about a sample with overlap: its order, assignees who may work now, and its ground truth. */
export interface OverlapKey {
  readonly np: number
  readonly labeler: Username | null
  readonly reviewer: Username | null
  /** The status of the ground truth. */
  readonly status: LabelStatus | null
}

/** The key from the facts of the queue. People who may not work count as unassigned. */
export const toOverlapKey = (
  { assignedLabeler, assignedReviewer, priority, status }: QueueFacts,
  { mayLabel, mayReview }: Workers,
): OverlapKey => ({
  np: priority === 0 ? 0 : -priority,
  labeler: assignedLabeler !== null && mayLabel(assignedLabeler) ? assignedLabeler : null,
  reviewer: assignedReviewer !== null && mayReview(assignedReviewer) ? assignedReviewer : null,
  status,
})

/**
 * Whether a manager has finished the ground truth, so that no decision replaces it. A ground truth that was reviewed before more labels were
 * requested is replaced.
 */
export const isSettled = ({ decidedAt }: Pick<Overlap, "decidedAt">, status: LabelStatus | null): boolean =>
  status === "VERIFIED" || (status === "REVIEWED" && decidedAt === null)

/** The overlap of a sample without any work. Its places follow from `updatePlaces`. */
export const makeOverlap = (
  { datasetId, id: sampleId }: { readonly datasetId: Overlap["datasetId"]; readonly id: Overlap["sampleId"] },
  overlap: number,
): Overlap => ({
  datasetId,
  sampleId,
  overlap,
  state: "labeling",
  np: 0,
  agreement: null,
  decidedAt: null,
  decidedBy: null,
  decidedFor: null,
  places: [],
  labelers: [],
})

/**
 * Gives the sample one place for each missing label, or one for the decision, in the order and with the assignees of the key. The labeling
 * assignee is waited for at one place, until their label is in. Removes no work, but the place of a decision that is not needed.
 */
export const updatePlaces = (overlap: Overlap, key: OverlapKey, now: number): Overlap => {
  // Its places are made at claims, one for each person.
  if (overlap.state === "gold") return { ...overlap, np: key.np }
  if (overlap.state === "adjudicating" && isSettled(overlap, key.status))
    return { ...overlap, np: key.np, places: [] }
  const current = overlap.places.filter(({ queue }) => queue === toQueue(overlap))
  const missing = countPlaces(overlap) - current.length
  const removed = missing >= 0 ? [] : current.filter((place) => isUnused(place, now)).slice(missing)
  const places = current.filter((place) => !removed.includes(place))
  while (places.length < countPlaces(overlap)) places.push(makePlace(places, toQueue(overlap)))
  const numbered = places.toSorted((a, b) => a.place - b.place)
  return { ...overlap, np: key.np, places: assignPlaces(overlap, numbered, key, now) }
}

const toQueue = ({ state }: Overlap): QueueName => (state === "labeling" ? "labeling" : "reviewing")

const countPlaces = ({ labelers, overlap, state }: Overlap): number =>
  state === "decided" ? 0 : state === "adjudicating" ? 1 : Math.max(0, overlap - labelers.length)

/** A free place beside others, with the first number that they leave. */
const makePlace = (others: ReadonlyArray<OverlapPlace>, queue: QueueName): OverlapPlace => {
  let place = 1
  while (others.some((other) => other.place === place)) place++
  return { place, queue, openUser: null, ownUser: null, lease: null }
}

const assignPlaces = (
  { labelers, state }: Overlap,
  places: ReadonlyArray<OverlapPlace>,
  { labeler, reviewer }: Pick<OverlapKey, "labeler" | "reviewer">,
  now: number,
): ReadonlyArray<OverlapPlace> => {
  if (state !== "labeling") return places.map((place) => ({ ...place, openUser: reviewer }))
  const reserved =
    labeler === null || labelers.includes(labeler) ? undefined : findReserved(places, labeler, now)
  return places.map((place) => ({ ...place, openUser: place === reserved ? labeler : null }))
}

/** The place that waits for the assignee: their own, else a free one, else one that another person has and may give back. */
const findReserved = (places: ReadonlyArray<OverlapPlace>, labeler: Username, now: number) =>
  places.find((place) => isOfUser(place, labeler, now)) ??
  places.find((place) => isUnused(place, now)) ??
  places.find(({ ownUser }) => ownUser === null) ??
  places[0]

/**
 * The same places, of which a free one waits for the labeling assignee: `updatePlaces` may have left them only one that another person has.
 * The same overlap where nothing changes.
 */
export const keepReservation = (overlap: Overlap, now: number): Overlap => {
  const labeler = findAssignee(overlap)
  return labeler === null ? overlap : setReservation(overlap, labeler, now)
}

/** The person for whom a place to label waits. */
const findAssignee = ({ places, state }: Overlap): Username | null =>
  state === "labeling" ? (places.find(({ openUser }) => openUser !== null)?.openUser ?? null) : null

const setReservation = (overlap: Overlap, labeler: Username, now: number): Overlap => {
  const places = assignPlaces(overlap, overlap.places, { labeler, reviewer: null }, now)
  const isSame = places.every(({ openUser }, index) => openUser === overlap.places[index]?.openUser)
  return isSame ? overlap : { ...overlap, places }
}

/** A place that a person would get. */
interface FreePlace {
  readonly place: OverlapPlace
  readonly step: OverlapLease["step"]
}

/** The place that the person would get, and its step; undefined for none. */
export const findFreePlace = (
  overlap: Overlap,
  queue: QueueName,
  user: Username,
  now: number,
): FreePlace | undefined => {
  if (overlap.state === "gold") return findGoldPlace(overlap, queue, user, now)
  const { labelers, places } = overlap
  const free = places.filter((place) => place.queue === queue && !hasLease(place, now))
  const own = free.find(({ ownUser }) => ownUser === user)
  if (own !== undefined) return { place: own, step: 1 }
  const isExcluded =
    queue === "labeling" && (labelers.includes(user) || places.some((place) => isOfUser(place, user, now)))
  if (isExcluded) return undefined
  const open = free.filter(({ ownUser }) => ownUser === null)
  const assigned = open.find(({ openUser }) => openUser === user)
  if (assigned !== undefined) return { place: assigned, step: 3 }
  const pool = open.find(({ openUser }) => openUser === null)
  if (pool === undefined) return undefined
  return { place: pool, step: queue === "reviewing" && labelers.includes(user) ? 5 : 4 }
}

/** The place of a gold sample: what the person saved, a place that nobody has any more, or a new one. To the person it is like any sample of the pool. */
const findGoldPlace = (
  { labelers, places }: Overlap,
  queue: QueueName,
  user: Username,
  now: number,
): FreePlace | undefined => {
  if (queue !== "labeling" || labelers.includes(user)) return undefined
  const own = places.find((place) => isOfUser(place, user, now))
  if (own !== undefined) return hasLease(own, now) ? undefined : { place: own, step: 1 }
  return { place: places.find((place) => isUnused(place, now)) ?? makePlace(places, queue), step: 4 }
}

/** The overlap with another lease on a place, or without one. */
export const setLease = (overlap: Overlap, place: number, lease: OverlapLease | null): Overlap =>
  replacePlace(overlap, place, (before) => ({ ...before, lease }))

/** The overlap with a lease on a place that `findFreePlace` returned, which may be new. */
export const leasePlace = (overlap: Overlap, free: OverlapPlace, lease: OverlapLease): Overlap => {
  const isNew = !overlap.places.some(({ place }) => place === free.place)
  return setLease(isNew ? { ...overlap, places: [...overlap.places, free] } : overlap, free.place, lease)
}

/** The overlap after a claim ended without work. Saved work stays with its person. */
export const releasePlace = (overlap: Overlap, place: number, now: number): Overlap =>
  keepReservation(setLease(overlap, place, null), now)

/** The overlap without leases. Saved work stays with its people. */
export const endLeases = (overlap: Overlap, now: number): Overlap =>
  keepReservation({ ...overlap, places: overlap.places.map((place) => ({ ...place, lease: null })) }, now)

/** The overlap after its holder saved unfinished work: the place is theirs, also after the lease. */
export const savePlace = (overlap: Overlap, place: number, user: Username, now: number): Overlap =>
  keepReservation(
    replacePlace(overlap, place, (before) => ({ ...before, ownUser: user })),
    now,
  )

/** The overlap after a label came in. With the last one, the sample waits for a decision. */
export const finishPlace = (overlap: Overlap, place: number, labeler: Username, now: number): Overlap => {
  const places = overlap.places.filter((one) => one.place !== place)
  const labelers = [...overlap.labelers, labeler]
  const next: Overlap = {
    ...overlap,
    places,
    labelers,
    state: places.length === 0 && overlap.state === "labeling" ? "adjudicating" : overlap.state,
  }
  const assignee = findAssignee(overlap)
  return assignee === null || next.state !== "labeling" ? next : setReservation(next, assignee, now)
}

/**
 * The overlap after a person's label was taken back, while it is not decided: they have a place again. `isSaved`: whether they saved work
 * before. The order of the places follows from `updatePlaces`.
 */
export const takeBackLabel = (
  overlap: Overlap,
  labeler: Username,
  { isSaved, lease }: { readonly isSaved: boolean; readonly lease: OverlapLease | null },
): Overlap => {
  const places = overlap.places.filter(({ queue }) => queue === "labeling")
  const place = { ...makePlace(places, "labeling"), ownUser: isSaved ? labeler : null, lease }
  const labelers = overlap.labelers.filter((name) => name !== labeler)
  return { ...overlap, state: "labeling", agreement: null, labelers, places: [...places, place] }
}

/** The overlap after a decision. */
export const decideOverlap = (
  overlap: Overlap,
  decision: Pick<Overlap, "decidedAt" | "decidedBy" | "decidedFor">,
): Overlap => ({ ...overlap, ...decision, state: "decided", places: [] })

/** The overlap to which one more label is missing, because those that are in do not agree. */
export const addMissingLabel = (overlap: Overlap): Overlap => ({
  ...overlap,
  state: "labeling",
  overlap: overlap.labelers.length + 1,
  agreement: null,
})

/**
 * The overlap of a finished sample, of which more labels are requested. The decision stands until the next one. `reviewedAt`: now, where the
 * ground truth was reviewed; the next decision replaces it.
 */
export const requestLabels = (
  overlap: Overlap,
  count: number,
  reviewedAt: Overlap["decidedAt"],
): Overlap => ({
  ...overlap,
  overlap: count,
  state: "labeling",
  agreement: null,
  decidedAt: overlap.decidedAt ?? reviewedAt,
})

/** The overlap whose decision was taken back: its labels wait for another one. */
export const reopenOverlap = (overlap: Overlap): Overlap =>
  overlap.state === "decided"
    ? { ...overlap, state: "adjudicating", decidedAt: null, decidedBy: null, decidedFor: null }
    : overlap

/** The overlap without what a person saved or leased, because they may no longer work on it. Finished labels stay. */
export const leavePlaces = (overlap: Overlap, user: Username, queue: QueueName, now: number): Overlap =>
  keepReservation(
    {
      ...overlap,
      places: overlap.places.map((place) =>
        place.queue === queue && (place.ownUser === user || place.lease?.holder === user)
          ? { ...place, ownUser: null, lease: null }
          : place,
      ),
    },
    now,
  )

/**
 * The overlap with another number of labels, while labels are missing. No work is lost: the number is at least that of the labels that
 * are in or begun. Without missing ones, the sample waits for a decision.
 */
export const setOverlapCount = (overlap: Overlap, count: number, now: number): Overlap => {
  const next = countKept(overlap, count, now)
  return { ...overlap, overlap: next, state: isComplete(overlap, next) ? "adjudicating" : "labeling" }
}

type CountedOverlap = Pick<Overlap, "labelers" | "places">

/** Whether no label is missing any more with that number of labels. */
export const isCompleteWith = (overlap: CountedOverlap, count: number, now: number): boolean =>
  isComplete(overlap, countKept(overlap, count, now))

const countKept = ({ labelers, places }: CountedOverlap, count: number, now: number): number =>
  Math.max(count, labelers.length + places.filter((place) => !isUnused(place, now)).length)

const isComplete = ({ labelers }: CountedOverlap, count: number): boolean =>
  labelers.length > 0 && labelers.length >= count

const replacePlace = (
  overlap: Overlap,
  place: number,
  change: (before: OverlapPlace) => OverlapPlace,
): Overlap => ({
  ...overlap,
  places: overlap.places.map((one) => (one.place === place ? change(one) : one)),
})
