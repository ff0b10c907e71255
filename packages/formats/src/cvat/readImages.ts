/** Reads a CVAT file "for images": each image is a sample. */
import type { Losses } from "../carry/Losses.ts"
import { checkLimit, checkPixels } from "../files/limits.ts"
import { PartReader } from "../files/PartReader.ts"
import { type XmlElement, xmlChildren } from "../files/xml.ts"
import { chooseRecordFile, nameOfFile } from "../images/fileInSet.ts"
import { toMaskShape } from "../masks/shapeMask.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Annotation, Attributes, BitmapFile, Scene, Size } from "../model/Scene.ts"
import { toStatedSize } from "../model/statedSize.ts"
import { type Crop, drawCrops, expandCrop } from "./masks.ts"
import type { CvatReading, Document } from "./reading.ts"
import { toSplit } from "./readMeta.ts"
import { readAttributes, readShape, type Shape } from "./readShape.ts"

export async function* readImages({ path }: Document, reading: CvatReading): AsyncGenerator<Scene> {
  const { losses, source } = reading
  const [images, parts] = [new PartReader(losses, "records"), new PartReader(losses)]
  for await (const element of xmlChildren(source, path, "annotations")) {
    if (element.name !== "image") continue
    const scene = await images.readLater(() => readImage(element, path, reading, parts))
    if (scene !== undefined) yield scene
  }
  images.checkAny()
}

const readImage = async (
  element: XmlElement,
  path: string,
  reading: CvatReading,
  parts: PartReader,
): Promise<Scene> => {
  const { category, isSegmentation, losses, source } = reading
  const name = element.attribute("name")
  const url = element.optional("url") ?? findImagePath(reading, path, name, element.optional("subset"))
  const stated = readSize(element)
  const size = stated ?? (isSegmentation ? ((await reading.sizeOf(url)) ?? failWithoutSize(element)) : null)
  if (isSegmentation && size !== null) checkPixels(reading.limits, size, element)
  const placedShapes = element.children.flatMap((child): ReadonlyArray<Placed> => {
    if (child.name === "tag") return []
    const label = child.optional("label") ?? ""
    if (label === "") {
      losses.add("broken", `${child.place}: ${child.name} without a label`)
      return []
    }
    return (
      parts.read((): ReadonlyArray<Placed> => {
        const { attributes, id, skeleton } = category(label, child)
        const shape = readShape(child, skeleton, losses, reading.limits)
        if (shape === undefined) return []
        const own = readAttributes(child.all("attribute"), child, attributes, losses)
        const common = { categoryId: id, trackId: null, isKeyframe: true, attributes: own }
        return [{ shape, order: readZOrder(child, losses), common, place: child.place }]
      }) ?? []
    )
  })
  const file = `${reading.prefix(path)}${chooseRecordFile(name, source.has(url) ? url : undefined)}`
  const set = element.optional("subset")
  return {
    ...emptyScene,
    name: nameOfFile(file),
    file,
    ...(set !== undefined && set !== "" && { set }),
    kind: isSegmentation ? "image-segmentation" : "image-vector",
    split: toSplit(set),
    frames: [
      {
        ...emptyFrame,
        image: { url, size },
        attributes: readTags(element, losses),
        ...readSceneParts(placedShapes, size, element.place, reading),
      },
    ],
  }
}

/** Labels of the whole image become attributes of it. Their own attributes are counted. */
const readTags = (image: XmlElement, losses: Losses): Attributes => {
  const tags = image.all("tag")
  for (const tag of tags) losses.add("attributes", tag.place, tag.all("attribute").length)
  return Object.fromEntries(
    tags.flatMap((tag) => ((tag.optional("label") ?? "") === "" ? [] : [[tag.attribute("label"), true]])),
  )
}

export interface Placed {
  readonly shape: Shape
  readonly order: number
  readonly common: Omit<Annotation, "id" | "type">
  readonly place: string
}

/** Null where none is stated: it is measured. */
const readSize = (element: XmlElement): Size | null =>
  element.optional("width") === undefined && element.optional("height") === undefined
    ? null
    : toStatedSize({ width: element.whole("width"), height: element.whole("height") })

const failWithoutSize = (element: XmlElement): never =>
  element.fail("has no width and height, and the size of its image cannot be read.")

/** The place in the order of drawing; 0 without one, and for one that is no number, which is counted. */
export const readZOrder = (element: XmlElement, losses: Losses): number => {
  const order = Number(element.optional("z_order") ?? 0)
  if (Number.isFinite(order)) return order
  losses.add("attribute-value", `${element.place}: z_order`)
  return 0
}

/** The annotations in the order of drawing, numbered from 1, and their bitmap. Masks among other shapes become polygons with the same pixels. */
export const readSceneParts = (
  found: ReadonlyArray<Placed>,
  size: Size | null,
  place: string,
  { isSegmentation, limits, losses }: CvatReading,
): { readonly annotations: ReadonlyArray<Annotation>; readonly bitmap: BitmapFile | null } => {
  const annotations: Array<Annotation> = []
  const crops: Array<Crop> = []
  const painted = found.reduce(
    (sum, { shape }) => sum + ("crop" in shape ? shape.crop.width * shape.crop.height : 0),
    0,
  )
  checkLimit(limits, "painted", painted, place, "the number of pixels of all masks")
  for (const { common, place: at, shape } of [...found].sort((a, b) => a.order - b.order)) {
    const id = annotations.length + 1
    if (shape.type !== "segment") annotations.push({ ...common, id, ...shape })
    else if (!isSegmentation) {
      const polygon = toMaskShape(expandCrop(shape.crop), size)
      if (polygon === undefined) losses.add("empty-masks", at)
      else annotations.push({ ...common, id, ...polygon })
    } else {
      // In a frame whose size no file says, a mask has no pixels.
      if (size === null) losses.add("empty-masks", at)
      annotations.push({ ...common, id, type: "segment" })
      crops.push(shape.crop)
    }
  }
  return { annotations, bitmap: isSegmentation ? paintMasks(crops, size ?? noSize, place, { losses }) : null }
}

/** Of a frame whose size no file says. */
const noSize: Size = { width: 0, height: 0 }

const paintMasks = (
  crops: ReadonlyArray<Crop>,
  size: Size,
  place: string,
  { losses }: Pick<CvatReading, "losses">,
): BitmapFile => {
  let isCounted = false
  return {
    url: null,
    load: async () => {
      const { bitmap, overlapping } = drawCrops(crops, size)
      if (!isCounted) losses.add("overlapping-masks", place, overlapping)
      isCounted = true
      return bitmap
    },
  }
}

/** Images lie in `images` beside the file, there in a folder of their set, or beside the file. */
export const findImagePath = (
  { resolver }: CvatReading,
  path: string,
  name: string,
  subset: string | undefined,
): string => {
  const folder = `${path.slice(0, path.lastIndexOf("/") + 1)}images`
  const folders = subset === undefined || subset === "" ? [folder] : [folder, `${folder}/${subset}`]
  const set = subset === undefined || subset === "" ? {} : { set: subset }
  return resolver.find({ name, record: path, folders, ...set }) ?? `${folder}/${name}`
}
