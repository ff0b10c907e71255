/** Shapes of Labelme as annotations. */

import type { Losses } from "../carry/Losses.ts"
import { readItems } from "../drawn-images/DrawnImage.ts"
import { checkLimit, type Limits } from "../files/limits.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { PixelMask } from "../masks/PixelMask.ts"
import type { EncodedMask } from "../masks/paintMasks.ts"
import { toMaskShape } from "../masks/shapeMask.ts"
import type { CategoryNumbers } from "../model/Dataset.ts"
import type { Annotation, Size } from "../model/Scene.ts"
import { readFields } from "./fields.ts"
import { readGeometry, readLabel } from "./geometry.ts"
import { decodeMask } from "./masks.ts"

export interface ShapesReading {
  readonly numbers: CategoryNumbers
  readonly isSegmentation: boolean
  readonly size: Size | null
  readonly losses: Losses
  readonly limits: Limits
}

/** Masks among other shapes become polygons with the same pixels. Shapes that cannot be read are counted. */
export const readShapes = (
  shapes: Node,
  reading: ShapesReading,
): { readonly annotations: ReadonlyArray<Annotation>; readonly masks: ReadonlyArray<EncodedMask> } => {
  const annotations: Array<Annotation> = []
  const masks: Array<EncodedMask> = []
  const { limits, losses } = reading
  const parts = new PartReader(losses)
  let painted = 0
  const openMask = (shape: Node): PixelMask => {
    const mask = decodeMask(shape, limits)
    painted += mask.width * mask.height
    checkLimit(limits, "painted", painted, shape, "the number of pixels of all masks up to this one")
    return mask
  }
  for (const shape of readItems(shapes, parts)) {
    const parsedShape = parts.read(() => readShape(shape, annotations.length + 1, openMask, reading))
    if (parsedShape?.mask !== undefined) masks.push(parsedShape.mask)
    if (parsedShape?.annotation !== undefined) annotations.push(parsedShape.annotation)
  }
  return { annotations, masks }
}

interface FoundShape {
  readonly annotation: Annotation | undefined
  readonly mask?: EncodedMask
}

/** Undefined, and counted, for what makes no annotation. */
const readShape = (
  shape: Node,
  id: number,
  openMask: (shape: Node) => PixelMask,
  { isSegmentation, limits, losses, numbers, size }: ShapesReading,
): FoundShape | undefined => {
  const label = readLabel(shape)
  if (label === undefined) {
    losses.add("broken", `${shape.place}: a shape without a label`)
    return undefined
  }
  const attributes = new PartReader(losses).read(() => readFields(shape, losses)) ?? {}
  const common = { id, categoryId: numbers.of(label), trackId: null, isKeyframe: true, attributes }
  if (shape.at("shape_type").value !== "mask") {
    const drawn = readGeometry(shape, losses)
    return { annotation: drawn && { ...common, ...drawn } }
  }
  const mask = openMask(shape)
  if (isSegmentation)
    return {
      annotation: { ...common, type: "segment" },
      mask: { id, decode: () => decodeMask(shape, limits) },
    }
  const polygon = toMaskShape(mask, size)
  if (polygon === undefined) losses.add("empty-masks", shape.place)
  return { annotation: polygon && { ...common, ...polygon } }
}
