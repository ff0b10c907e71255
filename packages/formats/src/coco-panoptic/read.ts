/** Reads the files as those of COCO; the masks come from the PNG images, whose ids must be those of `segments_info`. */
import type { Losses } from "../carry/Losses.ts"
import { type FieldsContext, readCommonFields } from "../coco/annotationFields.ts"
import { CocoRecords } from "../coco/CocoRecords.ts"
import { Categories } from "../coco/categories.ts"
import { indexAll } from "../coco/indexAll.ts"
import { makeSegment } from "../coco/shapes.ts"
import { readItems } from "../drawn-images/DrawnImage.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { readBitmapFile } from "../files/bitmap.ts"
import { measureFile } from "../files/imageSize.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { getBaseName, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { Spill } from "../files/Spill.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { detectMapillary } from "../mapillary/detect.ts"
import { collectIds } from "../masks/collectIds.ts"
import type { BitmapFile, Frame, Image, Scene, Segment, Size } from "../model/Scene.ts"
import { toTaskType } from "../model/toWire.ts"

export const readPanoptic: Reader = {
  detect: async (source) => {
    // Mapillary Vistas has such a file beside masks that say the same.
    const isOfVistas = (await detectMapillary(source)) !== undefined
    for (const path of listDocuments(source))
      if (!(isOfVistas && vistasDocument.test(path)) && (await isPanoptic(source, path))) return path
    return undefined
  },
  read: async (source, context) => {
    const { losses } = context
    const spill = new Spill()
    const categories = new Categories(losses)
    const indexes = await indexAll(source, listDocuments(source), [], { ...context, categories, spill })
    const [first] = indexes
    if (first === undefined) throw new FormatError(".", "has no JSON file.")
    const isSequence = indexes.some(({ videos }) => videos !== null)
    const dataset = {
      name: "coco-panoptic",
      description: first.description,
      taskType: toTaskType("image-segmentation", isSequence),
      categories: categories.list(first.path),
      imageAttributes: [],
    }
    const masks: Masks = new WeakMap()
    const records = new CocoRecords(source, indexes, {
      ...context,
      kind: "image-segmentation",
      isSequence,
      read: (annotations, frame, { index }) => {
        const fields = { categories: index.categories, isFrame: isSequence, losses }
        return { annotations: readSegments(annotations, frame, index.path, fields, masks), bitmap: null }
      },
    })
    return {
      dataset,
      scenes: addMasks(records.scenes(), source, masks, losses),
      close: async () => spill.close(),
    }
  },
}

const listDocuments = ({ paths }: Source): ReadonlyArray<string> => {
  const all = paths.filter((path) => path.toLowerCase().endsWith(".json"))
  const named = all.filter((path) => getBaseName(path).startsWith("panoptic_"))
  return named.length > 0 ? named : all
}

const vistasDocument = /(^|\/)panoptic\/panoptic_20\d\d\.json$/

const looked = 256 * 1024

const isPanoptic = async (source: Source, path: string): Promise<boolean> => {
  const size = await source.size(path)
  const parts = [
    await source.peek(path, 0, looked),
    await source.peek(path, Math.max(0, size - looked), size),
  ]
  const text = parts.map((part) => Buffer.from(part).toString("latin1")).join("\n")
  return (
    /"segments_info"\s*:/.test(text) ||
    (/"task_type":"[^"]*segmentation/.test(text) && getBaseName(path).startsWith("panoptic_"))
  )
}

/** The annotation whose PNG image is the mask of an image. */
interface MaskRecord {
  readonly annotation: Node
  /** The path of its JSON file. */
  readonly path: string
}

type Masks = WeakMap<Image, MaskRecord>

