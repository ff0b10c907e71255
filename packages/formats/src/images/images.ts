/** Folders of images without labels: each image becomes a sample. */
import { nothing } from "../carry/Abilities.ts"
import type { Format, ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { PartReader } from "../files/PartReader.ts"
import { getEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Scene, Size } from "../model/Scene.ts"
import { findFolderSets } from "../model/sets.ts"
import { nameOfFile, stripImageFolders } from "./fileInSet.ts"
import { findLooseMask } from "./looseMasks.ts"

const endings: ReadonlySet<string> = new Set([
  ".avif",
  ".bmp",
  ".gif",
  ".jpeg",
  ".jpg",
  ".png",
  ".tif",
  ".tiff",
  ".webp",
])

const isImage = (path: string): boolean => endings.has(getEnding(path))

/** Hidden files, and texts for people. */
const isBeside = (path: string): boolean =>
  /(^|\/)(\.[^/]*|__MACOSX\/.*|(readme|licen[cs]e)[^/]*)$/i.test(path)

const reader: Reader = {
  isLast: true,
  detect: async (source) => {
    const isOfImages = source.paths.every((path) => isImage(path) || isBeside(path))
    // A mask would become a separate sample.
    return isOfImages && findLooseMask(source) === undefined ? source.paths.find(isImage) : undefined
  },
  read: async (source, context) => {
    const wrong = source.paths.find((path) => !isImage(path) && !isBeside(path))
    if (wrong !== undefined) throw new FormatError(wrong, "is not an image.")
    return {
      dataset: { name: "images", description: "", taskType: "vector", categories: [], imageAttributes: [] },
      scenes: scenes(source, context),
      isUnlabeled: true,
    }
  },
}

async function* scenes(source: Source, { losses, sizeOf }: ReadContext): AsyncGenerator<Scene> {
  const sizes = new PartReader(losses, "image-size")
  const paths = source.paths.filter(isImage)
  const setOfFolder = findFolderSets(paths)
  for (const path of paths) {
    const set = setOfFolder(path)
    const file = stripImageFolders(path, set?.split ?? null)
    const measured = await sizeOf(path)
    const size = sizes.read(() => checkSize(measured, path))
    if (size === undefined) continue
    const frame = { ...emptyFrame, image: { url: path, size } }
    yield { ...emptyScene, ...set, name: nameOfFile(file), file, kind: "image-vector", frames: [frame] }
  }
  sizes.checkAny()
}

const checkSize = (size: Size | null, path: string): Size => {
  if (size === null) throw new FormatError(path, "cannot be read as an image.")
  return size
}

export const images: Format = {
  name: "images",
  title: "Folder of images",
  abilities: { ...nothing, kinds: ["image-vector"] },
  reader,
}
