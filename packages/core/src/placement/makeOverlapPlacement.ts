import { Effect } from "effect"
import type { ClaimEnd, QueueName } from "../domain/Claim.ts"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Overlap } from "../domain/Overlap.ts"
import { OverlapStore } from "./OverlapStore.ts"
import { endLeases, leavePlaces, reopenOverlap, toOverlapKey, updatePlaces } from "./overlapPlaces.ts"
import { splitEndedClaims } from "./placeLeases.ts"
import type { QueueFacts, Workers } from "./queueKey.ts"

/** Samples in one call of a storage. */
const batch = 1000

/** More samples than have claims, or saved work of one person: their rows are locked at once, in one order. */
const maxSamples = 1_000_000

/**
 * Changes of overlaps that end claims. The ends are recorded, so that later calls on these claims learn why. Everything runs in the caller's transaction. The rows of
 * samples in the queue are locked before their overlaps.
 */
export const makeOverlapPlacement = Effect.gen(function* () {
  const store = yield* OverlapStore

  /** Records the ends of claims of `before` that `after` no longer has; for one whose lease lasted, the reason. */
  const noteEnds = Effect.fnUntraced(function* (
    changes: ReadonlyArray<{ readonly before: Overlap; readonly after: Overlap | null }>,
    now: number,
    reason: Exclude<ClaimEnd, "expired">,
  ) {
    const ended = changes.map(({ after, before }) => splitEndedClaims(before, after, now))
    yield* store.noteEnds(
      ended.flatMap(({ expired }) => expired),
      "expired",
    )
    yield* store.noteEnds(
      ended.flatMap(({ open }) => open),
      reason,
    )
  })

  /** Locks the overlaps of these samples and replaces each by another one. */
  const replaceAll = Effect.fnUntraced(function* (
    dataset: DatasetId,
    samples: ReadonlyArray<SampleId>,
    reason: Exclude<ClaimEnd, "expired">,
    change: (overlap: Overlap, now: number) => Overlap,
  ) {
    const { now, overlaps } = yield* store.lock(dataset, samples, "wait")
    const changes = [...overlaps.values()].map((before) => ({ before, after: change(before, now) }))
    yield* store.put(changes.map(({ after }) => after))
    yield* noteEnds(changes, now, reason)
  })

  /**
   * Updates the places of samples whose rows the caller has locked: their number, order and assignees. A decision is open again where the
   * ground truth that it wrote was taken back.
   */
  const update = Effect.fnUntraced(function* (
    dataset: DatasetId,
    facts: ReadonlyArray<QueueFacts>,
    workers: Workers,
  ) {
    const factsById = new Map(facts.map((sampleFacts) => [sampleFacts.sampleId, sampleFacts]))
    yield* replaceAll(dataset, [...factsById.keys()], "superseded", (overlap, now) => {
      const sampleFacts = factsById.get(overlap.sampleId)
      return sampleFacts === undefined
        ? overlap
        : updatePlaces(reopenOverlap(overlap), toOverlapKey(sampleFacts, workers), now)
    })
  })

  /** The samples in which a person has a place in these queues. Locks nothing. */
  const listOwn = (datasetId: DatasetId, user: Username, queues: ReadonlyArray<QueueName>) =>
    queues.length === 0 ? Effect.succeed([]) : store.listOwn({ datasetId, user, queues, limit: maxSamples })

  /** Ends a person's work on samples whose rows the caller has locked, in these queues. What they saved stays stored. */
  const leave = Effect.fnUntraced(function* (
    dataset: DatasetId,
    user: Username,
    queues: ReadonlyArray<QueueName>,
    samples: ReadonlyArray<SampleId>,
  ) {
    yield* replaceBatches(dataset, samples, (overlap, now) =>
      queues.reduce((before, queue) => leavePlaces(before, user, queue, now), overlap),
    )
  })

  /** The samples of which somebody has a claim. Locks nothing. */
  const listClaimed = (dataset: DatasetId) =>
    Effect.map(store.listClaims({ dataset, limit: maxSamples }), (open) => [
      ...new Set(open.map(({ sampleId }) => sampleId)),
    ])

  /** Ends all claims on samples whose rows the caller has locked. */
  const endClaims = (dataset: DatasetId, samples: ReadonlyArray<SampleId>) =>
    replaceBatches(dataset, samples, endLeases)

  const replaceBatches = Effect.fnUntraced(function* (
    dataset: DatasetId,
    samples: ReadonlyArray<SampleId>,
    change: (overlap: Overlap, now: number) => Overlap,
  ) {
    const sorted = samples.toSorted()
    for (let i = 0; i < sorted.length; i += batch)
      yield* replaceAll(dataset, sorted.slice(i, i + batch), "withdrawn", change)
  })

  /** Deletes the overlaps of these samples, whose rows the caller has locked, and ends their claims. */
  const remove = Effect.fnUntraced(function* (dataset: DatasetId, samples: ReadonlyArray<SampleId>) {
    const { now, overlaps } = yield* store.lock(dataset, samples, "wait")
    if (overlaps.size === 0) return
    yield* noteEnds(
      [...overlaps.values()].map((before) => ({ before, after: null })),
      now,
      "superseded",
    )
    yield* store.remove(dataset, [...overlaps.keys()])
  })

  return { update, listOwn, leave, listClaimed, endClaims, remove }
})
