/** Objects of an image. */
import type { Losses } from "../carry/Losses.ts"
import { readItems } from "../drawn-images/DrawnImage.ts"
import { checkLimit, type Limits } from "../files/limits.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { EncodedMask } from "../masks/paintMasks.ts"
import { toMaskShape } from "../masks/shapeMask.ts"
import type { Annotation, Attributes, Size } from "../model/Scene.ts"
import { decodeBitmap } from "./bitmap.ts"
import { readGeometry, readType } from "./geometry.ts"
import type { ProjectMeta } from "./meta.ts"
import { readTags } from "./tags.ts"

/** Fields that say who drew an object and when, or what another field says. */
const members: ReadonlySet<string> = new Set(
  (
    "id classId classTitle description tags points parts nodes bitmap angle geometryType shape labelerLogin createdAt updatedAt " +
    "nnCreated nnUpdated"
  ).split(" "),
)

export interface ReadObjects {
  readonly annotations: ReadonlyArray<Annotation>
  /** Those of a segmentation. */
  readonly masks: ReadonlyArray<EncodedMask>
}

export interface ObjectsReading {
  readonly meta: ProjectMeta
  readonly size: Size | null
  readonly limits: Limits
  readonly losses: Losses
}

/** Objects that are odd are counted. */
export const readObjects = (list: Node, reading: ObjectsReading): ReadObjects => {
  const { limits, losses, meta, size } = reading
  const annotations: Array<Annotation> = []
  const masks: Array<EncodedMask> = []
  const parts = new PartReader(losses)
  const ids = new Map(meta.categories.map(({ id, name }) => [name, id]))
  let painted = 0
  for (const object of readItems(list, parts))
    parts.read(() => {
      const name = object.at("classTitle").text()
      const common = {
        id: annotations.length + 1,
        categoryId: ids.get(name) ?? object.at("classTitle").fail("is not a class of meta.json."),
        trackId: null,
        isKeyframe: true,
        attributes: readAttributes(object, losses),
      }
      const type = readType(object)
      if (type === "bitmap" || type === "alpha_mask") {
        const mask = decodeBitmap(object.at("bitmap"), limits)
        painted += mask.width * mask.height
        checkLimit(limits, "painted", painted, object, "the number of pixels of all masks up to this one")
        // Shares of pixels are more than a mask has.
        if (type === "alpha_mask") losses.add("geometry", object.place)
        if (meta.isSegmentation) {
          masks.push({ id: common.id, decode: () => decodeBitmap(object.at("bitmap"), limits) })
          annotations.push({ ...common, type: "segment" })
          return
        }
        const polygon = toMaskShape(mask, size)
        if (polygon === undefined) losses.add("empty-masks", object.place)
        else annotations.push({ ...common, ...polygon })
        return
      }
      const shape = meta.isSegmentation ? undefined : readGeometry(object, type, meta.nodes.get(name))
      if (shape === undefined) losses.add("shapes", `${object.place}: ${type}`)
      else annotations.push({ ...common, ...shape })
    })
  return { annotations, masks }
}

const readAttributes = (object: Node, losses: Losses): Attributes => {
  for (const key of object.keys())
    if (!members.has(key) && object.at(key).isPresent) losses.add("unknown", object.at(key).place)
  const description = object.at("description").or("", (text) => text.text())
  return { ...readTags(object.at("tags"), losses), ...(description !== "" && { description }) }
}
