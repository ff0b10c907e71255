/** Reads every file of VIA, of any version. They are read twice: the attribute that is the category is known at the end. */
import { Losses } from "../carry/Losses.ts"
import { setOfFolder } from "../coco/documents.ts"
import { toAnnotations } from "../drawn-images/DrawnImage.ts"
import { makeSceneMaker } from "../drawn-images/makeSceneMaker.ts"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import type { Source } from "../files/Source.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import { type Dataset, makeDataset } from "../model/Dataset.ts"
import type { Scene } from "../model/Scene.ts"
import { findSetInPath, type SpelledSet } from "../model/sets.ts"
import { chooseCategory, noCategory, splitCategory } from "./attributes.ts"
import { findKind, readDocument, type ViaKind } from "./documents.ts"
import type { ViaDefinition, ViaDocument } from "./ViaImage.ts"

/** Folders with a file for each image are of other formats. */
const maxFiles = 20

const findCandidates = ({ paths }: Source) => paths.filter((path) => /\.(json|csv)$/i.test(path))

interface ViaFile {
  readonly path: string
  readonly kind: ViaKind
}

const findFiles = async (source: Source, losses: Losses): Promise<ReadonlyArray<ViaFile>> => {
  const files: Array<ViaFile> = []
  for (const path of findCandidates(source)) {
    const kind = await findKind(source, path)
    if (kind === undefined) losses.add("unknown", `${path}: a file that is not of VIA`)
    else files.push({ path, kind })
  }
  return files
}

export const readVia: Reader = {
  detect: async (source) => {
    for (const path of findCandidates(source).slice(0, maxFiles)) {
      const kind = await findKind(source, path)
      if (kind !== undefined && kind !== "attributes") return path
    }
    return undefined
  },
  read: async (source, context) => {
    const files = await findFiles(source, context.losses)
    if (files.every(({ kind }) => kind === "attributes"))
      throw new FormatError(".", "has no project and no annotations of VIA.")
    const key = await findCategoryKey(source, files)
    const names = new Set<string>()
    for (const { kind, path } of files)
      for (const name of listCategories(await readDocument(source, path, kind, new Losses()), key))
        names.add(name)
    const dataset = makeDataset("via", "vector", [...names].sort())
    return { dataset, scenes: readScenes(source, files, { dataset, key, context }) }
  },
}

const findCategoryKey = async (
  source: Source,
  files: ReadonlyArray<ViaFile>,
): Promise<string | undefined> => {
  const definitions = new Map<string, ViaDefinition>()
  const images: Array<ViaDocument["images"][number]> = []
  for (const { kind, path } of files) {
    const document = await readDocument(source, path, kind, new Losses())
    for (const [name, definition] of document.definitions) definitions.set(name, definition)
    images.push(...document.images)
  }
  return chooseCategory(definitions, images)
}

/** Those that are defined, too: a category may have no region yet. */
const listCategories = (
  { definitions, images }: ViaDocument,
  key: string | undefined,
): ReadonlyArray<string> => [
  ...(key === undefined ? [] : (definitions.get(key)?.values ?? [])),
  ...images.flatMap(({ regions }) =>
    regions.map(({ attributes }) => splitCategory(attributes, key).category ?? noCategory),
  ),
]

interface Reading {
  readonly dataset: Dataset
  readonly key: string | undefined
  readonly context: ReadContext
}

/** A usual name anywhere in the path, or the folder of one of several files of the same name. */
const findSet = (source: Source, path: string): SpelledSet | null =>
  findSetInPath(path) ?? setOfFolder(path, source.paths)

async function* readScenes(
  source: Source,
  files: ReadonlyArray<ViaFile>,
  { context, dataset, key }: Reading,
): AsyncGenerator<Scene> {
  const { losses } = context
  const findId = makeCategoryIds(dataset)
  const makeScene = makeSceneMaker(source, context)
  for (const { kind, path } of files) {
    const set = findSet(source, path)
    // The folder of images of no set is not a part of their names.
    const isNoSet = set === null && /(^|\/)default\/via_region_data\.json$/.test(path)
    for (const image of (await readDocument(source, path, kind, losses)).images) {
      const shapes = image.regions.map(({ attributes, place, shape }) => {
        const own = splitCategory(attributes, key)
        if (own.category === undefined) losses.add("without-category", place)
        return { ...shape, category: own.category ?? noCategory, attributes: own.attributes }
      })
      const annotations = toAnnotations(shapes, (category) => findId(category, path))
      const { attributes, name, place } = image
      yield await makeScene({
        path,
        place,
        image: name,
        attributes,
        annotations,
        set,
        ...(isNoSet && { file: name }),
      })
    }
  }
}
