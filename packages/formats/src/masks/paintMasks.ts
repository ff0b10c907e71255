/** Masks of one image as a bitmap of their ids. */
import type { Losses } from "../carry/Losses.ts"
import type { BitmapFile, Size } from "../model/Scene.ts"
import type { PixelMask } from "./PixelMask.ts"

/** A mask that is decoded when it is painted: those of one image together may have many times its pixels. */
export interface EncodedMask {
  /** Of the annotation. */
  readonly id: number
  /** Readers call it once before they give the mask, so that a mask that cannot be decoded is counted and not painted. */
  readonly decode: () => PixelMask
}

/** Pixels that masks share are of the last one, which is counted once. */
export const paintMasks = (
  masks: ReadonlyArray<EncodedMask>,
  { height, width }: Size,
  place: string,
  losses: Losses,
): BitmapFile => {
  let isCounted = false
  return {
    url: null,
    load: async () => {
      const ids = new Uint32Array(width * height)
      let overlapping = 0
      for (const { decode, id } of masks) {
        const { height: rows, isIn, left, top, width: columns } = decode()
        for (let at = 0; at < rows * columns; at++) {
          const x = left + (at % columns)
          const y = top + Math.floor(at / columns)
          if (!isIn(at) || x < 0 || y < 0 || x >= width || y >= height) continue
          if (ids[y * width + x] !== 0) overlapping += 1
          ids[y * width + x] = id
        }
      }
      if (!isCounted) losses.add("overlapping-masks", place, overlapping)
      isCounted = true
      return { width, height, ids }
    },
  }
}
