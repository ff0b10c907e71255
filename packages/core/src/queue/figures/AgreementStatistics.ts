import { Clock, Effect, Schema, Stream } from "effect"
import { Access, type DatasetRef } from "../../access/Access.ts"
import { LabelsetFinder } from "../../access/LabelsetFinder.ts"
import type { AgreementSummary } from "../../agreement/labels/AgreementSummary.ts"
import { makeAgreementTally } from "../../agreement/labels/measureAgreement.ts"
import { agreementDefaults, agreementLimits, maxMeasuredSamples } from "../../domain/agreementLimits.ts"
import type { Dataset } from "../../domain/Dataset.ts"
import { InvalidInput } from "../../domain/errors.ts"
import type { SampleId } from "../../domain/Ids.ts"
import type { OverlapState } from "../../domain/Overlap.ts"
import { decodeInput } from "../../domain/violations.ts"
import { makeSlicePauses, runInSlices } from "../../jobs/betweenBatches.ts"
import { traced } from "../../kernel/traced.ts"
import { SampleReader } from "../../reading/SampleReader.ts"
import { OverlapComparisons } from "../overlap/OverlapComparisons.ts"
import type { ComparedSample } from "./ComparedSample.ts"
import { makeLabelsetComparisons, type TwoLabelsets } from "./makeLabelsetComparisons.ts"
import { makeOverlapComparisons } from "./makeOverlapComparisons.ts"
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
})
export type AgreementRequest = typeof AgreementRequest.Encoded

/** A sample among those whose labels agree least. */
export interface AgreementOfSample {
  readonly sampleId: SampleId
  readonly name: string
  /** Null where labelsets are compared. */
  readonly state: OverlapState | null
  /** From 0 to 1. */
  readonly agreement: number
}

/** The agreement of the labels that several people made of the samples of a dataset. */
export interface DatasetAgreement {
  /** The labelsets that are compared, in place of people; null for the labels of several people. */
  readonly labelsets: readonly [string, string] | null
  /** Samples to which no label is missing; those with a finished label in both labelsets. */
  readonly complete: number
  /** Samples that were read: all complete ones, or as many as are measured, drawn at random. */
  readonly drawn: number
  /** Samples among these whose labels were not compared; `docs/agreement.md` has the reasons. */
  readonly notCompared: number
  readonly seed: number
  readonly summary: AgreementSummary
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
        const { labelsets: names = null, lowest: count, seed } = yield* decode(request)
        const draw = new SampleDraw(maxMeasuredSamples, seed)
        const both = names === null ? null : yield* findBoth(dataset, names)
        const read = both === null ? readOverlaps(dataset, draw) : readLabelsets(dataset, both, draw)
        const measured = yield* oneMeasurement(measure(draw, read, count))
        const figures: DatasetAgreement = {
          ...measured,
          labelsets: both === null ? null : [both[0].name, both[1].name],
          seed,
          categories: readCategories(dataset),
        }
        return figures
      })

      const readOverlaps = ({ id }: Dataset, draw: SampleDraw): ReadComparisons =>
        Effect.as(ofPeople.drawFrom(id, draw), (ids) => ofPeople.read(id, ids))

      const readLabelsets = (dataset: Dataset, both: TwoLabelsets, draw: SampleDraw): ReadComparisons =>
        Effect.zipRight(
          ofLabelsets.drawFrom(dataset, both, draw),
          Effect.map(
            Clock.currentTimeMillis,
            (millis) => (ids: ReadonlyArray<SampleId>) =>
              ofLabelsets.read(dataset, both, ids, millis + segmentMillis),
          ),
        )

      const findBoth = Effect.fnUntraced(function* (
        { id }: Dataset,
        [first, second]: readonly [string, string],
      ) {
        const both: TwoLabelsets = [yield* labelsets.find(id, first), yield* labelsets.find(id, second)]
        if (both[0].id === both[1].id)
          return yield* InvalidInput.at("/labelsets", "must be two different labelsets")
        return both
      })

      const measure = Effect.fnUntraced(function* (draw: SampleDraw, begin: ReadComparisons, count: number) {
        const read = yield* begin
        const tally = makeAgreementTally()
        const lowest = new LowestAgreements(count)
        const pause = yield* makeSlicePauses
        const drawn = draw.list()
        for (let at = 0; at < drawn.length; at += chunkSize)
          yield* Stream.runForEach(read(drawn.slice(at, at + chunkSize)), (sample) => {
            if (sample.agreement !== null) tally.add(sample.agreement)
            lowest.add(sample)
            return pause
          })
        const summary = yield* runInSlices(tally.computeSummary({ seed: draw.seed }))
        return {
          complete: draw.seen,
          drawn: drawn.length,
          notCompared: drawn.length - summary.samples,
          summary,
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

/** Draws samples, and returns the function that reads the comparisons of some of them. */
type ReadComparisons = Effect.Effect<(ids: ReadonlyArray<SampleId>) => Stream.Stream<ComparedSample>>

/** Sums of many similarities of equal objects differ from 1 by rounding alone. */
const fullAgreement = 1 - 1e-9

/** Keeps the samples with the lowest agreement, without those that agree fully. */
class LowestAgreements {
  #rows: Array<Omit<AgreementOfSample, "name">> = []

  constructor(readonly count: number) {}

  add({ agreement, sampleId, state }: ComparedSample): void {
    if (agreement?.agreement == null || agreement.agreement >= fullAgreement) return
    this.#rows.push({ sampleId, state, agreement: agreement.agreement })
    // Sorts in batches, which costs less than a place for each sample.
    if (this.#rows.length > 2 * this.count + 100) this.#rows = [...this.list()]
  }

  list(): ReadonlyArray<Omit<AgreementOfSample, "name">> {
    return this.#rows
      .toSorted((a, b) => a.agreement - b.agreement || (a.sampleId < b.sampleId ? -1 : 1))
      .slice(0, this.count)
  }
}
