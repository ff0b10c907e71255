/**
 * The queues as immutable rows with their indexes: free places in order, leases by their end, claims by id and by
 * holder.
 */
import { HashMap, HashSet, Option, RedBlackTree } from "effect"
import type { Claim, ClaimEnd } from "../domain/Claim.ts"
import type { ClaimId, DatasetId, SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import { fromMillis, toMillis } from "../domain/Timestamp.ts"
import { longestLease } from "../kernel/longestLease.ts"
import type { QueueKey } from "../placement/queueKey.ts"
import { formatSortableNumber, makeEmptySorted, putSorted, type Sorted } from "./sorted.ts"

export interface QueueRow {
  readonly datasetId: DatasetId
  readonly key: QueueKey
  readonly lease: { readonly claim: Claim; readonly until: number } | null
}

export interface QueueRows {
  readonly rows: HashMap.HashMap<SampleId, QueueRow>
  /** Free samples in the order of the queue, by {@link formatRange} a membership. */
  readonly free: HashMap.HashMap<string, Sorted<SampleId>>
  /** The labelers of the free samples in a dataset's reviewing pool. Each has a separate range. */
  readonly labelers: HashMap.HashMap<DatasetId, HashSet.HashSet<Username | null>>
  readonly claims: HashMap.HashMap<ClaimId, SampleId>
  readonly holders: HashMap.HashMap<Username, HashSet.HashSet<SampleId>>
  /** Leased samples by the end of the lease. */
  readonly leases: HashMap.HashMap<DatasetId, Sorted<SampleId>>
  /** Claims that ended without work, until they are forgotten. */
  readonly ended: HashMap.HashMap<ClaimId, EndedClaim>
}

/** A claim that ended without work. */
export interface EndedClaim {
  readonly datasetId: DatasetId
  readonly at: number
  readonly reason: ClaimEnd
  /** The part that was not counted, in milliseconds since 1970. Null after it was counted in full. */
  readonly lease:
    | (Pick<Claim, "holder" | "queue" | "sampleId"> & { readonly start: number; readonly end: number })
    | null
}

export const emptyQueue: QueueRows = {
  rows: HashMap.empty(),
  free: HashMap.empty(),
  labelers: HashMap.empty(),
  claims: HashMap.empty(),
  holders: HashMap.empty(),
  leases: HashMap.empty(),
  ended: HashMap.empty(),
}

/**
 * The range of a membership. The reviewing pool has a range for each labeler, so that "not labeled by me" costs one
 * lookup for each labeler.
 */
export const formatRange = (dataset: DatasetId, step: number, user: Username | null): string =>
  `${dataset} ${step} ${user ?? ""}`

const orderKey = (key: QueueKey): string => `${formatSortableNumber(key.np)}${key.sampleId}`
const leaseKey = (until: number, id: SampleId): string => `${formatSortableNumber(until)}${id}`

const listMemberships = (row: QueueRow): ReadonlyArray<string> => {
  const { own, open, labeler } = row.key
  const ranges: Array<string> = []
  if (own !== null) ranges.push(formatRange(row.datasetId, own.step, own.user))
  if (open !== null)
    ranges.push(formatRange(row.datasetId, open.step, open.step === 14 ? labeler : open.user))
  return ranges
}

export const findQueueRow = (queue: QueueRows, id: SampleId): QueueRow | undefined =>
  Option.getOrUndefined(HashMap.get(queue.rows, id))

/** The leased row of an unexpired claim. */
export const findLeasedRow = (
  queue: QueueRows,
  id: ClaimId,
  now: number,
): (QueueRow & { readonly lease: NonNullable<QueueRow["lease"]> }) | undefined => {
  const sample = HashMap.get(queue.claims, id)
  const row = Option.isSome(sample) ? findQueueRow(queue, sample.value) : undefined
  return row?.lease != null && row.lease.until > now ? { ...row, lease: row.lease } : undefined
}

/** The dataset of a claim that is open, or ended and still recorded, and how it ended. */
export const endOfClaim = (
  queue: QueueRows,
  id: ClaimId,
  now: number,
): Option.Option<{ readonly datasetId: DatasetId; readonly reason: ClaimEnd | null }> =>
  Option.orElse(
    Option.flatMap(HashMap.get(queue.claims, id), (sample) =>
      Option.map(HashMap.get(queue.rows, sample), ({ datasetId, lease }) => ({
        datasetId,
        reason: lease !== null && lease.until <= now ? ("expired" as const) : null,
      })),
    ),
    () => Option.map(HashMap.get(queue.ended, id), ({ datasetId, reason }) => ({ datasetId, reason })),
  )

/** Inserts or replaces a row and updates all indexes. `row` undefined removes it. */
export const setRow = (queue: QueueRows, id: SampleId, row: QueueRow | undefined): QueueRows => {
  const before = findQueueRow(queue, id)
  const without = before === undefined ? queue : removeFromIndexes(queue, id, before)
  if (row === undefined) return { ...without, rows: HashMap.remove(without.rows, id) }
  return index({ ...without, rows: HashMap.set(without.rows, id, row) }, id, row)
}

const index = (queue: QueueRows, id: SampleId, row: QueueRow): QueueRows => {
  if (row.lease !== null) {
    const { claim, until } = row.lease
    const samples = Option.getOrElse(HashMap.get(queue.holders, claim.holder), () =>
      HashSet.empty<SampleId>(),
    )
    return {
      ...queue,
      claims: HashMap.set(queue.claims, claim.id, id),
      holders: HashMap.set(queue.holders, claim.holder, HashSet.add(samples, id)),
      leases: put(queue.leases, row.datasetId, leaseKey(until, id), id),
    }
  }
  let { free, labelers } = queue
  for (const range of listMemberships(row)) free = put(free, range, orderKey(row.key), id)
  if (row.key.open?.step === 14) {
    const labelersOfDataset = Option.getOrElse(HashMap.get(labelers, row.datasetId), () =>
      HashSet.empty<Username | null>(),
    )
    labelers = HashMap.set(labelers, row.datasetId, HashSet.add(labelersOfDataset, row.key.labeler))
  }
  return { ...queue, free, labelers }
}

const removeFromIndexes = (queue: QueueRows, id: SampleId, row: QueueRow): QueueRows => {
  if (row.lease !== null) {
    const { claim, until } = row.lease
    const samples = Option.map(HashMap.get(queue.holders, claim.holder), (all) => HashSet.remove(all, id))
    return {
      ...queue,
      claims: HashMap.remove(queue.claims, claim.id),
      holders:
        Option.isSome(samples) && HashSet.size(samples.value) > 0
          ? HashMap.set(queue.holders, claim.holder, samples.value)
          : HashMap.remove(queue.holders, claim.holder),
      leases: cut(queue.leases, row.datasetId, leaseKey(until, id)),
    }
  }
  let { free, labelers } = queue
  for (const range of listMemberships(row)) free = cut(free, range, orderKey(row.key))
  if (row.key.open?.step === 14 && !HashMap.has(free, formatRange(row.datasetId, 14, row.key.labeler))) {
    labelers = HashMap.modify(labelers, row.datasetId, HashSet.remove(row.key.labeler))
  }
  return { ...queue, free, labelers }
}

const put = <Key>(trees: HashMap.HashMap<Key, Sorted<SampleId>>, tree: Key, key: string, id: SampleId) =>
  HashMap.set(
    trees,
    tree,
    putSorted(
      Option.getOrElse(HashMap.get(trees, tree), () => makeEmptySorted<SampleId>()),
      key,
      id,
    ),
  )

const cut = <Key>(trees: HashMap.HashMap<Key, Sorted<SampleId>>, tree: Key, key: string) => {
  const rest = Option.map(HashMap.get(trees, tree), RedBlackTree.removeFirst(key))
  return Option.isSome(rest) && RedBlackTree.size(rest.value) > 0
    ? HashMap.set(trees, tree, rest.value)
    : HashMap.remove(trees, tree)
}

/** Leases the sample, or extends its lease, until `until`. */
export const addLease = (queue: QueueRows, claim: Claim, until: number): QueueRows => {
  const row = findQueueRow(queue, claim.sampleId)
  return row === undefined
    ? queue
    : setRow(queue, claim.sampleId, {
        ...row,
        lease: { claim: { ...claim, expiresAt: fromMillis(until) }, until },
      })
}

export const freeRow = (queue: QueueRows, id: SampleId): QueueRows => {
  const row = findQueueRow(queue, id)
  return row === undefined || row.lease === null ? queue : setRow(queue, id, { ...row, lease: null })
}

/** Ends a claim and records its end. */
export const end =
  (now: number, reason: ClaimEnd) =>
  (queue: QueueRows, id: SampleId): QueueRows => {
    const row = findQueueRow(queue, id)
    if (row === undefined || row.lease === null) return queue
    const { claim, until } = row.lease
    const { claimedAt, holder, queue: name, sampleId } = claim
    const lease = { holder, queue: name, sampleId, start: toMillis(claimedAt), end: Math.min(now, until) }
    const ended = HashMap.set(queue.ended, claim.id, { datasetId: row.datasetId, at: now, reason, lease })
    return { ...freeRow(queue, id), ended }
  }

/** Shortens leases that end later than the longest lease. */
export const shortenLeases = (queue: QueueRows, dataset: DatasetId, now: number): QueueRows => {
  const leases = HashMap.get(queue.leases, dataset)
  if (Option.isNone(leases)) return queue
  const farthest = now + longestLease
  const late = [...RedBlackTree.greaterThan(leases.value, `${formatSortableNumber(farthest)}~`)]
  return late.reduce((all, [, id]) => {
    const lease = findQueueRow(all, id)?.lease
    return lease == null ? all : addLease(all, lease.claim, farthest)
  }, queue)
}

/** Frees up to `limit` samples with expired leases, earliest first, and returns their number. */
export const sweepExpired = (
  queue: QueueRows,
  dataset: DatasetId,
  now: number,
  limit: number,
): readonly [number, QueueRows] => {
  const leases = HashMap.get(queue.leases, dataset)
  if (Option.isNone(leases)) return [0, queue]
  // All keys up to now sort before this one.
  const bound = `${formatSortableNumber(now)}~`
  const ended = [...listUpTo(leases.value, bound, limit)]
  return [ended.length, ended.reduce(end(now, "expired"), queue)]
}

function* listUpTo(leases: Sorted<SampleId>, bound: string, limit: number): Generator<SampleId> {
  let taken = 0
  for (const [key, id] of leases) {
    if (key > bound || taken === limit) return
    taken += 1
    yield id
  }
}
