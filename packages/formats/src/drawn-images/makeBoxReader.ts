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
import { makeCategoryIds } from "../model/categoryIds.ts"
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
  /** Fields of the record that the format does not know. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Nobody labeled the image, or its label cannot be read. */
  readonly isUnlabeled?: boolean
}

/** Names of categories by the numbers that rows have for them. */
export type CategoryNames = ReadonlyMap<number, string>

export interface BoxFiles {
  /** The name of the dataset. */
  readonly name: string
  readonly findFiles: (source: Source) => Promise<ReadonlyArray<string>>
  /** The name of the files in the message that there are none. */
  readonly missing: FormatError
  /** The records of a file; it fails for a file that is broken. */
  readonly openRecords: (source: Source, path: string, parts: PartReader) => AsyncIterable<Node>
  /** Fails where the record names no image; odd boxes of it are counted. */
  readonly readRecord: (record: Node, losses: Losses, names: CategoryNames) => BoxRecord
  readonly isMarked: (record: Node) => boolean
  /** The sets by the folders of files, where the format names them. */
  readonly readSets?: (source: Source) => Promise<ReadonlyMap<string, string>>
  /** The names of numbered categories, where a file has them. */
  readonly readNames?: (source: Source) => Promise<CategoryNames>
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
    const names: CategoryNames = (await format.readNames?.(source)) ?? new Map()
    const records = { source, files, format, names }
    for await (const { file, image, node, record } of readRecords(records, new Losses())) {
      if (images.has(image)) node.fail(`has the image ${image}, which another record has.`)
      images.set(image, { record: file, split: findSplit(source, sets, file, image) })
      for (const { category } of record.boxes) labels.add(category)
    }
    const dataset = makeDataset(format.name, "bboxes", [
      ...names.values(),
      ...[...labels].sort(compareLabels),
    ])
    return { dataset, scenes: readScenes({ ...records, dataset, images, context }) }
  },
})

/** Numbers by their values, before texts. */
const compareLabels = (a: string, b: string): number => {
  const [first, second] = [a, b].map((label) =>
    /^-?\d+$/.test(label) ? Number(label) : Number.POSITIVE_INFINITY,
  )
  if (first !== undefined && second !== undefined && first !== second) return first - second
  return a < b ? -1 : a > b ? 1 : 0
}

/** The folder of the image says the set if the file is at the root. */
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

interface Records {
  readonly source: Source
  readonly files: ReadonlyArray<string>
  readonly format: BoxFiles
  readonly names: CategoryNames
}

async function* readRecords(
  { files, format: { openRecords, readRecord }, names, source }: Records,
  losses: Losses,
): AsyncGenerator<FoundRecord> {
  const sets = new Map(files.map((file) => [file, setOfDocument(file, source.paths)?.set ?? null]))
  const resolver = new ImageResolver(source, sets.values())
  const [opened, parts] = [new PartReader(losses, "records"), new PartReader(losses, "records")]
  for (const file of files)
    for await (const node of openRecords(source, file, opened)) {
      const record = parts.read(() => readRecord(node, losses, names))
      if (record === undefined) continue
      const image = findBeside(resolver, file, record.image, node.place, sets.get(file))
      yield { file, node, record, image }
    }
  opened.checkAny()
  parts.checkAny()
}

interface Reading extends Records {
  readonly dataset: Dataset
  readonly images: ReadonlyMap<string, ImageOfFile>
  readonly context: ReadContext
}

async function* readScenes(reading: Reading): AsyncGenerator<Scene> {
  const { context, dataset, images } = reading
  const places = placeImages(images)
  const findId = makeCategoryIds(dataset)
  for await (const { file, image, record } of readRecords(reading, context.losses)) {
    const annotations = toAnnotations(record.boxes, (category) => findId(category, file))
    const size = await context.sizeOf(image)
    yield {
      ...emptyScene,
      name: image,
      ...places.get(image),
      kind: "image-vector",
      ...(Object.keys(record.fields ?? {}).length > 0 && { fields: record.fields }),
      ...(record.isUnlabeled ? { status: "UNLABELED" as const } : findPrediction(annotations)),
      frames: [
        { ...emptyFrame, image: { url: image, size }, attributes: record.attributes ?? {}, annotations },
      ],
    }
  }
}
