/** Changes of many samples at once: priority, assignees and status of up to 10 000, all or none. */
import { Effect } from "effect"
import { LabelsetFinder } from "../datasets/LabelsetFinder.ts"
import { Conflict, InvalidInput, type Violation } from "../domain/errors.ts"
import { nextId, type SampleId, VersionId } from "../domain/Ids.ts"
import type { Label, LabelStatus } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { Sample } from "../domain/Sample.ts"
import { now } from "../domain/Timestamp.ts"
import { type Change, Events } from "../events/Events.ts"
import { Access, type DatasetRef, type Permitted } from "../identity/Access.ts"
import { KnownUsers } from "../identity/KnownUsers.ts"
import { judgeStatus } from "../labels/directWrites.ts"
import { type LabelChanged, LabelWriter } from "../labels/LabelWriter.ts"
import { labelViolations, patched } from "../labels/labelInput.ts"
import { Placement } from "../queue/Placement.ts"
import { Transaction } from "../storage/Transaction.ts"
import { SampleLists } from "./SampleLists.ts"
import { SampleReader, type SampleRow } from "./SampleReader.ts"
import { SampleStore } from "./SampleStore.ts"
import type { SampleConditions } from "./sampleFilter.ts"
import {
  changedSample,
  type UsersByKey as Known,
  sameSample,
  sampleViolations,
  usersIn,
} from "./sampleInput.ts"

/** Which samples. Ids that the dataset does not have are left out. */
export type BulkTarget = { readonly uuids: ReadonlyArray<SampleId> } | { readonly filter: SampleConditions }

/** What is given is set. A status makes a label where there is none. */
export interface BulkSet {
  readonly priority?: number | undefined
  readonly assignedLabeler?: string | null | undefined
  readonly assignedReviewer?: string | null | undefined
  readonly labelStatus?: LabelStatus | undefined
}

const most = 10_000
/** Samples in memory at once, with whole labels when their events are told. */
const chunk = 100

