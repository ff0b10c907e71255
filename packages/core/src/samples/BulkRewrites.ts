import { Effect } from "effect"
import type { Permitted } from "../access/Access.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import type { Claim } from "../domain/Claim.ts"
import { Conflict } from "../domain/errors.ts"
import { nextIds, type SampleId, VersionId } from "../domain/Ids.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { Sample } from "../domain/Sample.ts"
import { now } from "../domain/Timestamp.ts"
import { Events } from "../events/Events.ts"
import { freeAction, validateStatus } from "../labels/directWrites.ts"
import { type LabelChanged, type LabelWrite, LabelWriter } from "../labels/LabelWriter.ts"
import { patched } from "../labels/labelInput.ts"
import { Placement } from "../placement/Placement.ts"
import { factsOf } from "../placement/queueKey.ts"
import { SampleReader, type SampleRow } from "../reading/SampleReader.ts"
import { SampleStore } from "../reading/SampleStore.ts"
import { type BulkSet, type Changed, eventOf, isDifferent, labelOf } from "./bulkChange.ts"
import { changedSample, type UsersByKey as Known, sameSample } from "./sampleInput.ts"

/**
 * Changes one portion of samples in the caller's transaction: a few statements for all of them, then their places,
 * events and counts.
 */
export class BulkRewrites extends Effect.Service<BulkRewrites>()("@annotary/core/BulkRewrites", {
  effect: Effect.gen(function* () {
    const store = yield* SampleStore
    const reader = yield* SampleReader
    const labelsets = yield* LabelsetFinder
    const labels = yield* LabelWriter
    const placement = yield* Placement
    const events = yield* Events

    /**
     * Changes the first of these samples, at most 1000. If events need complete samples and labels, as many as have 4
     * MiB of bodies together. Returns the number of ids read and of changed samples; samples of other datasets are
     * ignored. `openClaims`: their claims, as returned by the lock. `permitted` must be read after the lock.
     */
    const perform = Effect.fnUntraced(function* (
      permitted: Permitted,
      openClaims: ReadonlyMap<SampleId, Claim>,
      ids: ReadonlyArray<SampleId>,
      set: BulkSet,
      known: Known,
    ) {
      const { id: dataset } = permitted.dataset
      const labelset = yield* labelsets.truthOf(dataset)
      const { read, rows } = events.wanted(permitted)
        ? yield* reader.portion(ids, { labelset: labelset.id, full: true })
        : { rows: yield* reader.heads(ids, labelset.id), read: ids.length }
      const here = rows.filter(({ sample }) => sample.datasetId === dataset)
      const samples = yield* changeSamples(here, set, known)
      const relabeled = yield* changeLabels(permitted, here, samples, set, labelset)
      const changed = here
        .map(({ sample: { id } }): Changed => {
          return { id, sample: samples.get(id) ?? null, label: relabeled.get(id) ?? null }
        })
        .filter(isDifferent)
      const moves = changed.flatMap(labelOf)
      yield* labels.report(permitted, moves, changed.flatMap(eventOf))
      yield* placement.place(
        dataset,
        here
          .filter(({ sample: { id } }) => samples.has(id) || relabeled.has(id))
          .map(({ label, sample }) =>
            factsOf(samples.get(sample.id) ?? sample, relabeled.get(sample.id)?.after ?? label ?? null),
          ),
        "made",
      )
      const ofOthers = moves
        .map(({ sample }) => sample.id)
        .filter((id) => (openClaims.get(id)?.holder ?? permitted.actor) !== permitted.actor)
      yield* placement.release(dataset, ofOthers)
      yield* labels.count(permitted, moves)
      return { changed: changed.length, read }
    })

    /** The changed samples by id. */
    const changeSamples = Effect.fnUntraced(function* (
      rows: ReadonlyArray<SampleRow>,
      set: BulkSet,
      known: Known,
    ) {
      const updatedAt = yield* now
      const due = rows.flatMap(({ sample }) => {
        const after = changedSample(sample, set, known)
        return sameSample(sample, after) ? [] : [{ after, expected: sample.version }]
      })
      const versions = yield* nextIds(VersionId, due.length)
      const changes = due.map(({ after, expected }, index) => ({
        sample: { ...after, updatedAt, version: versions[index] ?? expected },
        expected,
      }))
      const done = changes.length === 0 ? 0 : (yield* store.updateMany(changes)).size
      if (done < changes.length) return yield* changedMeanwhile
      return new Map(changes.map(({ sample }) => [sample.id, sample])) as ReadonlyMap<SampleId, Sample>
    })

    /** The label changes by sample id. */
    const changeLabels = Effect.fnUntraced(function* (
      permitted: Permitted,
      rows: ReadonlyArray<SampleRow>,
      samples: ReadonlyMap<SampleId, Sample>,
      { labelStatus: status }: BulkSet,
      labelset: Labelset,
    ) {
      const none: ReadonlyMap<SampleId, LabelChanged> = new Map()
      if (status === undefined) return none
      const writes = rows.flatMap(({ label, sample }): ReadonlyArray<LabelWrite> => {
        const before = label ?? null
        const from = before?.status ?? null
        if (from === status) return []
        const content = patched(before, {}, status)
        const people = { rejecter: null }
        const action = freeAction(from, status)
        return [
          { permitted, sample: samples.get(sample.id) ?? sample, labelset, before, content, action, people },
        ]
      })
      for (const { before } of writes)
        yield* validateStatus(before?.status ?? null, status, permitted.dataset.settings)
      const written = yield* labels.writeMany(writes)
      return new Map(written.map((change) => [change.sample.id, change])) as typeof none
    })

    return { perform }
  }),
  dependencies: [
    Events.Default,
    LabelWriter.Default,
    LabelsetFinder.Default,
    Placement.Default,
    SampleReader.Default,
  ],
}) {}

const changedMeanwhile = Effect.fail(new Conflict({ code: "changed_meanwhile" }))
