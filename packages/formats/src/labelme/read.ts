/** Reads every JSON file that has `shapes`. The categories are known once all files are read, so they are read twice. */

import { posix } from "node:path"
import { Losses } from "../carry/Losses.ts"
import { readItems } from "../drawn-images/DrawnImage.ts"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { readJsonFile } from "../files/json.ts"
import { checkPixels } from "../files/limits.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { getBaseName, getImageEnding, nameOfStem, stripEnding, stripImageEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { stripImageFolders } from "../images/fileInSet.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { isUrl } from "../images/imageFinder.ts"
import { paintMasks } from "../masks/paintMasks.ts"
import { CategoryNumbers } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Scene, Size } from "../model/Scene.ts"
import { findFolderSets } from "../model/sets.ts"
import { toStatedSize } from "../model/statedSize.ts"
import { toTaskType } from "../model/toWire.ts"
import { withSkeletons } from "../model/usedSkeletons.ts"
import { readFields } from "./fields.ts"
import { readJointNames, readLabel } from "./geometry.ts"
import { readShapes } from "./readShapes.ts"

const listDocuments = ({ paths }: Source) => paths.filter((path) => path.toLowerCase().endsWith(".json"))

const open = async (source: Source, path: string) => new Node(await readJsonFile(source, path), path)

/** By its beginning and its end, because other formats have large files. */
const canBeLabelme = async (source: Source, path: string): Promise<boolean> => {
  const size = await source.size(path)
  const ends = [await source.peek(path, 0, looked), await source.peek(path, Math.max(0, size - looked), size)]
  return ends.some((bytes) => /"(shapes|imagePath)"/.test(Buffer.from(bytes).toString("latin1")))
}

const looked = 4096

/** Crashed tools leave files that are empty, or end within the document. */
const isCutOff = async (source: Source, path: string): Promise<boolean> => {
  const size = await source.size(path)
  const end = Buffer.from(await source.peek(path, Math.max(0, size - looked), size)).toString("latin1")
  return !/[}\]]\s*$/.test(end)
}

const isLabelme = (document: Node): boolean =>
  typeof document.value === "object" &&
  document.value !== null &&
  "shapes" in document.value &&
  "imagePath" in document.value

export const readLabelme: Reader = {
  detect: async (source) => {
    for (const path of listDocuments(source)) {
      if (await isCutOff(source, path)) continue
      if (!(await canBeLabelme(source, path))) return undefined
      try {
        return isLabelme(await open(source, path)) ? path : undefined
      } catch (cause) {
        // A broken file says nothing about the others.
        if (!(cause instanceof FormatError)) throw cause
      }
    }
    return undefined
  },
  read: async (source, context) => {
    const paths = listDocuments(source)
    if (paths.length === 0) throw new FormatError(".", "has no JSON files.")
    const names = new Set<string>()
    const documentCounts = new Map<string, number>()
    const resolver = new ImageResolver(source)
    const skeletons = new Map<string, ReadonlyArray<string>>()
    const embedded = new Map<string, () => Promise<Uint8Array>>()
    let [hasDocument, hasMasks, hasDrawings, isMarked] = [false, false, false, false]
    const counted = new Losses()
    const [documents, files, parts] = [
      new PartReader(counted),
      new PartReader(counted),
      new PartReader(counted),
    ]
    for (const path of paths) {
      const document = await documents.readLater(() => open(source, path))
      if (document === undefined || !isLabelme(document)) continue
      hasDocument = true
      const image = files.read(() => findImage(document, path, source, resolver))
      if (image === undefined) continue
      documentCounts.set(image.url, (documentCounts.get(image.url) ?? 0) + 1)
      if (image.isEmbedded) embedded.set(image.url, () => readImageData(source, path))
      isMarked ||= document.at("segmentation").value === true
      for (const shape of readItems(document.at("shapes"), parts))
        parts.read(() => {
          const label = readLabel(shape)
          if (label === undefined) return
          const joints = readJointNames(shape.at("skeleton"))
          names.add(label)
          if (joints.length > 0 && !skeletons.has(label)) skeletons.set(label, joints)
          if (shape.at("shape_type").value === "mask") hasMasks = true
          else hasDrawings = true
        })
    }
    documents.checkAny()
    files.checkAny()
    if (!hasDocument)
      throw new FormatError(paths[0] ?? ".", "must be an object with shapes and an imagePath.")
    const numbers = new CategoryNumbers([...names].sort())
    const isSegmentation = !hasDrawings && (hasMasks || isMarked)
    return {
      dataset: {
        name: "labelme",
        description: "",
        taskType: toTaskType(isSegmentation ? "image-segmentation" : "image-vector", false),
        categories: withSkeletons(numbers.categories, skeletons),
        imageAttributes: [],
      },
      scenes: readScenes({ source, paths, documentCounts, numbers, isSegmentation, context }),
      embedded,
    }
  },
}

