/** Queries of the queues: open claims, the next samples, and the facts of a place. */
import { HashMap, HashSet, Option } from "effect"
import { type Claim, queueSteps } from "../domain/Claim.ts"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import { fromMillis } from "../domain/Timestamp.ts"
import type { ClaimRequest, QueueView, SampleClaimRequest } from "../placement/ClaimStore.ts"
import { findStep, type QueueFacts, readPrelabelRequest } from "../placement/queueKey.ts"
import { findOverlapRow } from "./overlapRows.ts"
import { listFreeInOrder, listFreeOfStep, type QueueUser } from "./queueOrder.ts"
import { addLease, findLeasedRow, findQueueRow, type QueueRows, sweepExpired } from "./queueRows.ts"
import { type DatasetRows, findDatasetRows, getGroundTruth, type State } from "./State.ts"
import { sampleIds } from "./samplePages.ts"
import { findFirstIndex } from "./sorted.ts"

/** The person's open claims, then the first samples of the order, up to the requested number. */
export const claim = (
  state: State,
  request: ClaimRequest,
  now: number,
): readonly [ReadonlyArray<Claim>, State] => {
  if (findDatasetRows(state, request.datasetId) === undefined) return [[], state]
  const { datasetId, user: holder, queue, count } = request
  const [, rows] = sweepExpired(state.queue, datasetId, now, Number.POSITIVE_INFINITY)
  const until = now + request.leaseSeconds * 1000
  const open = openIn(rows, holder, now).filter(
    (claim) => claim.datasetId === datasetId && claim.queue === queue,
  )
  const again = sortOldestFirst(open).slice(0, count)
  const anew = takeFirst(listFreeInOrder(rows, request), count - again.length).flatMap(
    ({ step, id: sampleId }, i): ReadonlyArray<Claim> => {
      const id = request.ids[i]
      if (id === undefined) return []
      return [
        {
          id,
          datasetId,
          sampleId,
          queue,
          holder,
          step,
          claimedAt: fromMillis(now),
          expiresAt: fromMillis(until),
        },
      ]
    },
  )
  const claims = [...again, ...anew]
  const next = claims.reduce((all, claim) => addLease(all, claim, until), rows)
  return [
    claims.flatMap((claim) => findQueueRow(next, claim.sampleId)?.lease?.claim ?? []),
    { ...state, queue: next },
  ]
}

/** The person's open claim of the sample, renewed, or a new one; none when they would not get it. */
export const claimSample = (
  state: State,
  request: SampleClaimRequest,
  now: number,
): readonly [Option.Option<Claim>, State] => {
  const { datasetId, id, leaseSeconds, maxOpen, queue, sampleId, user: holder } = request
  if (findDatasetRows(state, datasetId) === undefined) return [Option.none(), state]
  const [, rows] = sweepExpired(state.queue, datasetId, now, Number.POSITIVE_INFINITY)
  const refused = [Option.none(), { ...state, queue: rows }] as const
  const row = findQueueRow(rows, sampleId)
  if (row === undefined || row.datasetId !== datasetId) return refused
  const until = now + leaseSeconds * 1000
  const lease = (claim: Claim): readonly [Option.Option<Claim>, State] => {
    const leased = addLease(rows, claim, until)
    return [Option.fromNullable(findQueueRow(leased, sampleId)?.lease?.claim), { ...state, queue: leased }]
  }
  if (row.lease !== null) {
    const { claim } = row.lease
    return claim.holder === holder && claim.queue === queue ? lease(claim) : refused
  }
  const step = findStep(row.key, queue, holder)
  const open = openIn(rows, holder, now).filter(
    (claim) => claim.datasetId === datasetId && claim.queue === queue,
  )
  if (step === undefined || open.length >= maxOpen) return refused
  const times = { claimedAt: fromMillis(now), expiresAt: fromMillis(until) }
  return lease({ id, datasetId, sampleId, queue, holder, step, ...times })
}

/** Up to `count` items from the beginning. Reads no more of them. */
export const takeFirst = <A>(items: Iterable<A>, count: number): ReadonlyArray<A> => {
  const first: Array<A> = []
  if (count <= 0) return first
  for (const item of items) {
    first.push(item)
    if (first.length === count) break
  }
  return first
}

