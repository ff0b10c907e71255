import { Chunk, Clock, Effect, Schema, Stream } from "effect"
import { Access, type DatasetRef } from "../../access/Access.ts"
import { LabelsetFinder } from "../../access/LabelsetFinder.ts"
import type { AgreementSummary } from "../../agreement/labels/AgreementSummary.ts"
import { makeAgreementTally } from "../../agreement/labels/measureAgreement.ts"
import type { LabelsetPrecision } from "../../agreement/labels/PrecisionTally.ts"
import { PrecisionTally } from "../../agreement/labels/PrecisionTally.ts"
import { agreementDefaults, agreementLimits, maxMeasuredSamples } from "../../domain/agreementLimits.ts"
import type { Dataset } from "../../domain/Dataset.ts"
import { InvalidInput } from "../../domain/errors.ts"
import type { SampleId } from "../../domain/Ids.ts"
import { groundTruth } from "../../domain/Names.ts"
import { decodeInput } from "../../domain/violations.ts"
import { makeSlicePauses, runInSlices } from "../../jobs/betweenBatches.ts"
import { traced } from "../../kernel/traced.ts"
import { SampleReader } from "../../reading/SampleReader.ts"
import { OverlapComparisons } from "../overlap/OverlapComparisons.ts"
import type { ComparedSample } from "./ComparedSample.ts"
import { type AgreementOfSample, LowestAgreements } from "./LowestAgreements.ts"
import { makeLabelsetComparisons, type TwoLabelsets } from "./makeLabelsetComparisons.ts"
import { makeOverlapComparisons } from "./makeOverlapComparisons.ts"
import { makeReleaseComparisons, type ReleasePair } from "./makeReleaseComparisons.ts"
import { readCategories } from "./readCategories.ts"
import { SampleDraw } from "./SampleDraw.ts"

const makeCount = (highest: number, byDefault: number) =>
  Schema.optionalWith(
    Schema.Int.pipe(
      Schema.between(0, highest, { message: () => `must be a whole number from 0 to ${highest}` }),
    ),
    { default: () => byDefault },
  )

/** The options of figures of agreement. */
export const AgreementRequest = Schema.Struct({
  /** Of all draws: the same seed gives the same figures of the same labels. Defaults to 1. */
  seed: makeCount(agreementLimits.seed, agreementDefaults.seed),
  /** The number of samples with the lowest agreement that are listed. Defaults to 20. */
  lowest: makeCount(agreementLimits.lowest, agreementDefaults.lowest),
  /** Two labelsets that are compared, in place of the labels of several people. */
  labelsets: Schema.optional(Schema.Tuple(Schema.String, Schema.String)),
  /** The release whose labelsets are compared, in place of those of today. */
  release: Schema.optional(Schema.String),
  /** Two releases whose labels are compared. */
  releases: Schema.optional(Schema.Tuple(Schema.String, Schema.String)),
  /** The labelset of both releases. Defaults to `ground-truth`. */
  labelset: Schema.optional(Schema.String),
})
export type { AgreementOfSample }
export type AgreementRequest = typeof AgreementRequest.Encoded

/** The agreement of the labels that several people made of the samples of a dataset. */
export interface DatasetAgreement {
  /** The labelsets that are compared, in place of people; null for the labels of several people. */
  readonly labelsets: readonly [string, string] | null
  /** The release whose labelsets are compared; null for those of today. */
  readonly release: string | null
  /** The releases that are compared. */
  readonly releases: readonly [string, string] | null
  /** The labelset of both releases. */
  readonly labelset: string | null
  /** Samples to which no label is missing; those with a finished label in both labelsets. */
  readonly complete: number
  /** Samples that were read: all complete ones, or as many as are measured, drawn at random. */
  readonly drawn: number
  /** Samples among these whose labels were not compared; `docs/agreement.md` has the reasons. */
  readonly notCompared: number
  readonly seed: number
  readonly summary: AgreementSummary
  /** Average precision of a labelset whose objects have scores, against one without; null for others. */
  readonly precision: LabelsetPrecision | null
  /** From the lowest agreement. Samples that agree fully are not listed. */
  readonly lowest: ReadonlyArray<AgreementOfSample>
  /** The names of the present categories by id. */
  readonly categories: ReadonlyMap<number, string>
}

