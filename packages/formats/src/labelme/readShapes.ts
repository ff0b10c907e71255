/** Shapes of Labelme as annotations. */

import type { Losses } from "../carry/Losses.ts"
import { checkLimit, type Limits } from "../files/limits.ts"
import type { Node } from "../files/Node.ts"
import type { PixelMask } from "../masks/PixelMask.ts"
import { shapeOfMask } from "../masks/shapeMask.ts"
import type { CategoryNumbers } from "../model/Dataset.ts"
import type { Annotation, BitmapFile, Size } from "../model/Scene.ts"
import { readFields } from "./fields.ts"
import { readGeometry, readLabel } from "./geometry.ts"
import { decodeMask } from "./masks.ts"

type NumberedMask = PixelMask & { readonly id: number }

export interface ShapesReading {
  readonly numbers: CategoryNumbers
  readonly isSegmentation: boolean
  readonly size: Size | null
  readonly losses: Losses
  readonly limits: Limits
}

/** Masks among other shapes become polygons with the same pixels. */
export const readShapes = (
  shapes: Node,
  { isSegmentation, limits, losses, numbers, size }: ShapesReading,
): { readonly annotations: ReadonlyArray<Annotation>; readonly masks: ReadonlyArray<NumberedMask> } => {
  const annotations: Array<Annotation> = []
  const masks: Array<NumberedMask> = []
  let painted = 0
  for (const shape of shapes.items()) {
    const label = readLabel(shape)
    if (label === undefined) {
      losses.add("broken", `${shape.place}: a shape without a label`)
      continue
    }
    const common = {
      id: annotations.length + 1,
      categoryId: numbers.of(label),
      trackId: null,
      isKeyframe: true,
      attributes: readFields(shape, losses),
    }
    if (shape.at("shape_type").value === "mask") {
      const mask = decodeMask(shape, limits)
      painted += mask.width * mask.height
      checkLimit(limits, "painted", painted, shape, "the number of pixels of all masks up to this one")
      if (!isSegmentation) {
        const polygon = shapeOfMask(mask, size)
        if (polygon === undefined) losses.add("empty-masks", shape.place)
        else annotations.push({ ...common, ...polygon })
        continue
      }
      masks.push({ ...mask, id: common.id })
      annotations.push({ ...common, type: "segment" })
      continue
    }
    const drawn = readGeometry(shape, losses)
    if (drawn !== undefined) annotations.push({ ...common, ...drawn })
  }
  return { annotations, masks }
}

export const bitmapOf = (
  masks: ReadonlyArray<NumberedMask>,
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
      for (const { height: rows, id, isIn, left, top, width: columns } of masks)
        for (let at = 0; at < rows * columns; at++) {
          const x = left + (at % columns)
          const y = top + Math.floor(at / columns)
          if (!isIn(at) || x < 0 || y < 0 || x >= width || y >= height) continue
          if (ids[y * width + x] !== 0) overlapping += 1
          ids[y * width + x] = id
        }
      if (!isCounted) losses.add("overlapping-masks", place, overlapping)
      isCounted = true
      return { width, height, ids }
    },
  }
}
