import { Chunk, Clock, Effect, Either, Option, Stream } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { Counts } from "../access/Counts.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import type { Dataset } from "../domain/Dataset.ts"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import type { Label } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import { groundTruth } from "../domain/Names.ts"
import { betweenBatches } from "../jobs/betweenBatches.ts"
import { computeNextPortion } from "../kernel/portions.ts"
import { traced } from "../kernel/traced.ts"
import { makeOverlapBlindness, type Reader } from "../placement/makeOverlapBlindness.ts"
import { SampleReader, type SampleRow } from "../reading/SampleReader.ts"
import { CheckResults, type Outcome } from "./CheckResults.ts"
import { type CheckLine, CheckSums } from "./checkLines.ts"
import type { LabelLayer } from "./WarningStore.ts"

/** The options of a dataset check. */
export interface DatasetCheck {
  /** Defaults to the ground truth. */
  readonly labelset?: string | undefined
}

/** Ids in one read. */
const pageOfIds = 1000
/** Labels checked at once: few, because they may be large; more when they are small. */
const labelsAtOnce = { first: 4, most: 100 }
/** The weight of a warning relative to the characters of labels. */
const warningWeight = 500
/** The minimum interval between progress lines. */
const progressMillis = 250

/** The start of a page of samples. */
type Start = Parameters<SampleReader["readPage"]>[0]["start"]

/** Checks all labels of a labelset and streams the results. Few labels are in memory at a time. */
export const makeDatasetChecks = Effect.gen(function* () {
  const access = yield* Access
  const labelsets = yield* LabelsetFinder
  const samples = yield* SampleReader
  const counts = yield* Counts
  const blindness = yield* makeOverlapBlindness
  const checkResults = yield* CheckResults

  /**
   * Streams warnings in the order of the samples' creation, with progress between them, and a summary last. Check results
   * are stored as they are found, so that an interrupted check keeps its results.
   */
  const checkDataset = traced("Warnings.checkDataset")(function* (
    ref: DatasetRef,
    request: DatasetCheck = {},
  ) {
    const permitted = yield* access.require(ref, "check")
    const { dataset } = permitted
    const labelset = yield* labelsets.find(dataset.id, request.labelset ?? groundTruth)
    const total = yield* counts.samples(dataset.id)
    return Stream.suspend(() => streamLines(permitted, labelset, total))
  })

  const streamLines = (reader: Reader, labelset: Labelset, total: number): Stream.Stream<CheckLine> => {
    const { dataset } = reader
    const layer = { datasetId: dataset.id, labelsetId: labelset.id }
    const sums = new CheckSums()
    let by = dataset
    let reportedAt = Number.NEGATIVE_INFINITY
    let size = labelsAtOnce.first
    const progress = Effect.map(Clock.currentTimeMillis, (now): ReadonlyArray<CheckLine> => {
      if (now - reportedAt < progressMillis) return []
      reportedAt = now
      return [{ _tag: "Progress", samples: sums.countSamples(0), total }]
    })
    const checkPortion = (ids: ReadonlyArray<SampleId>) =>
      Effect.gen(function* () {
        yield* betweenBatches
        const labeled = yield* findLabels(by, layer, ids)
        by = labeled.by
        const rows = yield* blindness.showRows({ ...reader, dataset: by }, labelset, labeled.rows)
        const { lines, weight } = yield* checkSome(by, layer, rows, sums)
        sums.countSamples(labeled.read)
        size = Math.min(labelsAtOnce.most, computeNextPortion(labeled.read, weight))
        return { lines: [...lines, ...(yield* progress)], read: labeled.read }
      })
    return streamIds(dataset.id).pipe(
      Stream.flatMap((ids) =>
        Stream.paginateChunkEffect(0, (at) => {
          return Effect.map(checkPortion(ids.slice(at, at + size)), ({ lines, read }) => [
            Chunk.fromIterable(lines),
            at + read < ids.length ? Option.some(at + read) : Option.none(),
          ])
        }),
      ),
      Stream.concat(Stream.sync((): CheckLine => sums.getSummary())),
    )
  }

  /** The ids of all samples in pages, oldest first. */
  const streamIds = (datasetId: DatasetId): Stream.Stream<ReadonlyArray<SampleId>> =>
    Stream.paginateEffect({ offset: 0 } as Start, (start) =>
      Effect.map(
        samples.readPage({
          filter: { datasetId },
          sort: { key: "created_at", descending: false },
          start,
          limit: pageOfIds,
        }),
        (page) => [
          page.map(({ id }) => id),
          Option.map(
            Option.fromNullable(page.length < pageOfIds ? null : page.at(-1)),
            (after): Start => ({ after }),
          ),
        ],
      ),
    )

  /** Labels, and the dataset at the time of reading: its configuration may change during the check. */
  const findLabels = Effect.fnUntraced(function* (
    before: Dataset,
    layer: LabelLayer,
    ids: ReadonlyArray<SampleId>,
  ) {
    const read = samples.portion(ids, { labelset: layer.labelsetId, full: true })
    const first = yield* read
    const currentDataset = yield* access.findAsSystem({ _tag: "Id", id: before.id }).pipe(Effect.option)
    const by = Option.match(currentDataset, { onNone: () => before, onSome: ({ dataset }) => dataset })
    return { by, ...(by.configVersion === before.configVersion ? first : yield* read) }
  })

  const checkSome = Effect.fnUntraced(function* (
    dataset: Dataset,
    layer: LabelLayer,
    rows: ReadonlyArray<SampleRow>,
    sums: CheckSums,
  ) {
    const labeled = rows.flatMap(({ label, sample }) => (label ? [{ label, sample }] : []))
    const outcomes = yield* Effect.forEach(
      labeled,
      ({ label, sample }) =>
        Effect.map(checkStoredLabel(dataset, label), (outcome) => ({ label, sample, outcome })),
      { concurrency: 2 },
    )
    const sound = outcomes.flatMap(({ label: { sampleId, version }, outcome }) =>
      Either.isRight(outcome) ? [{ sampleId, version, checked: outcome.right }] : [],
    )
    const shown = dataset.archived
      ? yield* checkResults.show(layer, sound)
      : yield* checkResults.keep(layer, dataset, sound)
    const lines = outcomes.flatMap(({ outcome, sample }): ReadonlyArray<CheckLine> => {
      const of = { sampleId: sample.id, sampleName: sample.name }
      if (Either.isLeft(outcome)) {
        sums.countRefused()
        return [{ _tag: "Refusal", ...of, error: outcome.left }]
      }
      const warnings = shown.get(sample.id) ?? []
      sums.countChecked(outcome.right, warnings)
      return warnings.map((warning) => ({ _tag: "Warning", ...of, warning }))
    })
    const characters = labeled.reduce((sum, { label }) => sum + (label.attributes?.length ?? 0), 0)
    return { lines, weight: characters + lines.length * warningWeight }
  })

  const checkStoredLabel = (dataset: Dataset, label: Label): Effect.Effect<Outcome> =>
    checkResults.tryCheck(dataset, label.attributes)

  return { checkDataset }
})
