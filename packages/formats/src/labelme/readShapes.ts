/** Shapes of Labelme as annotations. */

import type { Losses } from "../carry/Losses.ts"
import { lookup } from "../files/lookup.ts"
import type { Node } from "../files/Node.ts"
import type { PixelMask } from "../masks/PixelMask.ts"
import { shapeOfMask, withMark } from "../masks/shapeMask.ts"
import type { CategoryNumbers } from "../model/Dataset.ts"
import type { Annotation, BitmapFile, Drawing, Size } from "../model/Scene.ts"
import { readFields } from "./fields.ts"
import { decodeMask } from "./masks.ts"

const shapeTypes: { readonly [shape: string]: Drawing["type"] } = {
  rectangle: "bbox",
  polygon: "polygon",
  oriented_rectangle: "polygon",
  circle: "polygon",
  line: "polyline",
  linestrip: "polyline",
  point: "point",
  points: "point",
}

const least = { bbox: 2, polygon: 3, polyline: 2, point: 1 } as const

type NumberedMask = PixelMask & { readonly id: number }

export interface ShapesReading {
  readonly numbers: CategoryNumbers
  readonly isSegmentation: boolean
  readonly size: Size | null
  readonly losses: Losses
}

/** Masks among other shapes become polygons with the same pixels. */
export const readShapes = (
  shapes: Node,
  { isSegmentation, losses, numbers, size }: ShapesReading,
): { readonly annotations: ReadonlyArray<Annotation>; readonly masks: ReadonlyArray<NumberedMask> } => {
  const annotations: Array<Annotation> = []
  const masks: Array<NumberedMask> = []
  for (const shape of shapes.items()) {
    const given = shape.at("shape_type").or("polygon", (type) => type.text())
    const common = {
      id: annotations.length + 1,
      categoryId: numbers.of(shape.at("label").text()),
      trackId: null,
      isKeyframe: true,
      attributes: readFields(shape),
    }
    if (given === "mask") {
      const mask = decodeMask(shape)
      if (!isSegmentation) {
        const polygon = shapeOfMask(mask, size)
        if (polygon === undefined) losses.add("empty-masks", shape.place)
        else annotations.push({ ...common, ...polygon, attributes: withMark(common.attributes) })
        continue
      }
      masks.push({ ...mask, id: common.id })
      annotations.push({ ...common, type: "segment" })
      continue
    }
    const type =
      lookup(shapeTypes, given) ?? shape.at("shape_type").fail(`is unknown: ${JSON.stringify(given)}.`)
    if (given === "circle" || given === "oriented_rectangle") losses.add("geometry", shape.place)
    annotations.push({ ...common, type, points: pointsOf(shape.at("points"), given, type) })
  }
  return { annotations, masks }
}

const circleCorners = 36

const pointsOf = (points: Node, given: string, type: Drawing["type"]): Drawing["points"] => {
  const found = points.items().map((point) => point.numbers(2))
  if (given === "circle") {
    const [[cx = 0, cy = 0] = [], [x = 0, y = 0] = []] = found
    if (found.length !== 2) points.fail("must be the center and a point of the circle.")
    const radius = Math.hypot(x - cx, y - cy)
    return Array.from({ length: circleCorners }, (_, i) => {
      const angle = (2 * Math.PI * i) / circleCorners
      return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)]
    })
  }
  if (found.length < least[type]) points.fail(`must have ${least[type]} points.`)
  return found
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
