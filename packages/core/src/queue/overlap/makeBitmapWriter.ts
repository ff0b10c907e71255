import { Effect, Stream } from "effect"
import { makeSceneKey } from "../../agreement/labels/readObjects.ts"
import type { MergedElements } from "../../agreement/merge/LabelMerge.ts"
import { setMembers } from "../../agreement/merge/labelText.ts"
import { Assets } from "../../assets/Assets.ts"
import { CurrentActor, system } from "../../domain/Actor.ts"
import { isObjectAt } from "../../domain/jsonSpans.ts"
import { FormatRegistry } from "../../files/FormatRegistry.ts"
import { TaskExecutor } from "../../jobs/Executor.ts"
import { makeScopeSignal } from "../../kernel/makeScopeSignal.ts"
import type { IncompleteMerge, Segments } from "./compareSegments.ts"

/** Makes the function that writes the bitmaps of a merged label as assets. */
export const makeBitmapWriter = Effect.gen(function* () {
  const assets = yield* Assets
  const { writeBitmap } = yield* FormatRegistry
  const executor = yield* TaskExecutor
  const signal = yield* makeScopeSignal

  /** Returns the text of `segmentation_bitmap`. Null where the bitmap cannot be written. */
  const writeOne = Effect.fnUntraced(
    function* ({ before, frame, ids, sensor }: MergedElements, { sizes }: Segments) {
      const size = sizes.get(makeSceneKey(sensor, frame))
      if (size === undefined || writeBitmap === undefined) return null
      const bitmap = {
        width: size.width,
        height: size.height,
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

  /**
   * Writes the bitmaps, and returns the texts of their links by their words; null where one cannot be written. Files that no label names afterwards are
   * collected like other assets.
   */
  const writeBitmaps = Effect.fnUntraced(function* ({ bitmaps }: IncompleteMerge, segments: Segments) {
    const links = new Map<string, string>()
    for (const [word, elements] of bitmaps) {
      const link = yield* writeOne(elements, segments)
      if (link === null) return null
      links.set(word, link)
    }
    return links
  })

  return { writeBitmaps }
})
