/** The overlaps of a dataset with their indexes: placed samples in the order of the queue, leased ones, and those of a person. */
import { HashMap, HashSet, Option, RedBlackTree } from "effect"
import type { QueueName } from "../domain/Claim.ts"
import type { SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Overlap } from "../domain/Overlap.ts"
import { formatSortableNumber, makeEmptySorted, putSorted, type Sorted } from "./sorted.ts"

export interface OverlapRows {
  /** Of samples that several people label, without their labelers, who follow from the labels. */
  readonly bySample: HashMap.HashMap<SampleId, Overlap>
  /** Samples with places in a queue, by np and sample. */
  readonly placed: HashMap.HashMap<QueueName, Sorted<SampleId>>
  /** Samples with a place whose last lease is stored. */
  readonly leased: HashSet.HashSet<SampleId>
  /** Samples with a place that waits for the person, or on which they saved work. */
  readonly named: HashMap.HashMap<Username, HashSet.HashSet<SampleId>>
}

export const emptyOverlaps: OverlapRows = {
  bySample: HashMap.empty(),
  placed: HashMap.empty(),
  leased: HashSet.empty(),
  named: HashMap.empty(),
}

export const findOverlapRow = ({ bySample }: OverlapRows, id: SampleId): Overlap | undefined =>
  Option.getOrUndefined(HashMap.get(bySample, id))

/** Inserts or replaces an overlap. */
export const setOverlapRow = (rows: OverlapRows, overlap: Overlap): OverlapRows => {
  const id = overlap.sampleId
  const without = removeOverlapRow(rows, id)
  const isLeased = overlap.places.some(({ lease }) => lease !== null)
  return {
    bySample: HashMap.set(without.bySample, id, { ...overlap, labelers: [] }),
    placed: listQueues(overlap).reduce(
      (all, queue) => HashMap.set(all, queue, putSorted(listSorted(all, queue), toOrderKey(overlap), id)),
      without.placed,
    ),
    leased: isLeased ? HashSet.add(without.leased, id) : without.leased,
    named: listNames(overlap).reduce(
      (all, user) => HashMap.set(all, user, HashSet.add(listNamed(all, user), id)),
      without.named,
    ),
  }
}

/** Removes the overlap of a sample, where it has one. */
export const removeOverlapRow = (rows: OverlapRows, id: SampleId): OverlapRows => {
  const before = findOverlapRow(rows, id)
  if (before === undefined) return rows
  return {
    bySample: HashMap.remove(rows.bySample, id),
    placed: listQueues(before).reduce(
      (all, queue) =>
        HashMap.set(all, queue, RedBlackTree.removeFirst(listSorted(all, queue), toOrderKey(before))),
      rows.placed,
    ),
    leased: HashSet.remove(rows.leased, id),
    named: listNames(before).reduce((all, user) => {
      const rest = HashSet.remove(listNamed(all, user), id)
      return HashSet.size(rest) === 0 ? HashMap.remove(all, user) : HashMap.set(all, user, rest)
    }, rows.named),
  }
}

/** The overlaps of samples with places in a queue, by np and sample. */
export function* readPlacedOverlaps(rows: OverlapRows, queue: QueueName): Iterable<Overlap> {
  for (const [, id] of listSorted(rows.placed, queue)) {
    const overlap = findOverlapRow(rows, id)
    if (overlap !== undefined) yield overlap
  }
}

/** The overlaps with a place that waits for a person, or on which they saved work. */
export const listNamedOverlaps = (rows: OverlapRows, user: Username): ReadonlyArray<Overlap> =>
  [...listNamed(rows.named, user)].flatMap((id) => findOverlapRow(rows, id) ?? [])

/** The overlaps with stored leases, which may have expired. */
export const listLeasedOverlaps = (rows: OverlapRows): ReadonlyArray<Overlap> =>
  [...rows.leased].flatMap((id) => findOverlapRow(rows, id) ?? [])

const toOrderKey = ({ np, sampleId }: Overlap): string => `${formatSortableNumber(np)}${sampleId}`

const listQueues = ({ places }: Overlap): ReadonlyArray<QueueName> => [
  ...new Set(places.map(({ queue }) => queue)),
]

const listNames = ({ places }: Overlap): ReadonlyArray<Username> => [
  ...new Set(places.flatMap(({ openUser, ownUser }) => [openUser ?? [], ownUser ?? []].flat())),
]

const listSorted = (placed: OverlapRows["placed"], queue: QueueName): Sorted<SampleId> =>
  Option.getOrElse(HashMap.get(placed, queue), () => makeEmptySorted<SampleId>())

const listNamed = (named: OverlapRows["named"], user: Username): HashSet.HashSet<SampleId> =>
  Option.getOrElse(HashMap.get(named, user), () => HashSet.empty<SampleId>())
