/** Reads every XML file with boxes of an image. They are read twice: the first time for the categories and shapes in them. */
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { findFilled } from "../files/findFile.ts"
import { PartReader } from "../files/PartReader.ts"
import { getBaseName, getImageEnding, nameOfStem, stripEnding, stripImageEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { type XmlElement, xmlChildren } from "../files/xml.ts"
import { chooseRecordFile, nameOfFile, stripImageFolders, stripSetFolder } from "../images/fileInSet.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { isUrl } from "../images/imageFinder.ts"
import { readSetLists, type SetLists } from "../images/setLists.ts"
import { type Category, CategoryNumbers } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Annotation, Scene, Size } from "../model/Scene.ts"
import { findFolderSets } from "../model/sets.ts"
import { readLabelmap } from "./labelmap.ts"
import { isDeleted, isPolygon, readObject } from "./readObject.ts"

/**
 * The number of the first pixel. The original counts pixels from 1 and includes the last one; most tools have edges that count from 0, as we
 * write them. `auto`: from 1 where the file says that it is of the original.
 */
export type FirstPixel = 0 | 1 | "auto"

export const makeVocReader = (firstPixel: FirstPixel = "auto"): Reader => ({
  detect: async (source) => {
    const first = await findFilled(source, listDocuments(source))
    if (first === undefined) return undefined
    const text = Buffer.from(await source.peek(first, 0, 4096)).toString("latin1")
    // A file without a size and objects is as good as any: tools write it for an image in which nothing is.
    return /<annotation[\s>]/.test(text) && /<(size|bndbox|filename|object|segmented)[\s/>]/.test(text)
      ? first
      : undefined
  },
  read: async (source, context) => {
    const paths = listDocuments(source)
    if (paths.length === 0) throw new FormatError(".", "has no XML files.")
    const scan = await scanDocuments(source, paths)
    const categories = addNames((await readLabelmap(source)) ?? [], scan.names)
    const taskType = scan.hasPolygons ? "vector" : "bboxes"
    const sets = await readSetLists(
      source,
      new Map(paths.map((path) => [path, findStem(path)])),
      context.losses,
    )
    return {
      dataset: { name: "voc", description: "", taskType, categories, imageAttributes: [] },
      scenes: readScenes(source, paths, { categories, sets, firstPixel, context }),
    }
  },
})

/** The categories of `labelmap.txt`, and behind them those that objects have beyond it. */
const addNames = (listed: ReadonlyArray<Category>, names: ReadonlySet<string>): ReadonlyArray<Category> => {
  const listedNames = new Set(listed.map(({ name }) => name))
  const others = [...names].filter((name) => !listedNames.has(name) && !listedNames.has(name.trim()))
  const { categories } = new CategoryNumbers(others.sort())
  return [...listed, ...categories.map((category) => ({ ...category, id: category.id + listed.length }))]
}

