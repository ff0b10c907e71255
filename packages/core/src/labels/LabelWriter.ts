import { Effect, Option } from "effect"
import type { Permitted } from "../access/Access.ts"
import { Counts, statusDifferences } from "../access/Counts.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { namedAssets } from "../assets/namedAssets.ts"
import type { Claim } from "../domain/Claim.ts"
import { Conflict } from "../domain/errors.ts"
import { type DatasetId, nextId, nextIds, type SampleId, VersionId } from "../domain/Ids.ts"
import type { Label, LabelAction, LabelStatus } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { Sample } from "../domain/Sample.ts"
import { now, type Timestamp } from "../domain/Timestamp.ts"
import type { LabelContext } from "../domain/wire/label.ts"
import { type Change, Events } from "../events/Events.ts"
import { Placement } from "../placement/Placement.ts"
import { factsOf, sameFacts } from "../placement/queueKey.ts"
import { CheckResults } from "../warnings/CheckResults.ts"
import { type LabelChange, LabelStore } from "./LabelStore.ts"
import { type LabelContent, sameContent } from "./labelInput.ts"

/** The people of the label. */
export type LabelPeople = Pick<Label, "labeler" | "reviewer" | "rejecter" | "reviewedAt" | "reviewedBy">

/** The next version of a label. */
export interface LabelWrite {
  readonly permitted: Permitted
  readonly sample: Sample
  readonly labelset: Labelset
  readonly before: Label | null
  readonly content: LabelContent
  readonly action: LabelAction
  /** Absent fields stay unchanged. */
  readonly people: Partial<LabelPeople>
  /** The claim that ends with the write. A write that changes nothing does not end it. */
  readonly ends?: Claim | undefined
}

/** The deletion of a label. */
export interface LabelRemoval {
  readonly permitted: Permitted
  readonly sample: Sample
  readonly labelset: Labelset
  readonly before: Label
}

/** A change of one label, as it is reported and counted. Null stands for no label before or after. */
export interface LabelChanged {
  readonly sample: Sample
  readonly labelset: Labelset
  readonly before: Label | null
  readonly after: Label | null
}

/** Rows in one call of a storage. */
const batch = 1000

/**
 * Writes labels with their consequences. The caller checks permissions, locks the sample's row in the queue, and runs a
 * transaction: first `write` or `remove`, then its own rows, `announce` last; or `report` after the write, and `count` last.
 */