export class SampleBulk extends Effect.Service<SampleBulk>()("@annotary/core/SampleBulk", {
  effect: Effect.gen(function* () {
    const store = yield* SampleStore
    const reader = yield* SampleReader
    const lists = yield* SampleLists
    const access = yield* Access
    const users = yield* KnownUsers
    const labelsets = yield* LabelsetFinder
    const labels = yield* LabelWriter
    const placement = yield* Placement
    const events = yield* Events
    const transaction = yield* Transaction

    /** Answers how many samples are different now. */
    const updateMany = Effect.fn("SampleBulk.updateMany")(function* (
      ref: DatasetRef,
      target: BulkTarget,
      set: BulkSet,
    ) {
      return yield* Effect.retry(transaction.run(updateOnce(ref, target, set)), {
        times: 5,
        while: (error) => error._tag === "Conflict" && error.code === "changed_meanwhile",
      })
    })

    const updateOnce = Effect.fn("SampleBulk.updateOnce")(function* (
      ref: DatasetRef,
      target: BulkTarget,
      set: BulkSet,
    ) {
      const operation = set.labelStatus === undefined ? "prioritise" : "write_any_label"
      const permitted = yield* access.requireWritable(ref, operation)
      const known = yield* users.among(usersIn(set))
      const errors = violationsOf(set, known)
      if (errors.length > 0) return yield* new InvalidInput({ errors })
      const ids = yield* idsOf(permitted, target)
      const held = yield* placement.lock(permitted.dataset.id, ids)
      const labelset = yield* labelsets.truthOf(permitted.dataset.id)
      const full = events.wanted(permitted)
      const changed: Array<Changed> = []
      for (let i = 0; i < ids.length; i += chunk) {
        const rows = yield* reader.rows(ids.slice(i, i + chunk), { labelset: labelset.id, full })
        const here = rows.filter(({ sample }) => sample.datasetId === permitted.dataset.id)
        const some = yield* Effect.forEach(here, (row) => change(permitted, row, set, known, labelset))
        yield* labels.tell(permitted, some.flatMap(labelOf), some.flatMap(eventOf))
        changed.push(...some.map(lighter))
      }
      const different = changed.filter((each) => each.sample !== null || each.label !== null)
      yield* placement.refresh(
        permitted.dataset.id,
        different.map((each) => each.id),
      )
      const relabeled = changed.flatMap(labelOf)
      const others = relabeled
        .map(({ sample }) => sample.id)
        .filter((id) => (held.get(id)?.holder ?? permitted.actor) !== permitted.actor)
      yield* placement.release(permitted.dataset.id, others)
      yield* labels.count(permitted, relabeled)
      return different.length
    })

    const idsOf = Effect.fn("SampleBulk.idsOf")(function* (permitted: Permitted, target: BulkTarget) {
      if ("uuids" in target) {
        const ids = [...new Set(target.uuids)].sort()
        return ids.length > most ? yield* InvalidInput.at("/uuids", `must hold at most ${most} ids`) : ids
      }
      const filter = yield* lists.filterOf(permitted.dataset, target.filter)
      if (filter === null) return []
      if ((yield* reader.count(filter, most + 1)) > most) {
        return yield* InvalidInput.at("/filters", `must match at most ${most} samples`)
      }
      const sort = { key: "created_at", descending: false } as const
      const page = yield* reader.page({ filter, sort, start: { offset: 0 }, limit: most })
      return page.map((place) => place.id).sort()
    })

    const change = Effect.fn("SampleBulk.change")(function* (
      permitted: Permitted,
      row: SampleRow,
      set: BulkSet,
      known: Known,
      labelset: Labelset,
    ) {
      const sample = yield* changeSample(row.sample, set, known)
      const label = yield* changeLabel(
        permitted,
        { sample: sample ?? row.sample, label: row.label ?? null },
        set,
        labelset,
      )
      return { id: row.sample.id, sample, label } satisfies Changed
    })

    const changeSample = Effect.fn("SampleBulk.changeSample")(function* (
      before: Sample,
      set: BulkSet,
      known: Known,
    ) {
      const after = changedSample(before, set, known)
      if (sameSample(before, after)) return null
      const sample: Sample = { ...after, updatedAt: yield* now, version: yield* nextId(VersionId) }
      return (yield* store.update(sample, before.version)) === "updated" ? sample : yield* changedMeanwhile
    })

    const changeLabel = Effect.fn("SampleBulk.changeLabel")(function* (
      permitted: Permitted,
      { sample, label: before }: { readonly sample: Sample; readonly label: Label | null },
      set: BulkSet,
      labelset: Labelset,
    ) {
      const status = set.labelStatus
      if (status === undefined || status === before?.status) return null
      yield* judgeStatus(before?.status ?? null, status, permitted.dataset.settings)
      const content = patched(before, {}, status)
      const people = { rejecter: null }
      const ask = {
        permitted,
        sample,
        labelset,
        before,
        content,
        action: "write",
        people,
        placedLater: true,
      } as const
      return { sample, labelset, before, after: yield* labels.write(ask) } satisfies LabelChanged
    })

    return { updateMany }
  }),
}) {}

/** What became of one sample: its new versions, or null where nothing changed. */
interface Changed {
  readonly id: SampleId
  readonly sample: Sample | null
  readonly label: LabelChanged | null
}

const labelOf = (changed: Changed): ReadonlyArray<LabelChanged> =>
  changed.label === null ? [] : [changed.label]

const eventOf = ({ sample }: Changed): ReadonlyArray<Change> =>
  sample === null ? [] : [{ type: "sample.updated", sample }]

/** Without the bodies, which were told and are not needed any more. */
const lighter = (changed: Changed): Changed => {
  if (changed.label === null) return changed
  const bare = (label: Label | null) => (label === null ? null : { ...label, attributes: null })
  return {
    ...changed,
    label: { ...changed.label, before: bare(changed.label.before), after: bare(changed.label.after) },
  }
}

const violationsOf = (set: BulkSet, known: Known): ReadonlyArray<Violation> => {
  const limits = { maxMetadataBytes: 0 }
  const label = set.labelStatus === undefined ? [] : labelViolations({ status: set.labelStatus })
  return [
    ...sampleViolations(set, limits, known, "/set"),
    ...label.map((each) => ({ ...each, pointer: `/set${each.pointer}` })),
  ]
}

const changedMeanwhile = Effect.fail(new Conflict({ code: "changed_meanwhile" }))
