import { Clock, Effect } from "effect"
import type { ComparisonObserver } from "../../agreement/labels/compareLabels.ts"
import { Assets } from "../../assets/Assets.ts"
import type { OverlapLabel } from "../../domain/Overlap.ts"
import { SampleFiles } from "../../files/SampleFiles.ts"
import { runInSlices } from "../../jobs/betweenBatches.ts"
import { NotPrepared } from "../../warnings/CheckResults.ts"
import {
  type ComparisonRequest,
  type ComparisonResult,
  compareLargeLabelsInSteps,
  completeMergeInSteps,
  makeRefused,
  readLargeLabelsInSteps,
} from "./compareLargeLabels.ts"
import { type ComparedDataset, canSegment, makeCompareTexts, type StoredLabel } from "./compareTexts.ts"
import { listLettered } from "./listLettered.ts"
import { makeBitmapReader } from "./makeBitmapReader.ts"
import { makeBitmapWriter } from "./makeBitmapWriter.ts"
import { computeRequestKeyInSteps, makeComparisonCache } from "./makeComparisonCache.ts"
import { makeOwnerPermits } from "./makeOwnerPermits.ts"
import { mergeOverlap, type OverlapMerge } from "./mergeOverlap.ts"
import { readMergeOptions } from "./readMergeOptions.ts"

/** A comparison takes at most so long, with the wait for others before it. The sample waits for a reviewer then. */
const maxWait = "20 seconds"

/** Assets that no label names are collected after an hour at the earliest: later than results and links of bitmaps are kept. */
const keptMillis = 10 * 60_000

/** The most characters of all results that are kept: 64 MB. */
const maxCharacters = 32_000_000

/** The results of comparisons that one request needed. */
export interface PreparedComparisons {
  readonly results: Array<ComparisonRequest & ComparisonResult>
}

/** The most results for one request: labels of others may change meanwhile. */
const maxResults = 5

type MeasuredAgreement = Pick<ComparisonResult, "agreement" | "unreadable">

const noLinks: ReadonlyMap<string, string> = new Map()

type Labels = ReadonlyArray<Pick<OverlapLabel, "attributes" | "status">>

/**
 * Comparisons and merges of the labels that several people made of one sample. Small ones are made at once. Those of long sequences, bitmaps and many points are made
 * outside of transactions, in slices between other work: one at a time on this thread, while files of up to several owners are read and written.
 */