const chunkSize = 100

/** The time for the bitmaps and large clouds of one report: each needs files and a part of a second. */
const segmentMillis = 30_000
const decode = decodeInput(AgreementRequest)

/** Figures of agreement: of the labels that several people made of the same samples, or of two labelsets. */
export class AgreementStatistics extends Effect.Service<AgreementStatistics>()(
  "@annotary/core/AgreementStatistics",
  {
    effect: Effect.gen(function* () {
      const access = yield* Access
      const labelsets = yield* LabelsetFinder
      const samples = yield* SampleReader
      const ofPeople = yield* makeOverlapComparisons
      const ofLabelsets = yield* makeLabelsetComparisons
      const ofReleases = yield* makeReleaseComparisons
      const oneMeasurement = (yield* Effect.makeSemaphore(1)).withPermits(1)

      /**
       * Returns the figures of a dataset, for those who see who works on what. They are measured one after the other, between other work:
       * `docs/agreement.md` has the time for the most samples.
       */
      const computeFigures = traced("AgreementStatistics.figures")(function* (
        ref: DatasetRef,
        request: AgreementRequest = {},
      ) {
        const { dataset } = yield* access.require(ref, "view_work")
        const { lowest: count, seed, ...sides } = yield* decode(request)
        const draw = new SampleDraw(maxMeasuredSamples, seed)
        const source = yield* openSource(dataset, sides, draw)
        const measured = yield* oneMeasurement(measure(draw, source, count))
        const figures: DatasetAgreement = {
          ...{ labelsets: null, release: null, releases: null, labelset: null },
          ...measured,
          ...source.sides,
          seed,
          categories: readCategories(source.dataset),
        }
        return figures
      })

      const openSource = Effect.fnUntraced(function* (
        dataset: Dataset,
        { labelset, labelsets: names, release, releases }: ComparedSides,
        draw: SampleDraw,
      ) {
        if (releases !== undefined && (names !== undefined || release !== undefined))
          return yield* InvalidInput.at("/releases", "excludes release and labelsets")
        if (releases === undefined && labelset !== undefined)
          return yield* InvalidInput.at("/labelset", "needs releases; labelsets names two")
        if (release !== undefined && names === undefined)
          return yield* InvalidInput.at("/release", "needs labelsets, which are compared")
        if (releases !== undefined)
          return readReleases(
            dataset,
            yield* ofReleases.openReleases(dataset, releases, labelset ?? groundTruth),
            draw,
          )
        if (release !== undefined && names !== undefined)
          return readReleases(dataset, yield* ofReleases.openLabelsets(dataset, release, names), draw)
        return names === undefined
          ? readOverlaps(dataset, draw)
          : readLabelsets(dataset, yield* findBoth(dataset, names), draw)
      })

      const readOverlaps = (dataset: Dataset, draw: SampleDraw): AgreementSource => ({
        sides: {},
        dataset,
        begin: Effect.as(ofPeople.drawFrom(dataset.id, draw), (ids) =>
          readInChunks(ids, (some) => ofPeople.read(dataset.id, some)),
        ),
      })

      const readLabelsets = (dataset: Dataset, both: TwoLabelsets, draw: SampleDraw): AgreementSource => ({
        sides: { labelsets: [both[0].name, both[1].name] },
        dataset,
        begin: Effect.zipRight(
          ofLabelsets.drawFrom(dataset, both, draw),
          Effect.map(
            Clock.currentTimeMillis,
            (millis) => (ids: ReadonlyArray<SampleId>) =>
              readInChunks(ids, (some) => ofLabelsets.read(dataset, both, some, millis + segmentMillis)),
          ),
        ),
      })

      const readReleases = (dataset: Dataset, pair: ReleasePair, draw: SampleDraw): AgreementSource => ({
        sides:
          pair.files[0].key === pair.files[1].key
            ? { release: pair.files[0].release.name, labelsets: pair.labelsets }
            : { releases: pair.names, labelset: pair.labelsets[0] },
        dataset: { ...dataset, ...pair.dataset },
        begin: Effect.zipRight(
          ofReleases.drawFrom(pair, draw),
          Effect.map(
            Clock.currentTimeMillis,
            (millis) => (ids: ReadonlyArray<SampleId>) => ofReleases.read(pair, ids, millis + segmentMillis),
          ),
        ),
      })

      const findBoth = Effect.fnUntraced(function* (
        { id }: Dataset,
        [first, second]: readonly [string, string],
      ) {
        const both: TwoLabelsets = [yield* labelsets.find(id, first), yield* labelsets.find(id, second)]
        if (both[0].id === both[1].id)
          return yield* InvalidInput.at("/labelsets", "must be two different labelsets")
        return both
      })

      const measure = Effect.fnUntraced(function* (
        draw: SampleDraw,
        { begin }: Pick<AgreementSource, "begin">,
        count: number,
      ) {
        const read = yield* begin
        const tally = makeAgreementTally()
        const precision = new PrecisionTally(draw.seed)
        const lowest = new LowestAgreements(count)
        const pause = yield* makeSlicePauses
        const drawn = draw.list()
        yield* Stream.runForEach(read(drawn), (sample) => {
          if (sample.agreement !== null) tally.add(sample.agreement)
          if (sample.scenes) precision.add(sample.scenes)
          lowest.add(sample)
          return pause
        })
        const summary = yield* runInSlices(tally.computeSummary({ seed: draw.seed }))
        return {
          complete: draw.seen,
          drawn: drawn.length,
          notCompared: drawn.length - summary.samples,
          summary,
          precision: yield* runInSlices(precision.computePrecision()),
          lowest: yield* nameSamples(lowest.list()),
        }
      })

      const nameSamples = Effect.fnUntraced(function* (
        lowest: ReadonlyArray<Omit<AgreementOfSample, "name">>,
      ) {
        const summaries = yield* samples.listSummaries(lowest.map(({ sampleId }) => sampleId))
        const names = new Map(summaries.map(({ id, name }) => [id, name]))
        return lowest.flatMap((sample): ReadonlyArray<AgreementOfSample> => {
          const name = names.get(sample.sampleId)
          return name === undefined ? [] : [{ ...sample, name }]
        })
      })

      return { figures: computeFigures }
    }),
  },
) {
  static readonly dependencies = [Access, LabelsetFinder, OverlapComparisons, SampleReader] as const
}

type ComparedSides = Omit<typeof AgreementRequest.Type, "lowest" | "seed">

/** Labels that are compared. */
interface AgreementSource {
  /** Their names in the answer. */
  readonly sides: Partial<Pick<DatasetAgreement, "labelset" | "labelsets" | "release" | "releases">>
  /** With the configuration of the labels. */
  readonly dataset: Dataset
  /** Draws samples, and returns the function that reads the comparisons of these. */
  readonly begin: Effect.Effect<(ids: ReadonlyArray<SampleId>) => Stream.Stream<ComparedSample>>
}

const readInChunks = (
  ids: ReadonlyArray<SampleId>,
  read: (some: ReadonlyArray<SampleId>) => Stream.Stream<ComparedSample>,
): Stream.Stream<ComparedSample> =>
  Stream.flatMap(Stream.fromIterable(Chunk.chunksOf(Chunk.fromIterable(ids), chunkSize)), (some) =>
    read([...some]),
  )