export class LabelWriter extends Effect.Service<LabelWriter>()("@annotary/core/LabelWriter", {
  effect: Effect.gen(function* () {
    const store = yield* LabelStore
    const assets = yield* namedAssets
    const quota = yield* QuotaCounter
    const placement = yield* Placement
    const counts = yield* Counts
    const events = yield* Events
    const checkResults = yield* CheckResults

    /** The current label, or null. */
    const current = Effect.fnUntraced(function* (sample: SampleId, labelset: Labelset) {
      return Option.getOrNull(yield* store.get(sample, labelset.id, true))
    })

    const place = (labelset: Labelset, sample: Sample, label: Label | null) =>
      labelset.isGroundTruth ? placement.place(sample.datasetId, [factsOf(sample, label)]) : Effect.void

    /** Writes the next version of the label. Returns the current one when nothing differs. */
    const write = Effect.fnUntraced(function* (request: LabelWrite) {
      const { sample, labelset, before } = request
      if (before !== null && isSame(request)) return before
      const label = nextLabel(request, yield* now, yield* nextId(VersionId))
      const sameBody = before !== null && before.attributes === label.attributes
      const kept = sameBody ? null : assets.keepIn(sample.datasetId, [label.attributes])
      const bytes = kept === null ? 0 : yield* kept
      if (!(yield* store.write(label, changeOf(request, label), before?.version ?? null, sameBody)))
        return yield* changedMeanwhile
      const facts = factsOf(sample, label)
      if (request.ends !== undefined) yield* placement.finish(request.ends, facts)
      // The place follows from the facts, and every change of a role updates the places of its person.
      else if (before === null || !sameFacts(facts, factsOf(sample, before)))
        yield* place(labelset, sample, label)
      if (bytes > 0) yield* quota.take(request.permitted, { bytes })
      return label
    })

    /**
     * Writes new labels of one labelset, or next versions with unchanged bodies, which need not have been read. At most 1000,
     * of distinct samples, with at most two actions. The caller updates the places of the samples.
     */
    const writeMany = Effect.fnUntraced(function* (requests: ReadonlyArray<LabelWrite>) {
      const due = requests.filter((request) => !isSame(request))
      const at = yield* now
      const versions = yield* nextIds(VersionId, due.length)
      const made = due.flatMap((request, index) => {
        const version = versions[index]
        return version === undefined ? [] : [{ request, label: nextLabel(request, at, version) }]
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
                change: changeOf(request, label),
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

    /** Deletes the label. Its history stays. */
    const remove = Effect.fnUntraced(function* (request: LabelRemoval) {
      const change = {
        action: "delete",
        from: request.before.status,
        by: request.permitted.actor,
        at: yield* now,
      } as const
      if (!(yield* store.remove(request.before, change, yield* nextId(VersionId))))
        return yield* changedMeanwhile
      yield* checkResults.forget(request.sample.datasetId, [request.sample.id], request.labelset.id)
      yield* place(request.labelset, request.sample, null)
    })

    /** Reports and counts the changes, and reports other given changes. */
    const announce = Effect.fnUntraced(function* (
      permitted: Permitted,
      changes: ReadonlyArray<LabelChanged>,
      others: ReadonlyArray<Change> = [],
    ) {
      yield* report(permitted, changes, others)
      yield* count(permitted, changes)
    })

    /** Reports the changes, and other given ones, in the caller's transaction. */
    const report = (
      permitted: Permitted,
      changes: ReadonlyArray<LabelChanged>,
      others: ReadonlyArray<Change> = [],
    ) => events.record(permitted, [...changes.flatMap((change) => eventOf(permitted, change)), ...others])

    /** Counts the changes in the dataset. Call it last in a transaction. */
    const count = (permitted: Permitted, changes: ReadonlyArray<LabelChanged>) => {
      const moves = changes
        .filter((change) => change.labelset.isGroundTruth)
        .map(({ before, after }) => ({ from: before?.status ?? null, to: after?.status ?? null }))
      return counts.add(permitted.dataset.id, { samples: 0, byStatus: statusDifferences(moves) })
    }

    /** The ground-truth statuses of labeled samples. */
    const statusesOf = Effect.fnUntraced(function* (dataset: DatasetId, samples: ReadonlyArray<SampleId>) {
      const statuses = new Map<SampleId, LabelStatus>()
      for (let i = 0; i < samples.length; i += batch) {
        for (const [id, status] of yield* store.statusesOf(dataset, samples.slice(i, i + batch)))
          statuses.set(id, status)
      }
      return statuses as ReadonlyMap<SampleId, LabelStatus>
    })

    return { current, write, writeMany, remove, announce, report, count, statusesOf }
  }),
  dependencies: [
    CheckResults.Default,
    Counts.Default,
    Events.Default,
    Placement.Default,
    QuotaCounter.Default,
  ],
}) {}

/** Whether the label equals the requested one. */
const isSame = ({ before, content, people }: LabelWrite): boolean =>
  before !== null && sameContent(before, content) && samePeople(before, { ...peopleOf(before), ...people })

const nextLabel = (request: LabelWrite, at: Timestamp, version: VersionId): Label => {
  const { before, labelset, permitted, sample } = request
  return {
    datasetId: sample.datasetId,
    sampleId: sample.id,
    labelsetId: labelset.id,
    ...request.content,
    createdAt: before?.createdAt ?? at,
    createdBy: before?.createdBy ?? permitted.actor,
    updatedAt: at,
    updatedBy: permitted.actor,
    ...peopleOf(before),
    ...request.people,
    configVersion: isChecked(request) ? permitted.dataset.configVersion : (before?.configVersion ?? 0),
    version,
  }
}

const changeOf = ({ action, before }: LabelWrite, { updatedAt, updatedBy }: Label): LabelChange => ({
  action,
  from: before?.status ?? null,
  by: updatedBy,
  at: updatedAt,
})

/** A write that keeps the body, outside the queues, does not confirm the body under the current configuration. */
const isChecked = ({ action, before, content }: LabelWrite): boolean =>
  before === null || action !== "write" || before.attributes !== content.attributes

/** The context of a label for its representation. */
export const labelContext = (permitted: Permitted, labelset: Labelset): LabelContext => ({
  labelset: labelset.name,
  taskType: permitted.dataset.taskType,
})

const changedMeanwhile = new Conflict({ code: "changed_meanwhile" })

const nobody: LabelPeople = {
  labeler: null,
  reviewer: null,
  rejecter: null,
  reviewedAt: null,
  reviewedBy: null,
}

const peopleOf = (label: Label | null): LabelPeople => {
  const { labeler, reviewer, rejecter, reviewedAt, reviewedBy } = label ?? nobody
  return { labeler, reviewer, rejecter, reviewedAt, reviewedBy }
}

const samePeople = (a: LabelPeople, b: LabelPeople): boolean =>
  a.labeler === b.labeler && a.reviewer === b.reviewer && a.rejecter === b.rejecter

const eventOf = (permitted: Permitted, change: LabelChanged): ReadonlyArray<Change> => {
  const label = change.after ?? change.before
  if (label === null) return []
  const type = change.after === null ? "label.deleted" : "label.updated"
  return [{ type, label, context: labelContext(permitted, change.labelset), sampleName: change.sample.name }]
}
