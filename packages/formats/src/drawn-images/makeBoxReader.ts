/** Makes the readers of formats that have files of records, each of an image below the file's folder, with boxes. They are read twice. */
import { posix } from "node:path"
import { Losses } from "../carry/Losses.ts"
import { setOfDocument } from "../coco/documents.ts"
import type { ReadContext, Reader } from "../Format.ts"
import type { FormatError } from "../FormatError.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { findBeside, type ImageOfFile, placeImages } from "../images/besideRecord.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { categoryIds } from "../model/categoryIds.ts"
import { type Dataset, makeDataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import { findPrediction } from "../model/predictions.ts"
import type { Attributes, Scene, Split } from "../model/Scene.ts"
import { findSetInPath, toSet } from "../model/sets.ts"
import { type DrawnShape, toAnnotations } from "./DrawnImage.ts"

export interface BoxRecord {
  /** The path of the image below the folder of the file. */
  readonly image: string
  readonly boxes: ReadonlyArray<DrawnShape>
  /** Of the image. */
  readonly attributes?: Attributes
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Nobody labeled the image, or its label cannot be read. */
  readonly isUnlabeled?: boolean
}

export interface BoxFiles {
  /** The name of the dataset. */
  readonly name: string
  readonly findFiles: (source: Source) => Promise<ReadonlyArray<string>>
  /** What the files are called in the message that there are none. */
  readonly missing: FormatError
  /** The records of a file; it fails for a file that is broken. */
  readonly openRecords: (source: Source, path: string, parts: PartReader) => AsyncIterable<Node>
  /** Fails where the record names no image; odd boxes of it are counted. */
  readonly readRecord: (record: Node, losses: Losses) => BoxRecord
  readonly isMarked: (record: Node) => boolean
  /** The sets by the folders of files, where the format names them. */
  readonly readSets?: (source: Source) => Promise<ReadonlyMap<string, string>>
}

export const makeBoxReader = (format: BoxFiles): Reader => ({
  detect: async (source) => {
    for (const path of await format.findFiles(source))
      for await (const record of format.openRecords(source, path, new PartReader(new Losses())))
        return format.isMarked(record) ? path : undefined
    return undefined
  },
  read: async (source, context) => {
    const files = await format.findFiles(source)
    if (files.length === 0) throw format.missing
    const labels = new Set<string>()
    /** The file that has each image. */
    const images = new Map<string, ImageOfFile>()
    const sets = (await format.readSets?.(source)) ?? new Map<string, string>()
    for await (const { file, image, node, record } of readRecords(source, files, format, new Losses())) {
      if (images.has(image)) node.fail(`has the image ${image}, which another record has.`)
      images.set(image, { record: file, split: findSplit(source, sets, file, image) })
      for (const { category } of record.boxes) labels.add(category)
    }
    const dataset = makeDataset(format.name, "bboxes", [...labels].sort())
    return { dataset, scenes: readScenes({ source, files, format, dataset, images, context }) }
  },
})

/** Where the file is at the root, the folder of the image says the set. */
const findSplit = (
  { paths }: Source,
  sets: ReadonlyMap<string, string>,
  file: string,
  image: string,
): Split | null =>
  toSet(sets.get(posix.dirname(file)) ?? "") ??
  (setOfDocument(file, paths) ?? findSetInPath(image))?.split ??
  null

interface FoundRecord {
  readonly file: string
  readonly node: Node
  readonly record: BoxRecord
  /** Its path among the files. */
  readonly image: string
}

async function* readRecords(
  source: Source,
  files: ReadonlyArray<string>,
  { openRecords, readRecord }: BoxFiles,
  losses: Losses,
): AsyncGenerator<FoundRecord> {
  const resolver = new ImageResolver(source)
  const [opened, parts] = [new PartReader(losses, "records"), new PartReader(losses, "records")]
  for (const file of files)
    for await (const node of openRecords(source, file, opened)) {
      const record = parts.read(() => readRecord(node, losses))
      if (record === undefined) continue
      yield { file, node, record, image: findBeside(resolver, file, record.image, node.place) }
    }
  opened.checkAny()
  parts.checkAny()
}

interface Reading {
  readonly source: Source
  readonly files: ReadonlyArray<string>
  readonly format: BoxFiles
  readonly dataset: Dataset
  readonly images: ReadonlyMap<string, ImageOfFile>
  readonly context: ReadContext
}

async function* readScenes({
  context,
  dataset,
  files,
  format,
  images,
  source,
}: Reading): AsyncGenerator<Scene> {
  const places = placeImages(images)
  const findId = categoryIds(dataset)
  for await (const { file, image, record } of readRecords(source, files, format, context.losses)) {
    const annotations = toAnnotations(record.boxes, (category) => findId(category, file))
    const size = await context.sizeOf(image)
    yield {
      ...emptyScene,
      name: image,
      ...places.get(image),
      kind: "image-vector",
      ...(record.metadata && { metadata: record.metadata }),
      ...(record.isUnlabeled ? { status: "UNLABELED" as const } : findPrediction(annotations)),
      frames: [
        { ...emptyFrame, image: { url: image, size }, attributes: record.attributes ?? {}, annotations },
      ],
    }
  }
}
