import { Effect } from "effect"
import { type BitmapIds, FormatRegistry } from "../../files/FormatRegistry.ts"
import { readWhole } from "../../files/readWhole.ts"
import { SampleFiles } from "../../files/SampleFiles.ts"
import { TaskExecutor } from "../../jobs/Executor.ts"
import { makeScopeSignal } from "../../kernel/makeScopeSignal.ts"
import { type ComparisonRequest, type LargeLabels, maxRuns } from "./compareLargeLabels.ts"

/** The largest file of a bitmap, in bytes. */
const maxFileBytes = 32 * 1024 * 1024

/** The most pixels of a bitmap: decoded, they need 160 MB in the task that reads it. */
const maxPixels = 40_000_000

/** Bitmaps that are read at once. */
const concurrency = 2

/**
 * Makes the function that reads the pixels of linked bitmaps: of assets of this engine, and of objects in buckets of the owner. No request goes to another
 * URL that a label names.
 */
export const makeBitmapReader = Effect.gen(function* () {
  const files = yield* SampleFiles
  const formats = yield* FormatRegistry
  const executor = yield* TaskExecutor
  const signal = yield* makeScopeSignal
  const { readBitmap } = formats

  /** `segmented` for a file that is missing, on another server, too large, damaged or not a PNG. `unavailable` in an outage of the storage. */
  const readOne = Effect.fnUntraced(
    function* (owner: string, url: string) {
      const file = yield* files.openStored(owner, url)
      const bytes =
        file === null ? null : yield* Effect.promise((aborted) => readWhole(file, maxFileBytes, aborted))
      if (bytes === null || readBitmap === undefined) return "segmented" as const
      const limits = { maxPixels, maxRuns }
      return yield* Effect.tryPromise(() => readBitmap({ bytes, limits, signal, executor }))
    },
    Effect.orElseSucceed(() => "segmented" as const),
    // An outage of the storage ends no submission.
    Effect.catchAllDefect(() => Effect.succeed("unavailable" as const)),
  )

  /**
   * Reads all bitmaps of the labels. The pixels of files that cannot be read stay unknown. Returns the reason for which the labels cannot be compared;
   * null for none.
   */
  const readPixels = Effect.fnUntraced(function* ({ dataset }: ComparisonRequest, largeLabels: LargeLabels) {
    const urls = [...new Set(largeLabels.bitmaps.map(({ url }) => url))]
    const progress = { left: maxRuns, isAvailable: true }
    const byUrl = new Map<string, BitmapIds>()
    yield* Effect.forEach(
      urls,
      (url) =>
        progress.left < 0 || !progress.isAvailable
          ? Effect.void
          : Effect.map(readOne(dataset.owner, url), (bitmap) => {
              if (bitmap === "unavailable") progress.isAvailable = false
              else if (bitmap !== "segmented") {
                progress.left -= bitmap.ids.length
                byUrl.set(url, bitmap)
              }
            }),
      { concurrency, discard: true },
    )
    if (!progress.isAvailable) return "unavailable"
    if (progress.left < 0) return "large"
    for (const bitmap of largeLabels.bitmaps) {
      const ids = byUrl.get(bitmap.url)
      if (ids !== undefined) largeLabels.setPixels(bitmap, ids)
    }
    return null
  })

  return { canRead: readBitmap !== undefined, readPixels }
})