export class OverlapComparisons extends Effect.Service<OverlapComparisons>()(
  "@annotary/core/OverlapComparisons",
  {
    scoped: Effect.gen(function* () {
      const { canRead, readPixels } = yield* makeBitmapReader
      const { writeBitmaps } = yield* makeBitmapWriter
      const { withOwner } = yield* makeOwnerPermits
      const compareOne = (yield* Effect.makeSemaphore(1)).withPermits(1)
      const cache = makeComparisonCache(keptMillis, maxCharacters)

      /** Runs steps on the calling thread, those of one comparison at a time. */
      const compute = <A>(steps: Iterator<void, A>) => compareOne(runInSlices(steps))

      /** The results of one request. */
      const begin = (): PreparedComparisons => ({ results: [] })

      const compareNow = Effect.fnUntraced(function* (request: ComparisonRequest, key: string) {
        const largeLabels = yield* compute(readLargeLabelsInSteps(request))
        if (typeof largeLabels === "string") return makeRefused(largeLabels)
        const withFiles = withOwner(request.dataset.owner)
        const refusal =
          largeLabels.bitmaps.length === 0 ? null : yield* withFiles(readPixels(request, largeLabels))
        if (refusal !== null) return makeRefused(refusal)
        const {
          agreement,
          merge,
          unreadable = [],
        } = yield* compute(compareLargeLabelsInSteps(request, largeLabels))
        if (merge === null || "refusal" in merge) return { agreement, merge, unreadable }
        const links = merge.bitmaps.length === 0 ? noLinks : yield* withFiles(writeBitmaps(merge, key))
        if (links === null) return { agreement, merge: makeRefused("unavailable").merge }
        return { agreement, merge: yield* compute(completeMergeInSteps(merge, largeLabels, links)) }
      })

      const compare = Effect.fnUntraced(function* (request: ComparisonRequest) {
        const key = yield* runInSlices(computeRequestKeyInSteps(request))
        const earlier = cache.find(key, request, yield* Clock.currentTimeMillis)
        if (earlier !== null) return earlier
        const result: ComparisonResult = yield* compareNow(request, key)
        cache.keep(key, request, result, yield* Clock.currentTimeMillis)
        return result
      })

      const perform = (request: ComparisonRequest): Effect.Effect<ComparisonResult> =>
        compare(request).pipe(
          Effect.timeoutTo({
            duration: maxWait,
            onSuccess: (result) => result,
            onTimeout: () => makeRefused("unavailable"),
          }),
          // A label may have any structure that its dataset accepts.
          Effect.catchAllDefect(() => Effect.succeed(makeRefused("malformed"))),
        )

      /** Whether labels that are refused at once can be compared outside of the transaction. */
      const isPrepared = (dataset: ComparedDataset, refusal: string): boolean =>
        refusal === "large" || (refusal === "segmented" && canRead && canSegment(dataset))

      /** The result for labels that are too much work for a transaction: prepared before, or prepared now and the transaction run again. */
      const requirePrepared = (
        prepared: PreparedComparisons,
        request: ComparisonRequest,
      ): Effect.Effect<ComparisonResult, NotPrepared> => {
        const result = prepared.results.find((earlier) => isSameRequest(earlier, request))
        if (result !== undefined) return Effect.succeed(result)
        if (prepared.results.length >= maxResults) return Effect.succeed(makeRefused("unavailable"))
        return new NotPrepared({
          prepare: Effect.map(perform(request), (fresh) => {
            prepared.results.push({ ...request, ...fresh })
          }),
        })
      }

      /**
       * The agreement of the labels, whose people are letters in their order; skipped ones are left out. Null where they are not compared, with the people whose
       * bitmaps cannot be read where that is the reason. `mergesFrom`: with which agreement they will be merged in the same transaction.
       */
      const compareWithin = (
        dataset: ComparedDataset,
        labels: Labels,
        prepared: PreparedComparisons,
        mergesFrom: number | null = null,
      ): Effect.Effect<MeasuredAgreement, NotPrepared> =>
        Effect.suspend((): Effect.Effect<MeasuredAgreement, NotPrepared> => {
          const lettered = listLettered(labels)
          const compared = makeCompareTexts(dataset)(lettered)
          if (typeof compared !== "string") return Effect.succeed({ agreement: compared })
          if (!isPrepared(dataset, compared)) return Effect.succeed({ agreement: null })
          return requirePrepared(prepared, { dataset, labels: lettered, compares: true, mergesFrom })
        })

      /** The merge of the labels, in the order of their letters. Skipped ones are left out. */
      const mergeWithin = (
        dataset: ComparedDataset,
        labels: Labels,
        prepared: PreparedComparisons,
      ): Effect.Effect<OverlapMerge, NotPrepared> =>
        Effect.suspend(() => {
          const merged = mergeOverlap(dataset, labels)
          if (merged.refusal === null || !isPrepared(dataset, merged.refusal)) return Effect.succeed(merged)
          const request = { dataset, labels: listLettered(labels), compares: false, mergesFrom: 0 }
          return Effect.map(
            requirePrepared(prepared, request),
            ({ merge }): OverlapMerge => merge ?? { refusal: "unavailable" },
          )
        })

      /** The same outside of transactions. */
      const merge = (dataset: ComparedDataset, labels: Labels): Effect.Effect<OverlapMerge> => {
        const prepared = begin()
        return Effect.catchTag(mergeWithin(dataset, labels, prepared), "NotPrepared", ({ prepare }) =>
          Effect.zipRight(prepare, Effect.orDie(mergeWithin(dataset, labels, prepared))),
        )
      }

      /**
       * Makes the function that compares labels of many samples outside of transactions. Large ones and those of bitmaps are compared until this
       * time in milliseconds since 1970, and not afterwards. Null where labels are not compared. The observer sees those that are compared at once.
       */
      const makeCompareUntil = (dataset: ComparedDataset, until: number) => {
        const compareNow = makeCompareTexts(dataset)
        return Effect.fnUntraced(function* (
          labels: ReadonlyArray<StoredLabel>,
          observer?: ComparisonObserver,
        ) {
          const compared = compareNow(labels, observer)
          if (typeof compared !== "string") return compared
          if (!isPrepared(dataset, compared) || (yield* Clock.currentTimeMillis) >= until) return null
          const { agreement } = yield* perform({ dataset, labels, compares: true, mergesFrom: null })
          return agreement
        })
      }

      return { begin, compareWithin, mergeWithin, merge, makeCompareUntil }
    }),
  },
) {
  static readonly dependencies = [Assets, SampleFiles] as const
}

/** Whether the earlier result has what the request needs. */
const isSameRequest = (earlier: ComparisonRequest & ComparisonResult, request: ComparisonRequest): boolean =>
  earlier.dataset.id === request.dataset.id &&
  earlier.dataset.owner === request.dataset.owner &&
  earlier.dataset.taskAttributes === request.dataset.taskAttributes &&
  earlier.dataset.taskType === request.dataset.taskType &&
  formatMergeOptions(earlier) === formatMergeOptions(request) &&
  (earlier.compares || !request.compares) &&
  (request.compares || earlier.merge !== null) &&
  earlier.labels.length === request.labels.length &&
  earlier.labels.every((label, index) => isSameLabel(label, request.labels[index]))

const formatMergeOptions = ({ dataset, labels }: ComparisonRequest): string =>
  JSON.stringify(
    readMergeOptions(
      dataset,
      labels.map(({ person }) => person),
    ),
  )

const isSameLabel = (a: StoredLabel, b: StoredLabel | undefined): boolean =>
  a.person === b?.person && a.attributes === b.attributes
