/** Makes the readers of tools that have JSON files of images with shapes. They are read twice: the categories are known at the end. */
import { Losses } from "../carry/Losses.ts"
import { setOfDocument } from "../coco/documents.ts"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { findFilled } from "../files/findFile.ts"
import { readJsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { getBaseName, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { chooseRecordFile, nameOfFile, stripImageFolders } from "../images/fileInSet.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { isUrl } from "../images/imageFinder.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import { type Dataset, makeDataset, type SkeletonDefinition } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import { findPrediction } from "../model/predictions.ts"
import type { Attributes, Image, Scene, SceneStatus, Size } from "../model/Scene.ts"
import { findSetInPath } from "../model/sets.ts"
import { withSkeletons } from "../model/usedSkeletons.ts"
import { type DrawnShape, toAnnotations } from "./DrawnImage.ts"

/** An image with its shapes, as a record of a file has it. */
export interface DrawnRecord {
  /** The path by which the image is searched, or its URL: the name of the sample follows from it. */
  readonly image: string
  /** The URL of the image where it is not among the files; null where the record has none. */
  readonly url: string | null
  readonly size: Size | null
  readonly timestamp: string | null
  readonly attributes: Attributes
  readonly shapes: ReadonlyArray<DrawnShape>
  /** Reads from the record how far the work on it is. */
  readonly status?: SceneStatus | undefined
}

export interface ImageRecords {
  /** The name of the dataset. */
  readonly name: string
  /** Whether a file that begins so is one of the format. */
  readonly isMarked: (head: string) => boolean
  /** Bytes of a file that show the mark. */
  readonly headBytes: number
  readonly findRecords: (document: Node) => ReadonlyArray<Node>
  /** Fails where the record is no image that can be read; odd shapes of it are counted. */
  readonly readRecord: (record: Node, losses: Losses) => DrawnRecord
}

const findDocuments = ({ paths }: Source): ReadonlyArray<string> =>
  paths.filter((path) => path.toLowerCase().endsWith(".json"))

export const makeImageReader = (format: ImageRecords): Reader => ({
  detect: async (source) => {
    const first = await findFilled(source, findDocuments(source))
    if (first === undefined) return undefined
    const head = new TextDecoder().decode(await source.peek(first, 0, format.headBytes))
    return format.isMarked(head) ? first : undefined
  },
  read: async (source, context) => {
    const paths = findDocuments(source)
    if (paths.length === 0) throw new FormatError(".", "has no JSON files.")
    const names = new Set<string>()
    const joints = new Map<string, ReadonlyArray<string>>()
    const edges = new Map<string, SkeletonDefinition["edges"]>()
    for await (const { record } of readRecords(source, paths, format, new Losses()))
      for (const { category, edges: own = [], shape } of record.shapes) {
        names.add(category)
        if (own.length > 0) edges.set(category, joinEdges(edges.get(category), own))
        if (shape?.type === "skeleton") joints.set(category, joinNames(joints.get(category), shape.joints))
      }
    const made = makeDataset(format.name, "vector", [...names].sort())
    const dataset = { ...made, categories: withSkeletons(made.categories, joints, edges) }
    return { dataset, scenes: readScenes(source, paths, format, dataset, context) }
  },
})

/** The joints that some object of a category has, in the order in which they appear. */
const joinNames = (
  names: ReadonlyArray<string> = [],
  joints: ReadonlyArray<{ readonly name: string }>,
): ReadonlyArray<string> => [...new Set([...names, ...joints.map(({ name }) => name)])]

/** Each edge once, in either direction. */
const joinEdges = (
  edges: SkeletonDefinition["edges"] = [],
  own: SkeletonDefinition["edges"],
): SkeletonDefinition["edges"] => {
  const byEnds = new Map([...own, ...edges].map((edge) => [[...edge].sort().join("\0"), edge] as const))
  return [...edges, ...own].filter((edge) => byEnds.delete([...edge].sort().join("\0")))
}

async function* readRecords(
  source: Source,
  paths: ReadonlyArray<string>,
  { findRecords, readRecord }: ImageRecords,
  losses: Losses,
): AsyncGenerator<{ readonly path: string; readonly record: DrawnRecord }> {
  const [files, records] = [new PartReader(losses, "records"), new PartReader(losses, "records")]
  for (const path of paths) {
    const nodes = await files.readLater(async () =>
      findRecords(new Node(await readJsonFile(source, path), path)),
    )
    for (const node of nodes ?? []) {
      const record = records.read(() => readRecord(node, losses))
      if (record !== undefined) yield { path, record }
    }
  }
  files.checkAny()
  records.checkAny()
}

async function* readScenes(
  source: Source,
  paths: ReadonlyArray<string>,
  format: ImageRecords,
  dataset: Dataset,
  context: ReadContext,
): AsyncGenerator<Scene> {
  const findId = makeCategoryIds(dataset)
  const sets = new Map(paths.map((path) => [path, setOfDocument(path, paths)]))
  const resolver = new ImageResolver(
    source,
    [...sets.values()].map((set) => set?.set ?? null),
  )
  for await (const { path, record } of readRecords(source, paths, format, context.losses)) {
    const ofFile = sets.get(path) ?? null
    // A file that is called as its image, `split_1.json` of `split_1.jpg`, is of no set of that name.
    const isOfImage =
      ofFile?.set === stripEnding(getBaseName(record.image)) && ofFile.set === stripEnding(getBaseName(path))
    const set = isOfImage ? findSetInPath(path) : ofFile
    const file = resolver.find({ name: record.image, record: path, set: set?.set ?? null })
    const recordFile = chooseSampleFile(record.image, file, set?.split ?? null)
    const image = await measureImage(file ?? record.url ?? stripRoot(record.image), record.size, context)
    const annotations = toAnnotations(record.shapes, (category) => findId(category, path))
    yield {
      ...emptyScene,
      name: nameOfFile(recordFile),
      file: recordFile,
      kind: "image-vector",
      ...set,
      ...findPrediction(annotations),
      ...(record.status && { status: record.status }),
      frames: [
        {
          ...emptyFrame,
          timestamp: record.timestamp,
          image,
          attributes: record.attributes,
          annotations,
        },
      ],
    }
  }
}

/** The path of an image that is among the files is that below the folder of its set. */
const chooseSampleFile = (image: string, file: string | undefined, split: string | null): string => {
  const path = chooseRecordFile(image, file)
  return file === undefined ? path : stripImageFolders(path, split)
}

/** The name of an image that is not among the files is a path from the root of them, unless it is a URL. */
const stripRoot = (image: string): string => (isUrl(image) ? image : image.replace(/^\/+/, ""))

/** With the size of the record, which says whether its shapes are in the stored or the upright frame, or else that of the file. */
const measureImage = async (url: string, stated: Size | null, { sizeOf }: ReadContext): Promise<Image> => ({
  url,
  size: stated ?? (isUrl(url) ? null : await sizeOf(url)),
})
