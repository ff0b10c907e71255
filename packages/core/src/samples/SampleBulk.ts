/** Changes of many samples at once: priority, assignees and status of up to 10 000, all or none. */
import { Effect } from "effect"
import { LabelsetFinder } from "../datasets/LabelsetFinder.ts"
import { Conflict, InvalidInput } from "../domain/errors.ts"
import { nextId, VersionId } from "../domain/Ids.ts"
import type { Label } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { Sample } from "../domain/Sample.ts"
import { now } from "../domain/Timestamp.ts"
import { Events } from "../events/Events.ts"
import { Access, type DatasetRef, type Permitted } from "../identity/Access.ts"
import { KnownUsers } from "../identity/KnownUsers.ts"
import { freeAction, judgeStatus } from "../labels/directWrites.ts"
import { type LabelChanged, LabelWriter } from "../labels/LabelWriter.ts"
import { patched } from "../labels/labelInput.ts"
import { Placement } from "../queue/Placement.ts"
import { retryChanged } from "../storage/retryChanged.ts"
import { Transaction } from "../storage/Transaction.ts"
import {
  type BulkSet,
  type BulkTarget,
  bulkViolations,
  type Changed,
  eventOf,
  isDifferent,
  labelOf,
  lighter,
} from "./bulkChange.ts"
import { SampleLists } from "./SampleLists.ts"
import { SampleReader, type SampleRow } from "./SampleReader.ts"
import { SampleStore } from "./SampleStore.ts"
import { changedSample, type UsersByKey as Known, sameSample, usersIn } from "./sampleInput.ts"

export type { BulkSet, BulkTarget } from "./bulkChange.ts"

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
      return yield* retryChanged(transaction.run(updateOnce(ref, target, set)))
    })

    const updateOnce = Effect.fn("SampleBulk.updateOnce")(function* (
      ref: DatasetRef,
      target: BulkTarget,
      set: BulkSet,
    ) {
      const operation = set.labelStatus === undefined ? "prioritise" : "write_any_label"
      const permitted = yield* access.requireWritable(ref, operation)
      const known = yield* users.among(usersIn(set))
      const errors = bulkViolations(set, known)
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
        changed.push(...some.filter(isDifferent).map(lighter))
      }
      yield* placement.refresh(
        permitted.dataset.id,
        changed.map((each) => each.id),
      )
      const relabeled = changed.flatMap(labelOf)
      const others = relabeled
        .map(({ sample }) => sample.id)
        .filter((id) => (held.get(id)?.holder ?? permitted.actor) !== permitted.actor)
      yield* placement.release(permitted.dataset.id, others)
      yield* labels.count(permitted, relabeled)
      return changed.length
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
      const action = freeAction(before?.status ?? null, status)
      const people = { rejecter: null }
      const ask = { permitted, sample, labelset, before, content, action, people, placedLater: true } as const
      return { sample, labelset, before, after: yield* labels.write(ask) } satisfies LabelChanged
    })

    return { updateMany }
  }),
}) {}

const changedMeanwhile = Effect.fail(new Conflict({ code: "changed_meanwhile" }))
