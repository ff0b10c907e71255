import { Clock, Effect, Stream } from "effect"
import { countElements } from "../../agreement/geometry/runs.ts"
import type { MergedElements } from "../../agreement/merge/LabelMerge.ts"
import { setMembers } from "../../agreement/merge/labelText.ts"
import { Assets } from "../../assets/Assets.ts"
import { CurrentActor, system } from "../../domain/Actor.ts"
import { isObjectAt } from "../../domain/jsonSpans.ts"
import { FormatRegistry } from "../../files/FormatRegistry.ts"
import { TaskExecutor } from "../../jobs/Executor.ts"
import { makeScopeSignal } from "../../kernel/makeScopeSignal.ts"
import type { IncompleteMerge } from "./compareLargeLabels.ts"

/** A link is kept for half an hour. Assets that no label names are collected after an hour at the earliest. */
const linkMillis = 30 * 60_000

/** The most links that are kept: about 300 characters each. */
const maxLinks = 10_000

/** Makes the function that writes the bitmaps of a merged label as assets. */
export const makeBitmapWriter = Effect.gen(function* () {
  const assets = yield* Assets
  const { writeBitmap } = yield* FormatRegistry
  const executor = yield* TaskExecutor
  const signal = yield* makeScopeSignal

  /** Returns the text of `segmentation_bitmap`. Null where the bitmap cannot be written. */
  const writeOne = Effect.fnUntraced(
    function* ({ before, ids }: MergedElements) {
      const { width } = ids
      if (width === undefined || writeBitmap === undefined) return null
      const bitmap = {
        width,
        height: countElements(ids) / width,
        ids: Uint32Array.from(ids.ids),
        lengths: Uint32Array.from(ids.lengths),
      }
      const bytes = yield* Effect.tryPromise(() => writeBitmap({ bitmap, signal, executor }))
      // The last labeler must not find the file among those that they uploaded.
      const path = yield* Effect.provideService(
        assets.save("merged.png", Stream.make(bytes)),
        CurrentActor,
        system,
      )
      const members = new Map([
        ["url", JSON.stringify(path)],
        ["signed_url", null],
      ])
      return setMembers(isObjectAt(before, 0) ? before : "{}", members)
    },
    Effect.orElseSucceed(() => null),
    // An outage of the storage ends no submission.
    Effect.catchAllDefect(() => Effect.succeed(null)),
  )

  /** The links of the bitmaps that were written last, the oldest first: whoever looks at a merged label again needs no other file. */
  const lastLinks = new Map<string, { readonly link: string; readonly until: number }>()

  const keepLink = (key: string, link: string, millis: number): void => {
    for (const [oldest, { until }] of lastLinks) {
      if (until > millis && lastLinks.size < maxLinks) break
      lastLinks.delete(oldest)
    }
    lastLinks.delete(key)
    lastLinks.set(key, { link, until: millis + linkMillis })
  }

  /**
   * Writes the bitmaps, and returns the texts of their links by their words; null where one cannot be written. The same `key` stands for the same bitmaps, which are
   * written once within half an hour. Files that no label names afterwards are collected like other assets.
   */
  const writeBitmaps = Effect.fnUntraced(function* ({ bitmaps }: IncompleteMerge, key: string) {
    const links = new Map<string, string>()
    for (const [word, elements] of bitmaps) {
      const millis = yield* Clock.currentTimeMillis
      const earlier = lastLinks.get(`${key} ${word}`)
      const isKept = earlier !== undefined && earlier.until > millis
      const link = isKept ? earlier.link : yield* writeOne(elements)
      if (link === null) return null
      if (!isKept) keepLink(`${key} ${word}`, link, millis)
      links.set(word, link)
    }
    return links
  })

  return { writeBitmaps }
})