const readSegments = (
  [annotation, ...others]: ReadonlyArray<Node>,
  { image }: Frame,
  path: string,
  fields: FieldsContext,
  masks: Masks,
): ReadonlyArray<Segment> => {
  if (annotation === undefined || image?.size == null) return []
  for (const other of others) fields.losses.add("alternatives", other.place)
  masks.set(image, { annotation, path })
  const segments: Array<Segment> = []
  const parts = new PartReader(fields.losses)
  for (const record of readItems(annotation.at("segments_info"), parts)) {
    const id = readPixelId(record)
    const common = id === undefined ? undefined : parts.read(() => readCommonFields(record, id, fields))
    if (id === undefined) fields.losses.add("unreadable", record.place)
    else if (common !== undefined) segments.push(makeSegment(common))
  }
  return segments
}

/** A picture whose mask is missing or of another size has no label, which is counted. Where all are, they are refused. */
async function* addMasks(
  scenes: AsyncIterable<Scene>,
  source: Source,
  masks: Masks,
  losses: Losses,
): AsyncGenerator<Scene> {
  const resolver = new ImageResolver(source)
  const parts = new PartReader(losses)
  for await (const scene of scenes) {
    const frames: Array<Frame> = []
    let isUnlabeled = false
    for (const frame of scene.frames) {
      const record = frame.image === null ? undefined : masks.get(frame.image)
      const size = frame.image?.size ?? undefined
      if (record === undefined || size === undefined) {
        frames.push(frame)
        continue
      }
      const png = await parts.readLater(() => findMask(record, size, source, resolver))
      isUnlabeled = png === undefined
      const ids = new Set(frame.annotations.map(({ id }) => id))
      frames.push(
        png === undefined
          ? { ...frame, annotations: [] }
          : { ...frame, bitmap: makeBitmapFile(source, png, size, ids, losses) },
      )
    }
    yield { ...scene, frames, ...(isUnlabeled && !scene.isSequence && { status: "UNLABELED" }) }
  }
  parts.checkAny()
}

const findMask = async (
  { annotation, path }: MaskRecord,
  { height, width }: Size,
  source: Source,
  resolver: ImageResolver,
): Promise<string> => {
  const png = findPng(annotation.at("file_name"), path, source, resolver)
  const size = (await measureFile(source, png))?.size
  if (size !== undefined && (size.width !== width || size.height !== height))
    throw new FormatError(png, `must have the size of its image, ${width} × ${height}.`)
  return png
}

/** Undefined for what is no id of a pixel. */
const readPixelId = (record: Node): number | undefined => {
  const { value } = typeof record.value === "object" && record.value !== null ? record.at("id") : record
  const id = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value
  return typeof id === "number" && Number.isInteger(id) && id >= 1 && id <= 0xff_ffff ? id : undefined
}

/** In the folder of the name of the JSON file, or wherever that is. */
const findPng = (name: Node, path: string, source: Source, resolver: ImageResolver): string => {
  const folder = stripEnding(path)
  const expected = `${folder}/${name.text()}`
  if (source.has(expected)) return expected
  const end = `${getBaseName(folder)}/${name.text()}`
  const pngPath = resolver.find({ name: end, record: path })
  // The end of the name alone may be that of the picture.
  if (pngPath === undefined || !pngPath.endsWith(end)) throw new FormatError(expected, "is missing.")
  return pngPath
}

/** Pixels whose id no segment has belong to nothing, and are counted. */
const makeBitmapFile = (
  source: Source,
  path: string,
  { height, width }: Size,
  known: ReadonlySet<number>,
  losses: Losses,
): BitmapFile => {
  let isCounted = false
  return {
    url: null,
    load: async () => {
      const bitmap = readBitmapFile(await source.bytes(path), path, source.limits.pixels)
      if (bitmap.width !== width || bitmap.height !== height)
        throw new FormatError(path, `must have the size of its image, ${width} × ${height}.`)
      const strange = [...collectIds(bitmap.ids)].filter((id) => id !== 0 && !known.has(id))
      if (strange.length === 0) return bitmap
      if (!isCounted)
        for (const id of strange) losses.add("references", `${path}, the pixels with the id ${id}`)
      isCounted = true
      return { ...bitmap, ids: bitmap.ids.map((id) => (known.has(id) ? id : 0)) }
    },
  }
}