export const view = (
  state: State,
  request: QueueUser & { readonly limit: number; readonly cap: number },
  now: number,
): ReadonlyArray<QueueView> => {
  const living = findDatasetRows(state, request.datasetId) !== undefined
  // Expired leases count as free. The swept rows are examined and discarded, because nothing is written here.
  const queue = sweepExpired(state.queue, request.datasetId, now, Number.POSITIVE_INFINITY)[1]
  return queueSteps[request.queue].map((step) => {
    const ids = living
      ? takeFirst(listFreeOfStep(queue, request, step), Math.max(request.cap + 1, request.limit))
      : []
    return {
      step,
      waiting: Math.min(ids.length, request.cap),
      capped: ids.length > request.cap,
      samples: ids.slice(0, request.limit),
    }
  })
}

export const findClaim = (state: State, id: Claim["id"], now: number): Option.Option<Claim> => {
  const row = findLeasedRow(state.queue, id, now)
  return row === undefined || findDatasetRows(state, row.datasetId) === undefined
    ? Option.none()
    : Option.some(row.lease.claim)
}

export const openOn = (queue: QueueRows, id: SampleId, now: number): ReadonlyArray<Claim> => {
  const lease = findQueueRow(queue, id)?.lease
  return lease != null && lease.until > now ? [lease.claim] : []
}

const openIn = (queue: QueueRows, user: Username, now: number): ReadonlyArray<Claim> =>
  Option.match(HashMap.get(queue.holders, user), {
    onNone: () => [],
    onSome: (samples) => [...HashSet.values(samples)].flatMap((id) => openOn(queue, id, now)),
  })

export const sortOldestFirst = (claims: ReadonlyArray<Claim>): ReadonlyArray<Claim> =>
  claims.toSorted((a, b) =>
    a.claimedAt < b.claimedAt ? -1 : a.claimedAt > b.claimedAt ? 1 : a.id < b.id ? -1 : 1,
  )

export const readFacts = (
  rows: DatasetRows,
  samples: ReadonlyArray<SampleId>,
  queue: QueueRows,
): ReadonlyArray<QueueFacts> => {
  const labels = getGroundTruth(rows)
  return samples.flatMap((sampleId) => {
    const sample = Option.getOrUndefined(HashMap.get(rows.samples, sampleId))
    if (sample === undefined) return []
    const label = Option.getOrUndefined(HashMap.get(labels, sampleId))
    const overlap = findOverlapRow(rows.overlaps, sampleId)
    const prelabel = readPrelabelRequest(findQueueRow(queue, sampleId)?.key.own?.step)
    return [
      {
        ...(prelabel === undefined ? {} : { prelabel }),
        ...(overlap === undefined ? {} : { overlap: overlap.state }),
        sampleId,
        priority: sample.priority,
        status: label?.status ?? null,
        labeler: label?.labeler ?? null,
        reviewer: label?.reviewer ?? null,
        rejecter: label?.rejecter ?? null,
        assignedLabeler: sample.assignedLabeler,
        assignedReviewer: sample.assignedReviewer,
      },
    ]
  })
}

/** All unexpired claims of a person, oldest first. */
export const listClaims = (state: State, user: Username, now: number): ReadonlyArray<Claim> =>
  sortOldestFirst(
    openIn(state.queue, user, now).filter((claim) => findDatasetRows(state, claim.datasetId) !== undefined),
  )

export const listConcerning = (
  state: State,
  request: {
    readonly datasetId: DatasetId
    readonly user: Username
    readonly after: SampleId | null
    readonly limit: number
  },
): ReadonlyArray<SampleId> => {
  const rows = findDatasetRows(state, request.datasetId)
  if (rows === undefined) return []
  const ids = sampleIds(rows.samples)
  const { after } = request
  const sampleIdsFound: Array<SampleId> = []
  for (
    let i = after === null ? 0 : findFirstIndex(ids, (id) => id > after);
    i < ids.length && sampleIdsFound.length < request.limit;
    i++
  ) {
    const id = ids[i]
    if (id !== undefined && isConcerned(rows, id, request.user, state.queue)) sampleIdsFound.push(id)
  }
  return sampleIdsFound
}

const isConcerned = (rows: DatasetRows, id: SampleId, user: Username, queue: QueueRows): boolean =>
  readFacts(rows, [id], queue).some((facts) =>
    [facts.assignedLabeler, facts.assignedReviewer, facts.labeler, facts.reviewer, facts.rejecter].includes(
      user,
    ),
  )
