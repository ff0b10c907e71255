/** The pixels of a decoded picture, as stored: an EXIF orientation is not applied. */
import type { Size } from "../model/Scene.ts"

export interface Picture extends Size {
  /** 1 gray or palette, 2 gray and alpha, 3 RGB, 4 RGB and alpha. */
  readonly channels: 1 | 2 | 3 | 4
  /** Bits of a value in the file. The values themselves are not scaled: those of 4 bits are 0 to 15. */
  readonly depth: number
  /** Channel by channel, pixel by pixel, row by row; an element for each value. */
  readonly values: Uint8Array | Uint16Array
  /** The colors of a palette, whose indexes are the values; null for other pictures. */
  readonly palette: ReadonlyArray<PaletteColor> | null
}

/** Red, green, blue and alpha, from 0 to 255. */
export type PaletteColor = readonly [red: number, green: number, blue: number, alpha: number]
