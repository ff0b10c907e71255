/** The order of the queues over the free rows: what a person would get, and from which step. */
import { HashMap, HashSet, Option, RedBlackTree } from "effect"
import type { QueueName, QueueStep } from "../domain/Claim.ts"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import { type QueueRows, rangeOf, rowOf } from "./queueRows.ts"
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

export const stepsOf = (queue: QueueName): ReadonlyArray<QueueStep> =>
  queue === "labeling" ? [1, 2, 3, 4] : [1, 2, 3, 4, 5]

/** All free samples in the order in which the person would get them, read lazily. */
export function* inOrder(queue: QueueRows, person: QueueUser): Generator<Place> {
  for (const step of stepsOf(person.queue)) for (const id of ofStep(queue, person, step)) yield { step, id }
}

/** The free samples of one step. The person's own samples belong to steps 1 and 2. */
export function* ofStep(queue: QueueRows, person: QueueUser, step: QueueStep): Generator<SampleId> {
  for (const id of candidates(queue, person, step)) if (step < 3 || !isOwn(queue, person, id)) yield id
}

const isOwn = (queue: QueueRows, person: QueueUser, id: SampleId): boolean =>
  rowOf(queue, id)?.key.own?.user === person.user

const candidates = (
  queue: QueueRows,
  { datasetId, user, queue: name }: QueueUser,
  step: QueueStep,
): Iterable<SampleId> => {
  const range = (stored: number, of: Username | null) => samplesOf(queue, rangeOf(datasetId, stored, of))
  if (name === "labeling") return step < 4 ? range(step, user) : range(4, null)
  if (step < 4) return range(step + 10, user)
  if (step === 5) return range(14, user)
  const others = Option.getOrElse(HashMap.get(queue.labelers, datasetId), () =>
    HashSet.empty<Username | null>(),
  )
  return merge(
    [...others].filter((other) => other !== user).map((other) => rangeOf(datasetId, 14, other)),
    queue,
  )
}

const samplesOf = (queue: QueueRows, range: string): Iterable<SampleId> =>
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
