/** Images beside annotations, for formats that need them there. */
import { encode } from "fast-png"
import type { WriteContext } from "../src/Format.ts"
import { sizeOfBytes } from "../src/files/imageSize.ts"
import type { Size } from "../src/model/Scene.ts"

const pngs = new Map<string, Uint8Array>()

/** A gray image of the size. */
export const pngOf = ({ height, width }: Size): Uint8Array => {
  const key = `${width}x${height}`
  const known = pngs.get(key) ?? encode({ width, height, channels: 1, data: new Uint8Array(width * height) })
  pngs.set(key, known)
  return known
}

export interface PlacedImages {
  readonly place: WriteContext["place"]
  readonly files: Map<string, Uint8Array>
}

/** Puts an image of the right size in its place. */
export const placedImages = (): PlacedImages => {
  const files = new Map<string, Uint8Array>()
  return {
    files,
    place: async (file, stem) => {
      const path = `${stem}.png`
      files.set(path, pngOf(("size" in file ? file.size : null) ?? { width: 640, height: 480 }))
      return path
    },
  }
}

/** The size of an image among the files. */
export const sizeAmong = (files: ReadonlyMap<string, Uint8Array>) => async (path: string) => {
  const found = files.get(path)
  return found === undefined ? null : sizeOfBytes(found)
}