const listDocuments = ({ paths }: Source): ReadonlyArray<string> => {
  const all = paths.filter((path) => path.toLowerCase().endsWith(".xml"))
  const inFolder = all.filter((path) => /(^|\/)Annotations\//.test(path))
  return inFolder.length > 0 ? inFolder : all
}

const readChildren = async (source: Source, path: string): Promise<ReadonlyArray<XmlElement>> => {
  const children: Array<XmlElement> = []
  for await (const child of xmlChildren(source, path, "annotation")) children.push(child)
  return children
}

interface Scan {
  readonly names: ReadonlySet<string>
  /** Whether objects are outlined by polygons or turned boxes. */
  readonly hasPolygons: boolean
}

const scanDocuments = async (source: Source, paths: ReadonlyArray<string>): Promise<Scan> => {
  const names = new Set<string>()
  const files = new PartReader(null)
  let hasPolygons = false
  for (const path of paths)
    for (const child of (await files.readLater(() => readChildren(source, path))) ?? []) {
      if (child.name !== "object" || isDeleted(child)) continue
      const name = child.requireText("name")
      if (name !== "") names.add(name)
      hasPolygons ||= isPolygon(child)
    }
  files.checkAny()
  return { names, hasPolygons }
}

/** The folders of documents, in any case: Oxford-IIIT Pets has `annotations/xmls`, supervision `annotations`. */
const documentFolder = /^(.*\/)?(annotations?|labels?|xmls?)\//i

/** The name of a document as lists of sets have it. */
const findStem = (path: string): string => stripEnding(path.replace(documentFolder, ""))

interface Reading {
  readonly categories: ReadonlyArray<Category>
  readonly sets: SetLists
  readonly firstPixel: FirstPixel
  readonly context: ReadContext
}

async function* readScenes(
  source: Source,
  paths: ReadonlyArray<string>,
  reading: Reading,
): AsyncGenerator<Scene> {
  const ids = new Map(reading.categories.map(({ id, name }) => [name, id]))
  const setOfFolder = findFolderSets(paths)
  const resolver = new ImageResolver(
    source,
    paths.map((path) => reading.sets(path)?.set ?? null),
  )
  const { losses, sizeOf } = reading.context
  const [files, objects] = [new PartReader(losses, "records"), new PartReader(losses)]
  const sizes = new PartReader(losses, "image-size")
  for (const path of paths) {
    const children = await files.readLater(() => readChildren(source, path))
    if (children === undefined) continue
    const text = (name: string) => children.find((child) => child.name === name)?.text.trim() ?? ""
    const stem = findStem(path)
    const fileName = text("filename") === "" ? `${stem}.jpg` : text("filename")
    const folder = setOfFolder(path)
    const set = reading.sets(path) ?? folder
    const find = (name: string) =>
      resolver.find({ name, record: path, ...(set !== null && { set: set.set }) })
    // Tools leave the name of another file behind, which is not there.
    const named = find(fileName)
    const image = named ?? find(stem)
    const url = image ?? (isUrl(text("path")) ? text("path") : fileName)
    const stated = objects.read(() => sizeIn(children)) ?? null
    const measured = stated ?? (image === undefined ? null : await sizeOf(image))
    const size = sizes.read(() => checkSize(measured, path))
    if (size === undefined) continue
    const annotations: Array<Annotation> = []
    const base = readFirstPixel(children, reading.firstPixel)
    for (const object of children) {
      if (object.name !== "object" || isDeleted(object)) continue
      const id = annotations.length + 1
      const drawn = objects.read(() => readObject(object, id, ids, base, reading.context))
      if (drawn !== undefined) annotations.push(drawn)
    }
    const file = isUrl(fileName)
      ? undefined
      : stripFolders(
          path,
          chooseSampleFile(named === undefined && image !== undefined ? stem : fileName, image, stem),
          set?.split ?? null,
        )
    yield {
      ...emptyScene,
      ...set,
      name: file === undefined ? nameOfStem(stem) : nameOfFile(file),
      ...(file !== undefined && { file }),
      kind: "image-vector",
      frames: [{ ...emptyFrame, image: { url, size }, annotations }],
    }
  }
  sizes.checkAny()
}

const checkSize = (size: Size | null, path: string): Size => {
  if (size !== null) return size
  throw new FormatError(path, "has no size, and the size of its image cannot be read.")
}

/** The image of the document's own name has the folder of that; any other has its own. */
const chooseSampleFile = (written: string, path: string | undefined, stem: string): string => {
  const file = chooseRecordFile(written, path)
  const isOwn = stripImageEnding(getBaseName(file)) === getBaseName(stem)
  return isOwn ? `${stem}${getImageEnding(file)}` : file
}

/** A document without a folder of documents is beside its image, as LabelImg writes it. */
const stripFolders = (path: string, file: string, split: string | null): string =>
  documentFolder.test(path) ? stripSetFolder(file, split) : stripImageFolders(file, split)

const sizeIn = (children: ReadonlyArray<XmlElement>): Size | null => {
  const size = children.find(({ name }) => name === "size")
  if (size === undefined) return null
  const [width = 0, height = 0] = ["width", "height"].map((side) =>
    size.parseNumber(size.requireText(side), side),
  )
  if (width === 0 && height === 0) return null
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0))
    size.fail("width and height must be whole numbers above 0.")
  return { width, height }
}

/** Tools that count pixels from 1 as the original does, by the database that they name: supervision, up to 0.31 at least. */
const databasesFromOne: ReadonlySet<string> = new Set(["roboflow.ai"])

const readFirstPixel = (children: ReadonlyArray<XmlElement>, given: FirstPixel): 0 | 1 => {
  if (given !== "auto") return given
  const source = children.find(({ name }) => name === "source")
  const isOriginal = source?.requireText("annotation").startsWith("PASCAL VOC") === true
  return isOriginal || databasesFromOne.has(source?.requireText("database") ?? "") ? 1 : 0
}
