/** Reads the files as those of COCO; the masks come from the PNG images, whose ids must be those of `segments_info`. */
import { type CocoIndex, indexCoco } from "../coco/CocoIndex.ts"
import { CocoRecords } from "../coco/CocoRecords.ts"
import { Categories } from "../coco/categories.ts"
import { setOf } from "../coco/documents.ts"
import { commonOf, segmentOf } from "../coco/shapes.ts"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { readBitmapFile } from "../files/bitmap.ts"
import type { Node } from "../files/Node.ts"
import { baseName, withoutEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { imageFinder } from "../images/imageFinder.ts"
import type { BitmapFile, Frame, Size } from "../model/Scene.ts"
import { taskTypeOf } from "../model/toWire.ts"

export const readPanoptic: Reader = {
  detect: async (source) => {
    for (const path of documents(source)) if (await looksRight(source, path)) return path
    return undefined
  },
  read: async (source, context) => {
    const categories = new Categories(context.losses)
    const found: Array<CocoIndex> = []
    for (const path of documents(source)) found.push(await indexCoco(source, path, setOf(path), categories))
    const first = found[0]
    if (first === undefined) throw new FormatError(".", "has no JSON file.")
    const isSequence = found.some(({ videos }) => videos !== null)
    const records = new CocoRecords(source, found, {
      kind: "image-segmentation",
      isSequence,
      sizeOf: context.sizeOf,
    })
    return {
      dataset: {
        name: "coco-panoptic",
        description: first.description,
        taskType: taskTypeOf("image-segmentation", isSequence),
        categories: categories.list(first.path),
        imageAttributes: [],
      },
      scenes: records.scenes((annotations, frame, { path }) =>
        segmentsOf(annotations, frame, path, { source, context, isSequence }),
      ),
    }
  },
}

const documents = ({ paths }: Source): ReadonlyArray<string> => {
  const all = paths.filter((path) => path.toLowerCase().endsWith(".json"))
  const named = all.filter((path) => baseName(path).startsWith("panoptic_"))
  return named.length > 0 ? named : all
}

const looked = 256 * 1024

const looksRight = async (source: Source, path: string): Promise<boolean> => {
  const size = await source.size(path)
  const parts = [
    await source.range(path, 0, looked),
    await source.range(path, Math.max(0, size - looked), size),
  ]
  const text = parts.map((part) => Buffer.from(part).toString("latin1")).join("\n")
  return (
    /"segments_info"\s*:/.test(text) ||
    (/"task_type":"[^"]*segmentation/.test(text) && baseName(path).startsWith("panoptic_"))
  )
}

interface Reading {
  readonly source: Source
  readonly context: ReadContext
  readonly isSequence: boolean
}

const segmentsOf = (
  annotations: ReadonlyArray<Node>,
  frame: Frame,
  path: string,
  { context, isSequence, source }: Reading,
): Pick<Frame, "annotations" | "bitmap"> => {
  const [annotation, other] = annotations
  if (annotation === undefined || frame.image?.size == null) return { annotations: [], bitmap: null }
  if (other !== undefined) other.fail("is the second annotation of its image.")
  const segments = annotation.at("segments_info").items()
  const found = segments.map((record) => {
    const id = record.at("id").whole()
    if (id < 1 || id > 0xff_ffff) record.at("id").fail("must be from 1 to 16777215.")
    return segmentOf(commonOf(record, id, isSequence, context.losses))
  })
  const png = pngOf(annotation.at("file_name"), path, source)
  return {
    annotations: found,
    bitmap: bitmapAt(source, png, frame.image.size, new Set(found.map(({ id }) => id))),
  }
}

/** In the folder of the name of the JSON file, or wherever that is. */
const pngOf = (name: Node, path: string, source: Source): string => {
  const folder = withoutEnding(path)
  const expected = `${folder}/${name.text()}`
  if (source.has(expected)) return expected
  const found = imageFinder(source)(`${baseName(folder)}/${name.text()}`)
  if (found === undefined) throw new FormatError(expected, "is missing.")
  return found
}

const bitmapAt = (
  source: Source,
  path: string,
  { height, width }: Size,
  known: ReadonlySet<number>,
): BitmapFile => ({
  url: null,
  load: async () => {
    const bitmap = readBitmapFile(await source.bytes(path), path)
    if (bitmap.width !== width || bitmap.height !== height)
      throw new FormatError(path, `must have the size of its image, ${width} × ${height}.`)
    for (const id of new Set(bitmap.ids))
      if (id !== 0 && !known.has(id))
        throw new FormatError(path, `has the id ${id}, which segments_info does not have.`)
    return bitmap
  },
})
