/** Masks of CVAT: run lengths row by row inside a crop of the image, beginning with the pixels outside of the mask. */
import { checkPixels, type Limits } from "../files/limits.ts"
import type { XmlElement } from "../files/xml.ts"
import { computeBitmapBoxes, type PixelBox } from "../masks/boxes.ts"
import { makeBitmapMask, type PixelMask } from "../masks/PixelMask.ts"
import type { Bitmap, Size } from "../model/Scene.ts"

export interface Crop extends PixelBox {
  readonly counts: ReadonlyArray<number>
}

/** The mask of each id but 0, cropped to its pixels. */
export const cropSegments = (bitmap: Bitmap): ReadonlyMap<number, Crop> =>
  new Map([...computeBitmapBoxes(bitmap)].map(([id, box]) => [id, cropMask(makeBitmapMask(bitmap, id, box))]))

export const cropMask = ({ height, isIn, left, top, width }: PixelMask): Crop => {
  const counts: Array<number> = []
  let isInside = false
  let length = 0
  for (let at = 0; at < width * height; at++) {
    if (isIn(at) !== isInside) {
      counts.push(length)
      length = 0
      isInside = !isInside
    }
    length += 1
  }
  counts.push(length)
  return { left, top, width, height, counts }
}

export const expandCrop = ({ counts, ...box }: Crop): PixelMask => {
  const pixels = new Uint8Array(box.width * box.height)
  let at = 0
  counts.forEach((count, run) => {
    if (run % 2 === 1) pixels.fill(1, at, at + count)
    at += count
  })
  return { ...box, isIn: (pixel) => pixels[pixel] === 1 }
}

/** Checks that the runs fill the crop. The crop may reach beyond the image. */
export const readCrop = (element: XmlElement, limits: Limits): Crop => {
  const crop = {
    left: element.whole("left"),
    top: element.whole("top"),
    width: element.whole("width"),
    height: element.whole("height"),
    counts: element
      .attribute("rle")
      .split(",")
      .map((count) => element.parseNumber(count, "rle")),
  }
  if (!crop.counts.every((count) => Number.isSafeInteger(count) && count >= 0))
    element.fail("rle must be whole numbers from 0 on.")
  const sum = crop.counts.reduce((total, count) => total + count, 0)
  if (crop.width < 1 || crop.height < 1 || sum !== crop.width * crop.height)
    element.fail(`rle has ${sum} pixels, but the mask is ${crop.width} × ${crop.height}.`)
  return checkPixels(limits, crop, element)
}

/** Draws crops in their order, numbered from 1. Returns the bitmap and the number of pixels that lie in several. */
export const drawCrops = (
  crops: ReadonlyArray<Crop>,
  { height, width }: Size,
): { readonly bitmap: Bitmap; readonly overlapping: number } => {
  const ids = new Uint32Array(width * height)
  let overlapping = 0
  crops.forEach((crop, index) => {
    let at = 0
    crop.counts.forEach((count, run) => {
      const end = at + count
      for (; run % 2 === 1 && at < end; at++) {
        const x = crop.left + (at % crop.width)
        const y = crop.top + Math.floor(at / crop.width)
        if (x < 0 || y < 0 || x >= width || y >= height) continue
        if (ids[y * width + x] !== 0) overlapping += 1
        ids[y * width + x] = index + 1
      }
      at = end
    })
  })
  return { bitmap: { width, height, ids }, overlapping }
}
