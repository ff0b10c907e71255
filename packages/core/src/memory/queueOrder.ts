/** The order of the queues over the free rows: what a person would get, and from which step. */
import { HashMap, HashSet, Option, RedBlackTree } from "effect"
import { type QueueName, type QueueStep, queueSteps } from "../domain/Claim.ts"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import { findQueueRow, formatRange, type QueueRows } from "./queueRows.ts"
import { compareAscii } from "./sorted.ts"

/** A person who claims from a queue of a dataset. */
export interface QueueUser {
  readonly datasetId: DatasetId
  readonly user: Username
  readonly queue: QueueName
}

export interface Place {
  readonly step: QueueStep
  readonly id: SampleId
}

/** All free samples in the order in which the person would get them, read lazily. */
export function* listFreeInOrder(queue: QueueRows, person: QueueUser): Generator<Place> {
  for (const step of queueSteps[person.queue])
    for (const id of listFreeOfStep(queue, person, step)) yield { step, id }
}

/** The free samples of one step. The person's own samples belong to steps 1 and 2. */
export function* listFreeOfStep(queue: QueueRows, person: QueueUser, step: QueueStep): Generator<SampleId> {
  for (const id of listCandidates(queue, person, step)) if (step < 3 || !isOwn(queue, person, id)) yield id
}

const isOwn = (queue: QueueRows, person: QueueUser, id: SampleId): boolean =>
  findQueueRow(queue, id)?.key.own?.user === person.user

const listCandidates = (
  queue: QueueRows,
  { datasetId, user, queue: name }: QueueUser,
  step: QueueStep,
): Iterable<SampleId> => {
  const readRange = (stored: number, of: Username | null) =>
    listFreeSamples(queue, formatRange(datasetId, stored, of))
  if (name === "prelabeling") return readRange(step + 20, null)
  if (name === "labeling") return step < 4 ? readRange(step, user) : readRange(4, null)
  if (step < 4) return readRange(step + 10, user)
  if (step === 5) return readRange(14, user)
  const others = Option.getOrElse(HashMap.get(queue.labelers, datasetId), () =>
    HashSet.empty<Username | null>(),
  )
  return merge(
    [...others].filter((other) => other !== user).map((other) => formatRange(datasetId, 14, other)),
    queue,
  )
}

const listFreeSamples = (queue: QueueRows, range: string): Iterable<SampleId> =>
  Option.match(HashMap.get(queue.free, range), { onNone: () => [], onSome: RedBlackTree.values })

/** Merges sorted ranges. Each element costs a comparison of the heads. */
function* merge(ranges: ReadonlyArray<string>, queue: QueueRows): Generator<SampleId> {
  const heads = ranges.flatMap((range) => {
    const entries = Option.match(HashMap.get(queue.free, range), {
      onNone: () => [][Symbol.iterator](),
      onSome: (all) => all[Symbol.iterator](),
    })
    const first = entries.next()
    return first.done === true ? [] : [{ entry: first.value, entries }]
  })
  while (heads.length > 0) {
    const least = heads.reduce((a, b) => (compareAscii(a.entry[0], b.entry[0]) <= 0 ? a : b))
    yield least.entry[1]
    const next = least.entries.next()
    if (next.done === true) heads.splice(heads.indexOf(least), 1)
    else least.entry = next.value
  }
}
