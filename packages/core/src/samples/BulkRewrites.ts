import { Effect } from "effect"
import type { Permitted } from "../access/Access.ts"
import { DatasetRecords } from "../access/DatasetRecords.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import type { Claim } from "../domain/Claim.ts"
import { Conflict } from "../domain/errors.ts"
import { generateIds, type SampleId, VersionId } from "../domain/Ids.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { Sample } from "../domain/Sample.ts"
import { now } from "../domain/Timestamp.ts"
import { Events } from "../events/Events.ts"
import { chooseFreeAction, validateStatus } from "../labels/directWrites.ts"
import { type LabelWrite, LabelWriter } from "../labels/LabelWriter.ts"
import { patchContent } from "../labels/labelInput.ts"
import { OverlapStore } from "../placement/OverlapStore.ts"
import { Placement } from "../placement/Placement.ts"
import { toQueueFacts } from "../placement/queueKey.ts"
import { makeOverlapCounts } from "../queue/overlap/makeOverlapCounts.ts"
import { SampleReader, type SampleRow } from "../reading/SampleReader.ts"
import { SampleStore } from "../reading/SampleStore.ts"
import { type BulkSet, toUpdate } from "./bulkChange.ts"
import { applySamplePatch, isSameSample, type UsersByKey as Known } from "./sampleInput.ts"

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
    const overlaps = yield* OverlapStore
    const overlapCounts = yield* makeOverlapCounts
    const events = yield* Events

    /**
     * Changes the first of these samples, at most 1000. If events need complete samples and labels, as many as have 4
     * MiB of bodies together; if a lower number of people ends their labeling, as many as one transaction compares. Returns the number of ids read and of changed samples; samples of other datasets are
     * ignored. `openClaims`: their claims, as returned by the lock. `permitted` must be read after the lock. `expected`: only
     * labels of these versions get the status.
     */
    const perform = Effect.fnUntraced(function* (
      permitted: Permitted,
      openClaims: ReadonlyMap<SampleId, Claim>,
      all: ReadonlyArray<SampleId>,
      set: BulkSet,
      known: Known,
      expected?: ReadonlyMap<SampleId, VersionId>,
    ) {
      const { id: dataset } = permitted.dataset
      const ids =
        set.overlap === undefined
          ? all
          : all.slice(0, yield* overlapCounts.countPortion(dataset, all, set.overlap))
      const labelset = yield* labelsets.getGroundTruth(dataset)
      const { read, rows } = events.wanted(permitted)
        ? yield* reader.portion(ids, { labelset: labelset.id, full: true })
        : { rows: yield* reader.listHeads(ids, labelset.id), read: ids.length }
      const here = rows.filter(({ sample }) => sample.datasetId === dataset)
      const samples = yield* rewriteSamples(here, set, known)
      const writes = yield* planWrites(permitted, here, samples, set, labelset, expected)
      const updates = here.flatMap(({ sample: { id } }) => toUpdate(samples.get(id)))
      return yield* labels.writeMany(
        permitted,
        writes,
        updates,
        Effect.fnUntraced(function* (relabeled) {
          const after = new Map(relabeled.map((change) => [change.sample.id, change.after]))
          const changed = here.filter(({ sample: { id } }) => samples.has(id) || after.has(id))
          const { enablePrelabeling, usesOverlap } = permitted.dataset.settings
          // Sample and label name neither overlaps nor requests for labels of models.
          if (usesOverlap || enablePrelabeling)
            yield* placement.refresh(
              dataset,
              changed.map(({ sample }) => sample.id),
            )
          else
            yield* placement.place(
              dataset,
              changed.map(({ label, sample }) =>
                toQueueFacts(samples.get(sample.id) ?? sample, after.get(sample.id) ?? label ?? null),
              ),
              "made",
            )
          const ofOthers = relabeled
            .map(({ sample }) => sample.id)
            .filter((id) => (openClaims.get(id)?.holder ?? permitted.actor) !== permitted.actor)
          yield* placement.release(dataset, ofOthers)
          if (set.overlap === undefined) return { changed: changed.length, read }
          const heads = here.map(({ label, sample }) => ({
            sample,
            label: after.get(sample.id) ?? label ?? null,
          }))
          const counted = yield* overlapCounts.setCounts(
            permitted,
            heads,
            set.overlap,
            openClaims,
            set.reopen,
          )
          return {
            changed: new Set([...changed.map(({ sample }) => sample.id), ...counted.changed]).size,
            read,
          }
        }),
      )
    })

    /** The changed samples by id. */
    const rewriteSamples = Effect.fnUntraced(function* (
      rows: ReadonlyArray<SampleRow>,
      set: BulkSet,
      known: Known,
    ) {
      const updatedAt = yield* now
      const changedSamples = rows.flatMap(({ sample }) => {
        const after = applySamplePatch(sample, set, known)
        return isSameSample(sample, after) ? [] : [{ after, expected: sample.version }]
      })
      const versions = yield* generateIds(VersionId, changedSamples.length)
      const changes = changedSamples.map(({ after, expected }, index) => ({
        sample: { ...after, updatedAt, version: versions[index] ?? expected },
        expected,
      }))
      const done = changes.length === 0 ? 0 : (yield* store.updateMany(changes)).size
      if (done < changes.length) return yield* changedMeanwhile
      return new Map(changes.map(({ sample }) => [sample.id, sample])) as ReadonlyMap<SampleId, Sample>
    })

    /** The labels to write: none where the status is not set. */
    const planWrites = Effect.fnUntraced(function* (
      permitted: Permitted,
      rows: ReadonlyArray<SampleRow>,
      samples: ReadonlyMap<SampleId, Sample>,
      { labelStatus: status }: BulkSet,
      labelset: Labelset,
      expected: ReadonlyMap<SampleId, VersionId> | undefined,
    ) {
      if (status === undefined) return []
      const gold = yield* findGold(permitted, rows)
      const writes = rows.flatMap(({ label, sample }): ReadonlyArray<LabelWrite> => {
        const before = label ?? null
        const from = before?.status ?? null
        const isExpected = expected === undefined || before?.version === expected.get(sample.id)
        if (from === status || !isExpected || gold.has(sample.id)) return []
        const content = patchContent(before, {}, status)
        const people = { rejecter: null }
        const action = chooseFreeAction(from, status)
        return [
          { permitted, sample: samples.get(sample.id) ?? sample, labelset, before, content, action, people },
        ]
      })
      for (const { before } of writes)
        yield* validateStatus(before?.status ?? null, status, permitted.dataset.settings)
      return writes
    })

    /** The gold samples, whose ground truth stays empty. */
    const findGold = Effect.fnUntraced(function* ({ dataset }: Permitted, rows: ReadonlyArray<SampleRow>) {
      const unlabeled = rows.filter(({ label }) => (label ?? null) === null).map(({ sample }) => sample.id)
      if (!dataset.settings.usesOverlap || unlabeled.length === 0) return new Set<SampleId>()
      const stored = [...(yield* overlaps.find(dataset.id, unlabeled)).values()]
      return new Set(stored.filter(({ state }) => state === "gold").map(({ sampleId }) => sampleId))
    })

    return { perform }
  }),
}) {
  static readonly dependencies = [
    DatasetRecords,
    Events,
    LabelWriter,
    LabelsetFinder,
    Placement,
    SampleReader,
  ] as const
}

const changedMeanwhile = Effect.fail(new Conflict({ code: "changed_meanwhile" }))