interface Reading {
  readonly source: Source
  readonly paths: ReadonlyArray<string>
  /** Files that have labels of an image, by its path. */
  readonly documentCounts: ReadonlyMap<string, number>
  readonly numbers: CategoryNumbers
  readonly isSegmentation: boolean
  readonly context: ReadContext
}

async function* readScenes({
  context,
  documentCounts,
  isSegmentation,
  numbers,
  paths,
  source,
}: Reading): AsyncGenerator<Scene> {
  const resolver = new ImageResolver(source)
  const setOfFolder = findFolderSets(paths)
  const [files, parts] = [new PartReader(context.losses, "records"), new PartReader(context.losses)]
  for (const path of paths) {
    const document = await files.readLater(() => open(source, path))
    if (document === undefined) continue
    if (!isLabelme(document)) {
      context.losses.add("unknown", `${path}: a file without shapes and imagePath`)
      continue
    }
    const image = files.read(() => findImage(document, path, source, resolver))
    if (image === undefined) continue
    const { url } = image
    const set = setOfFolder(path)
    const size = parts.read(() => readStatedSize(document)) ?? (await context.sizeOf(url))
    if (isSegmentation && size !== null)
      checkPixels(source.limits, size, document, "imageWidth × imageHeight")
    const shapes = document.at("shapes")
    const { annotations, masks } = readShapes(shapes, {
      numbers,
      isSegmentation,
      size,
      losses: context.losses,
      limits: source.limits,
    })
    if (isSegmentation && size === null) {
      context.losses.add("image-size", path)
      continue
    }
    const bitmap =
      isSegmentation && size !== null ? paintMasks(masks, size, shapes.place, context.losses) : null
    yield {
      ...emptyScene,
      ...set,
      name: nameOfStem(stripEnding(path)),
      file: toSampleFile(path, image, set?.split ?? null, documentCounts.get(url) === 1),
      kind: isSegmentation ? "image-segmentation" : "image-vector",
      frames: [
        {
          ...emptyFrame,
          image: { url, size },
          attributes: parts.read(() => readFields(document, context.losses)) ?? {},
          annotations,
          bitmap,
        },
      ],
    }
  }
}

/** The path of the file, with the ending of the image. Where that has the same name, such as `images/a.png` for `labels/a.json`, it is that of the image, unless other files label it, too. */
const toSampleFile = (
  path: string,
  { isEmbedded, url }: FoundImage,
  split: string | null,
  isOnly: boolean,
): string => {
  const stem = stripEnding(path)
  const [image, ending] = [getBaseName(url), getImageEnding(url)]
  // Some tools call the file `a.png.json`.
  const isCalledAlike = [image, stripImageEnding(image)].includes(getBaseName(stem))
  const isOwn = isOnly && !isEmbedded && !isUrl(url) && isCalledAlike
  const file = isOwn ? url : stem.endsWith(ending) ? stem : `${stem}${ending}`
  return stripImageFolders(file, split)
}

const readStatedSize = (document: Node): Size | null => {
  const [width, height] = [document.at("imageWidth"), document.at("imageHeight")]
  return width.isPresent ? toStatedSize({ width: width.whole(), height: height.whole() }) : null
}

interface FoundImage {
  readonly url: string
  readonly isEmbedded: boolean
}

/** `imagePath` is from the folder of the file. An image that is missing may stand in the file itself. */
const findImage = (document: Node, path: string, source: Source, resolver: ImageResolver): FoundImage => {
  const writtenPath = document.at("imagePath").text().replaceAll("\\", "/")
  if (isUrl(writtenPath)) return { url: writtenPath, isEmbedded: false }
  const url =
    resolver.find({ name: writtenPath, record: path }) ??
    posix.join(posix.dirname(path), posix.isAbsolute(writtenPath) ? posix.basename(writtenPath) : writtenPath)
  const data = document.at("imageData")
  if (source.has(url) || !data.isPresent) return { url, isEmbedded: false }
  return { url: `${stripEnding(path)}.${detectEnding(data)}`, isEmbedded: true }
}

/** The first bytes of the kinds of images that Labelme keeps, in base64. */
const detectEnding = (data: Node): string => {
  const text = data.text()
  if (text.startsWith("iVBORw0KGgo")) return "png"
  if (text.startsWith("/9j/")) return "jpg"
  return data.fail("is neither a PNG nor a JPEG in base64.")
}

const readImageData = async (source: Source, path: string): Promise<Uint8Array> =>
  Buffer.from((await open(source, path)).at("imageData").text(), "base64")
