/** Folders of images by their class, within those of sets: classification of Ultralytics, of CVAT, and ImageFolder of torchvision. */
import { type Abilities, nothing } from "../carry/Abilities.ts"
import type { Format, ReadContext, Reader, WriteContext, Writer } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { PartReader } from "../files/PartReader.ts"
import { getBaseName, getStem, isImagePath, nameOfStem, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { listImageFrames } from "../images/sizedFrames.ts"
import type { AttributeDefinition } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Attributes, Scene, Split } from "../model/Scene.ts"
import { toSet } from "../model/sets.ts"
import { findNamedSets } from "./classFolders.ts"
import { measureImage } from "./samples.ts"
import { noSet, toSplit } from "./sets.ts"

/** The attribute of an image that is its class. */
const attribute = "class"

/** The folder of images without a class, in CVAT and Datumaro. */
const noClass = "no_label"

interface ClassImage {
  readonly path: string
  readonly split: Split | null
  readonly label: string
  /** The path below the folder of the set. */
  readonly name: string
}

/** Texts for people, and lists that tools put beside the folders. */
const isBeside = (path: string): boolean =>
  /(^|\/)(\.[^/]*|__MACOSX\/.*|(readme|licen[cs]e)[^/]*|[^/]*\.(cache|txt|md))$/i.test(path)

const findImages = ({ paths }: Source): ReadonlyArray<ClassImage> => {
  const images = paths.filter(isImagePath)
  const root = findCommonFolder(images)
  const sets = findNamedSets(
    images.map((path) => path.slice(root.length)),
    noClass,
  )
  return images.map((path) => {
    const parts = path.slice(root.length).split("/")
    const [first = ""] = parts
    const split = toSplit(first) ?? (sets.has(first) ? toSet(first) : null)
    const below = split !== null || first === noSet ? parts.slice(1) : parts
    // An image beside the folders of classes has none.
    const label = below.length < 2 ? noClass : nameOfStem(below[0] ?? "")
    return { path, split, label, name: below.join("/") }
  })
}

/** The folder around the folders of sets or classes, with a slash. */
const findCommonFolder = (paths: ReadonlyArray<string>): string => {
  const parents = paths.map((path) => path.split("/").slice(0, -2))
  const [first = []] = parents
  const different = first.findIndex((part, index) => parents.some((parts) => parts[index] !== part))
  const shared = first.slice(0, different < 0 ? first.length : different)
  const isSet = shared.findIndex((part) => toSplit(part) !== null || part === noSet)
  const folders = isSet < 0 ? shared : shared.slice(0, isSet)
  return folders.map((folder) => `${folder}/`).join("")
}

/** Folders of images that belong to masks, labels or sensors in other folders beside them. */
const imageFolder = /^(image(_\d+|s)?|img1|(left|right)img8bit|jpegimages)$/i

/** Folders that have no images of a class in any dataset. */
const labelFolder =
  /^(annotations?|instances?|labels?(_\d+)?|masks?|semantic(_rgb)?|segmentation(class|object)?|velodyne)$/i

/** Whether images, their labels or masks have a folder each, or an image has a text of its name beside it. */
const hasFoldersOfParts = ({ paths }: Source): boolean => {
  const folders = new Set(paths.flatMap((path) => path.split("/").slice(0, -1)))
  const has = (pattern: RegExp) => [...folders].some((folder) => pattern.test(folder))
  const stems = new Set(paths.filter(isImagePath).map((path) => stripEnding(getBaseName(path))))
  return (
    folders.has("images") ||
    folders.has("labels") ||
    folders.has("masks") ||
    (has(imageFolder) && has(labelFolder)) ||
    paths.some((path) => /\.txt$/i.test(path) && stems.has(stripEnding(getBaseName(path))))
  )
}

const reader: Reader = {
  detect: async (source) => {
    if (!source.paths.every((path) => isImagePath(path) || isBeside(path))) return undefined
    if (hasFoldersOfParts(source)) return undefined
    const images = findImages(source)
    return areClassified(images) ? images[0]?.path : undefined
  },
  read: async (source, context) => {
    const images = findImages(source)
    const [first] = images
    if (first === undefined) throw new FormatError(".", "has no images.")
    if (images.every(({ name }) => !name.includes("/")))
      throw new FormatError(first.path, "is in no folder that names its class, and neither is any other.")
    const labels = [...new Set(images.map(({ label }) => label))].filter((label) => label !== noClass)
    const definition = { name: attribute, input_type: "select", values: labels.sort() }
    return {
      dataset: {
        name: "classification",
        description: "",
        taskType: "vector",
        categories: [],
        imageAttributes: [definition],
      },
      scenes: scenes(images, context),
    }
  },
}

