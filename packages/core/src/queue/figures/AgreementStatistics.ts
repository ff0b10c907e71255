import { Chunk, Effect, Schema } from "effect"
import { Access, type DatasetRef } from "../../access/Access.ts"
import type { AgreementSummary } from "../../agreement/labels/AgreementSummary.ts"
import type { SampleAgreement } from "../../agreement/labels/compareLabels.ts"
import { makeAgreementTally } from "../../agreement/labels/measureAgreement.ts"
import type { DatasetId, SampleId } from "../../domain/Ids.ts"
import { type JsonText, parseJson } from "../../domain/JsonText.ts"
import type { Username } from "../../domain/Names.ts"
import { type Overlap, type OverlapState, toOverlapPlace } from "../../domain/Overlap.ts"
import { decodeInput } from "../../domain/violations.ts"
import { makeSlicePauses, runInSlices } from "../../jobs/betweenBatches.ts"
import { traced } from "../../kernel/traced.ts"
import { OverlapStore } from "../../placement/OverlapStore.ts"
import { SampleReader } from "../../reading/SampleReader.ts"
import { readCategories } from "./readCategories.ts"
import { SampleDraw } from "./SampleDraw.ts"

/** The most samples that figures are measured from. */
export const maxMeasuredSamples = 20_000

const makeWhole = (highest: number, byDefault: number) =>
  Schema.optionalWith(
    Schema.Int.pipe(
      Schema.between(0, highest, { message: () => `must be a whole number from 0 to ${highest}` }),
    ),
    { default: () => byDefault },
  )

/** The options of figures of agreement. */
export const AgreementRequest = Schema.Struct({
  /** Of all draws: the same seed gives the same figures of the same labels. Defaults to 1. */
  seed: makeWhole(2 ** 31 - 1, 1),
  /** The number of samples with the lowest agreement that are listed. Defaults to 20. */
  lowest: makeWhole(100, 20),
})
export type AgreementRequest = typeof AgreementRequest.Encoded

/** A sample and the agreement of its labels. */
export interface AgreementOfSample {
  readonly sampleId: SampleId
  readonly name: string
  readonly state: OverlapState
  /** From 0 to 1. */
  readonly agreement: number
}

/** The agreement of the labels that several people made of the samples of a dataset. */
export interface DatasetAgreement {
  /** Samples to which no label is missing. */
  readonly complete: number
  /** Samples that were read: all complete ones, or as many as are measured, drawn at random. */
  readonly drawn: number
  /** Samples among these whose labels were not compared; see `Overlap.agreement`. */
  readonly notCompared: number
  readonly seed: number
  readonly summary: AgreementSummary
  /** From the lowest agreement. */
  readonly lowest: ReadonlyArray<AgreementOfSample>
  /** The names of the present categories by id. */
  readonly categories: ReadonlyMap<number, string>
}

const pageSize = 1000
const chunkSize = 100
const decode = decodeInput(AgreementRequest)

/** Figures of agreement, from the labels that several people made of the same samples. */
export class AgreementStatistics extends Effect.Service<AgreementStatistics>()(
  "@annotary/core/AgreementStatistics",
  {
    effect: Effect.gen(function* () {
      const store = yield* OverlapStore
      const access = yield* Access
      const samples = yield* SampleReader
      const oneMeasurement = (yield* Effect.makeSemaphore(1)).withPermits(1)

      /**
       * Returns the figures of a dataset, for those who see who works on what. They are measured one after the other, between other work:
       * some seconds for the most samples.
       */
      const computeFigures = traced("AgreementStatistics.figures")(function* (
        ref: DatasetRef,
        request: AgreementRequest = {},
      ) {
        const { dataset } = yield* access.require(ref, "view_work")
        const { lowest: count, seed } = yield* decode(request)
        const measured = yield* oneMeasurement(measure(dataset.id, seed, count))
        const figures: DatasetAgreement = { ...measured, seed, categories: readCategories(dataset) }
        return figures
      })

      const measure = Effect.fnUntraced(function* (dataset: DatasetId, seed: number, count: number) {
        const draw = yield* drawComplete(dataset, seed)
        const tally = makeAgreementTally()
        const lowest = new LowestAgreements(count)
        const pause = yield* makeSlicePauses
        let notCompared = 0
        for (const ids of Chunk.chunksOf(Chunk.fromIterable(draw.list()), chunkSize))
          for (const overlap of (yield* store.find(dataset, Chunk.toReadonlyArray(ids))).values()) {
            // Between the list and now, a label may be missing again.
            const isCompared = overlap.agreement !== null && overlap.state !== "labeling"
            if (isCompared) {
              const named = nameLabelers(overlap.agreement, overlap)
              tally.add(named)
              lowest.add(overlap, named.agreement)
            } else notCompared += 1
            yield* pause
          }
        return {
          complete: draw.seen,
          drawn: draw.list().length,
          notCompared,
          summary: yield* runInSlices(tally.computeSummary({ seed })),
          lowest: yield* nameSamples(lowest.list()),
        }
      })

      /** Draws samples to which no label is missing. */
      const drawComplete = Effect.fnUntraced(function* (dataset: DatasetId, seed: number) {
        const draw = new SampleDraw(maxMeasuredSamples, seed)
        let after: SampleId | null = null
        for (;;) {
          const page: ReadonlyArray<SampleId> = yield* store.listComplete(dataset, after, pageSize)
          for (const id of page) draw.add(id)
          if (page.length < pageSize) return draw
          after = page.at(-1) ?? null
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
  static readonly dependencies = [Access, SampleReader] as const
}

/** The stored agreement with the people instead of their letters. */
const nameLabelers = (agreement: JsonText, { labelers }: { readonly labelers: ReadonlyArray<Username> }) => {
  const stored = parseJson(agreement) as SampleAgreement
  return { ...stored, people: stored.people.map((letter) => labelers[toOverlapPlace(letter)] ?? letter) }
}

/** The samples with the lowest agreement. */
class LowestAgreements {
  #rows: Array<Omit<AgreementOfSample, "name">> = []

  constructor(readonly count: number) {}

  add({ sampleId, state }: Pick<Overlap, "sampleId" | "state">, agreement: number | null): void {
    if (agreement === null) return
    this.#rows.push({ sampleId, state, agreement })
    // Sorted now and then, so that few rows are kept and most are added without a search.
    if (this.#rows.length > 2 * this.count + 100) this.#rows = [...this.list()]
  }

  list(): ReadonlyArray<Omit<AgreementOfSample, "name">> {
    return this.#rows
      .toSorted((a, b) => a.agreement - b.agreement || (a.sampleId < b.sampleId ? -1 : 1))
      .slice(0, this.count)
  }
}
