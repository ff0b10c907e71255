/** The pixels of a bitmap that differ from those of the reviewed version, counted anew after each edit. */
import { useEffect, useState, useSyncExternalStore } from "react"
import type { MaskDocument } from "../../bitmap/MaskDocument.ts"
import type { PixelChanges } from "../../model/bitmap/changes.ts"
import { readBitmapUrl } from "../../model/document/areas.ts"
import type { JsonObject } from "../../model/json/value.ts"

export type MaskChanges =
  | { readonly status: "counted"; readonly changes: PixelChanges }
  | { readonly status: "failed"; readonly reason: string }

/** Compares the bitmap with that of a version while there is one. Undefined without a bitmap, and until the pixels are counted. */
export const useMaskChanges = (
  mask: MaskDocument | undefined,
  before: JsonObject | undefined,
): MaskChanges | undefined => {
  const state = useSyncExternalStore(mask?.subscribe ?? subscribeNever, mask?.snapshot ?? getNothing)
  const areas = state?.status === "ready" ? state.areas : undefined
  const isReady = areas !== undefined
  const [found, setFound] = useState<MaskChanges>()
  useEffect(() => {
    if (mask === undefined || before === undefined || !isReady) return
    let isCurrent = true
    const set = (next: MaskChanges) => {
      if (isCurrent) setFound(next)
    }
    mask.comparison.begin(readBitmapUrl(before, mask.frame)).then(
      (changes) => {
        if (changes !== undefined) set({ status: "counted", changes })
      },
      (error: unknown) => set({ status: "failed", reason: error instanceof Error ? error.message : "" }),
    )
    return () => {
      isCurrent = false
      mask.comparison.end()
      setFound(undefined)
    }
  }, [mask, before, isReady])
  const isCounted = found?.status === "counted"
  useEffect(() => {
    if (mask === undefined || areas === undefined || !isCounted) return
    let isCurrent = true
    mask.comparison.count().then(
      (changes) => {
        if (isCurrent && changes !== undefined) setFound({ status: "counted", changes })
      },
      // The comparison has begun, so only a bitmap that is closed refuses to count.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [mask, areas, isCounted])
  return found
}

const subscribeNever = () => () => {}
const getNothing = () => undefined