/** Whether the folders are classes rather than others, such as videos: at least two sets have them, and all are among those that train, or of the set with the most. */
const areClassified = (images: ReadonlyArray<ClassImage>): boolean => {
  const countLabels = (isOwn: (split: Split | null) => boolean) =>
    new Set(images.filter(({ split }) => isOwn(split)).map(({ label }) => label))
  const trained = countLabels((split) => split === "train")
  const others = countLabels((split) => split !== "train" && split !== null)
  // Sets of other names were found by their classes.
  if (images.some(({ split }) => split !== null && toSplit(split) === null)) return true
  const isComplete = images.every(({ split }) => split !== null) && others.size > 0
  const hasClass = [...trained].some((label) => label !== noClass)
  return isComplete && hasClass && [...others].every((label) => trained.has(label))
}

async function* scenes(images: ReadonlyArray<ClassImage>, context: ReadContext): AsyncGenerator<Scene> {
  const names = listClassNames(images)
  const sizes = new PartReader(context.losses, "image-size")
  for (const [index, { label, name, path, split }] of images.entries()) {
    const size = await sizes.readLater(() => measureImage(path, context))
    if (size === undefined) continue
    if (!name.includes("/")) context.losses.add("missing-labels", path)
    const attributes: Attributes = label === noClass ? {} : { [attribute]: label }
    const frame = { ...emptyFrame, image: { url: path, size }, attributes }
    const status = label === noClass ? { status: "UNLABELED" as const } : {}
    yield {
      ...emptyScene,
      ...status,
      name: names[index] ?? path,
      file: name,
      kind: "image-vector",
      split,
      frames: [frame],
    }
  }
  sizes.checkAny()
}

/** Without endings and sets where they are unique so. */
const listClassNames = (images: ReadonlyArray<ClassImage>): ReadonlyArray<string> => {
  const isUnique = (names: ReadonlyArray<string>) => new Set(names).size === names.length
  const choices = [
    images.map(({ name }) => stripEnding(name)),
    images.map(({ path }) => stripEnding(path)),
    images.map(({ path }) => path),
  ]
  return (choices.find(isUnique) ?? []).map(nameOfStem)
}

const write: Writer = async (scenes, context) => {
  const { dataset, losses } = context
  const own = findDefinition(dataset.imageAttributes)
  losses.add("definitions", dataset.name, dataset.imageAttributes.length - (own === undefined ? 0 : 1))
  for (const { attributes, name } of dataset.categories) losses.add("definitions", name, attributes.length)
  for await (const scene of scenes) {
    const [frame] = scene.frames
    const value = frame?.attributes[own?.name ?? ""]
    if (frame?.image == null || typeof value !== "string" || value === "") {
      losses.add("unclassified", scene.name)
      continue
    }
    const others = Object.keys(frame.attributes).filter((name) => name !== own?.name)
    losses.add("frame-attributes", scene.name, others.length)
    await placeImage(scene, value, context)
  }
}

const placeImage = async (scene: Scene, value: string, { losses, place }: WriteContext): Promise<void> => {
  const [own] = listImageFrames(scene)
  if (own === undefined) return
  const { image, stemInSet } = own
  const folder = getStem(value.replaceAll("/", "_"))
  const name = stemInSet.startsWith(`${folder}/`) ? stemInSet.slice(folder.length + 1) : stemInSet
  // Among folders of classes, only usual names say that they are sets.
  const isSet = scene.split !== null && toSplit(scene.split) !== null
  if (scene.split !== null && !isSet) losses.add("splits", scene.name)
  await place(image, `${isSet ? scene.split : noSet}/${folder}/${name}`)
}

/** The attribute `class`, or the only one that is a choice. */
const findDefinition = (definitions: ReadonlyArray<AttributeDefinition>): AttributeDefinition | undefined => {
  const choices = definitions.filter(({ input_type }) => input_type === "select")
  return choices.find(({ name }) => name === attribute) ?? (choices.length === 1 ? choices[0] : undefined)
}

const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector"],
  frameAttributes: "typed",
  definitions: true,
  splits: true,
}

export const yoloClassify: Format = {
  name: "yolo-classify",
  title: "Folders of images by class",
  abilities,
  write,
  reader,
}
