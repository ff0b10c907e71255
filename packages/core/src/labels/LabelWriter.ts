import { Effect, Option } from "effect"
import type { Permitted } from "../access/Access.ts"
import { Counts, computeStatusDifferences } from "../access/Counts.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { namedAssets } from "../assets/namedAssets.ts"
import { Conflict } from "../domain/errors.ts"
import { type DatasetId, generateId, generateIds, type SampleId, VersionId } from "../domain/Ids.ts"
import type { Label, LabelAction, LabelStatus } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { Sample } from "../domain/Sample.ts"
import { now } from "../domain/Timestamp.ts"
import type { LabelContext } from "../domain/wire/label.ts"
import { type Change, Events } from "../events/Events.ts"
import { OverlapStore } from "../placement/OverlapStore.ts"
import { Placement } from "../placement/Placement.ts"
import { sameFacts, toQueueFacts } from "../placement/queueKey.ts"
import { CheckResults } from "../warnings/CheckResults.ts"
import { LabelStore } from "./LabelStore.ts"
import { isSame, type LabelWrite, makeNextLabel, toFollowUp, toLabelChange } from "./nextLabel.ts"

export type { LabelPeople, LabelWrite } from "./nextLabel.ts"

/** The deletion of a label. */
export interface LabelRemoval {
  readonly permitted: Permitted
  readonly sample: Sample
  readonly labelset: Labelset
  readonly before: Label
  /** The action in the history; a deletion where absent. */
  readonly action?: LabelAction
}

/** A change of one label, as it is reported and counted. Null stands for no label before or after. */
export interface LabelChanged {
  readonly sample: Sample
  readonly labelset: Labelset
  readonly before: Label | null
  readonly after: Label | null
}

/** A label of a new sample, as it is stored. */
export interface NewLabel {
  readonly sample: Sample
  readonly labelset: Labelset
  readonly label: Label
}

/** Rows in one call of a storage. */
const batch = 1000

/**
 * Writes labels with their consequences. The caller checks permissions, locks the sample's row in the queue, and runs a
 * transaction. Each method writes, reports the change, runs the caller's own rows, and counts the change last, because many
 * transactions wait for the counts of a dataset. Reported before the rows: a storage that need not wait for the event writes it
 * meanwhile.
 */
export class LabelWriter extends Effect.Service<LabelWriter>()("@annotary/core/LabelWriter", {
  effect: Effect.gen(function* () {
    const store = yield* LabelStore
    const overlaps = yield* OverlapStore
    const assets = yield* namedAssets
    const quota = yield* QuotaCounter
    const placement = yield* Placement
    const counts = yield* Counts
    const events = yield* Events
    const checkResults = yield* CheckResults

    /** The current label, or null. */
    const findCurrent = Effect.fnUntraced(function* (sample: SampleId, labelset: Labelset) {
      return Option.getOrNull(yield* store.get(sample, labelset.id, true))
    })

    /** Sets the place of the sample. Where samples may have overlap, which neither sample nor label names, all facts are read. */
    const place = (permitted: Permitted, labelset: Labelset, sample: Sample, label: Label | null) => {
      if (!labelset.isGroundTruth) return Effect.void
      return permitted.dataset.settings.usesOverlap
        ? placement.refresh(sample.datasetId, [sample.id], "unknown")
        : placement.place(sample.datasetId, [toQueueFacts(sample, label)])
    }

    const report = (
      permitted: Permitted,
      changes: ReadonlyArray<LabelChanged>,
      others: ReadonlyArray<Change> = [],
    ) => events.record(permitted, [...changes.flatMap((change) => makeEvents(permitted, change)), ...others])

    const count = (permitted: Permitted, changes: ReadonlyArray<LabelChanged>) => {
      const moves = changes
        .filter((change) => change.labelset.isGroundTruth)
        .map(({ before, after }) => ({ from: before?.status ?? null, to: after?.status ?? null }))
      return counts.add(permitted.dataset.id, { samples: 0, byStatus: computeStatusDifferences(moves) })
    }

    /**
     * Writes the next version of the label, and the caller's rows for it. Nothing is written, reported or counted when the label
     * equals the request: the rows get the current one. With a follow-up, the rows get the label after it, and `first` before it: both
     * are written and reported, and the sample is placed and counted once.
     */
    const write = Effect.fnUntraced(function* <A, E, R>(
      request: LabelWrite,
      rows: (label: Label, first: Label) => Effect.Effect<A, E, R>,
    ) {
      const { before, followUp, labelset, permitted, sample } = request
      if (before !== null && isSame(request)) return yield* rows(before, before)
      const first = makeNextLabel(request, yield* now, yield* generateId(VersionId))
      const sameBody = before !== null && before.attributes === first.attributes
      const references = sameBody ? null : assets.keepIn(sample.datasetId, [first.attributes])
      const bytes = references === null ? 0 : yield* references
      if (!(yield* store.write(first, toLabelChange(request, first), before?.version ?? null, sameBody)))
        return yield* changedMeanwhile
      const label =
        followUp === undefined ? first : yield* writeFollowUp(toFollowUp(request, followUp, first), first)
      const facts = toQueueFacts(sample, label)
      if (request.ends !== undefined) yield* placement.finish(request.ends, facts)
      // The place follows from the facts, and every change of a role updates the places of its person. A person's prelabel ends a
      // request for another one.
      else if (
        before === null ||
        !sameFacts(facts, toQueueFacts(sample, before)) ||
        (label.status === "PRELABELED" && permitted.dataset.settings.enablePrelabeling)
      )
        yield* place(permitted, labelset, sample, label)
      if (bytes > 0) yield* quota.take(permitted, { bytes })
      const change = { sample, labelset, before, after: label }
      yield* report(
        permitted,
        label === first
          ? [change]
          : [
              { ...change, after: first },
              { ...change, before: first },
            ],
      )
      const result = yield* rows(label, first)
      yield* count(permitted, [change])
      return result
    })

    /** Writes the version that follows the one that this transaction just wrote. */
    const writeFollowUp = Effect.fnUntraced(function* (request: LabelWrite, { version }: Label) {
      const label = makeNextLabel(request, yield* now, yield* generateId(VersionId))
      if (!(yield* store.write(label, toLabelChange(request, label), version, true)))
        return yield* changedMeanwhile
      return label
    })

    /**
     * Writes new labels of one labelset, or next versions with unchanged bodies, which need not have been read. At most 1000,
     * of distinct samples, with at most two actions. The caller's rows update the places of the samples. `others` are
     * reported together with the labels.
     */
    const writeMany = Effect.fnUntraced(function* <A, E, R>(
      permitted: Permitted,
      requests: ReadonlyArray<LabelWrite>,
      others: ReadonlyArray<Change>,
      rows: (changes: ReadonlyArray<LabelChanged>) => Effect.Effect<A, E, R>,
    ) {
      const changes = requests.length === 0 ? [] : yield* writeAll(requests)
      yield* report(permitted, changes, others)
      const result = yield* rows(changes)
      yield* count(permitted, changes)
      return result
    })

    const writeAll = Effect.fnUntraced(function* (requests: ReadonlyArray<LabelWrite>) {
      const changedRequests = requests.filter((request) => !isSame(request))
      const at = yield* now
      const versions = yield* generateIds(VersionId, changedRequests.length)
      const made = changedRequests.flatMap((request, index) => {
        const version = versions[index]
        return version === undefined ? [] : [{ request, label: makeNextLabel(request, at, version) }]
      })
      for (const action of new Set(made.map(({ request }) => request.action))) {
        const fresh = made.filter(({ request }) => request.before === null && request.action === action)
        if (fresh.length > 0)
          yield* store.writeNew(
            fresh.map(({ label }) => label),
            action,
          )
      }
      const rewrites = made.flatMap(({ request, label }) =>
        request.before === null
          ? []
          : [
              {
                label,
                change: toLabelChange(request, label),
                expected: request.before.version,
                expectedAt: request.before.updatedAt,
              },
            ],
      )
      const done = rewrites.length === 0 ? 0 : (yield* store.writeMany(rewrites)).size
      if (done < rewrites.length) return yield* changedMeanwhile
      return made.map(
        ({ request: { before, labelset, sample }, label }): LabelChanged => ({
          sample,
          labelset,
          before,
          after: label,
        }),
      )
    })

    /** Writes the labels of new samples, at most 1000, and places them. */
    const writeNew = Effect.fnUntraced(function* <A, E, R>(
      permitted: Permitted,
      all: ReadonlyArray<NewLabel>,
      rows: Effect.Effect<A, E, R>,
    ) {
      const { id } = permitted.dataset
      const labels = all.map(({ label }) => label)
      const references = assets.keepIn(
        id,
        labels.map(({ attributes }) => attributes),
      )
      const bytes = references === null ? 0 : yield* references
      yield* store.writeNew(labels, "write")
      const truths = all.filter(({ labelset }) => labelset.isGroundTruth)
      if (permitted.dataset.settings.usesOverlap) yield* placeBesideOverlap(id, truths)
      else
        yield* placement.place(
          id,
          truths.map(({ label, sample }) => toQueueFacts(sample, label)),
        )
      if (bytes > 0) yield* quota.take(permitted, { bytes })
      const changes = all.map(({ label, labelset, sample }) => ({
        sample,
        labelset,
        before: null,
        after: label,
      }))
      yield* report(permitted, changes)
      const result = yield* rows
      yield* count(permitted, changes)
      return result
    })

    /** Places new samples with a ground truth. Those whose label is more than a prelabel need no labels of several people. */
    const placeBesideOverlap = Effect.fnUntraced(function* (
      dataset: DatasetId,
      truths: ReadonlyArray<NewLabel>,
    ) {
      const labeled = truths.filter(({ label }) => label.status !== "PRELABELED")
      if (labeled.length > 0)
        yield* overlaps.remove(
          dataset,
          labeled.map(({ sample }) => sample.id),
        )
      yield* placement.refresh(
        dataset,
        truths.map(({ sample }) => sample.id),
        "unknown",
      )
    })

    /** Deletes the label, and writes the caller's rows. Its history stays. */
    const remove = Effect.fnUntraced(function* <A, E, R>(
      { action = "delete", before, labelset, permitted, sample }: LabelRemoval,
      rows: Effect.Effect<A, E, R>,
    ) {
      const change = { action, from: before.status, by: permitted.actor, at: yield* now }
      if (!(yield* store.remove(before, change, yield* generateId(VersionId)))) return yield* changedMeanwhile
      yield* checkResults.forget(sample.datasetId, [sample.id], labelset.id)
      yield* place(permitted, labelset, sample, null)
      const changes = [{ sample, labelset, before, after: null }]
      yield* report(permitted, changes)
      const result = yield* rows
      yield* count(permitted, changes)
      return result
    })

    /** The ground-truth statuses of labeled samples. */
    const readStatuses = Effect.fnUntraced(function* (dataset: DatasetId, samples: ReadonlyArray<SampleId>) {
      const statuses = new Map<SampleId, LabelStatus>()
      for (let i = 0; i < samples.length; i += batch) {
        for (const [id, status] of yield* store.statusesOf(dataset, samples.slice(i, i + batch)))
          statuses.set(id, status)
      }
      return statuses as ReadonlyMap<SampleId, LabelStatus>
    })

    return { current: findCurrent, write, writeMany, writeNew, remove, readStatuses }
  }),
}) {
  static readonly dependencies = [CheckResults, Counts, Events, Placement, QuotaCounter] as const
}

/** The context of a label for its representation. */
export const labelContext = (permitted: Permitted, labelset: Labelset): LabelContext => ({
  labelset: labelset.name,
  taskType: permitted.dataset.taskType,
})

const changedMeanwhile = new Conflict({ code: "changed_meanwhile" })

const makeEvents = (permitted: Permitted, change: LabelChanged): ReadonlyArray<Change> => {
  const label = change.after ?? change.before
  if (label === null) return []
  const type = change.after === null ? "label.deleted" : "label.updated"
  return [{ type, label, context: labelContext(permitted, change.labelset), sampleName: change.sample.name }]
}
