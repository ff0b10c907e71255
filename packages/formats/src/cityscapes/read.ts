/** Reads every file of polygons. The categories are known once all files are read, so they are read twice. */
import { Losses } from "../carry/Losses.ts"
import { type DrawnShape, readItems, toAnnotations } from "../drawn-images/DrawnImage.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { readJsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { getImageEnding, nameOfStem } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import { type Dataset, makeDataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Drawing, Scene } from "../model/Scene.ts"
import { toSet } from "../model/sets.ts"
import { toStatedSize } from "../model/statedSize.ts"
import { fromCityPath } from "./paths.ts"

/** Set, city and name; `gtFine` or `gtCoarse`. */
const pattern = /^(?:.*\/)?([^/]+)\/([^/]+)\/([^/]+)_gt[A-Za-z]+_polygons\.json$/

const listDocuments = ({ paths }: Source): ReadonlyArray<string> => paths.filter((path) => pattern.test(path))

export const readCityscapes: Reader = {
  detect: async (source) => listDocuments(source)[0],
  read: async (source, { losses }) => {
    const paths = listDocuments(source)
    if (paths.length === 0) throw new FormatError(".", "has no file SET/CITY/NAME_gtFine_polygons.json.")
    const names = new Set<string>()
    const counted = new Losses()
    const files = new PartReader(null)
    for (const path of paths) {
      const shapes = await files.readLater(async () => readShapes(await open(source, path), counted))
      for (const { category } of shapes ?? []) names.add(category)
    }
    files.checkAny()
    const dataset = makeDataset("cityscapes", "vector", [...names].sort())
    return { dataset, scenes: readScenes(source, paths, dataset, losses) }
  },
}

const open = async (source: Source, path: string) => new Node(await readJsonFile(source, path), path)

/** Without those that were deleted: the tools of Cityscapes leave them out. Objects that cannot be read are counted. */
const readShapes = (document: Node, losses: Losses): ReadonlyArray<DrawnShape> => {
  const parts = new PartReader(losses)
  return readItems(document.at("objects"), parts).flatMap(
    (object) => parts.read(() => (isDeleted(object) ? undefined : readShape(object))) ?? [],
  )
}

const readShape = (object: Node): DrawnShape => ({
  category: object.at("label").text(),
  attributes: {},
  type: "polygon",
  points: readCorners(object.at("polygon")),
})

const isDeleted = (object: Node): boolean => {
  const { value } = object.at("deleted")
  return value === 1 || value === true
}

async function* readScenes(
  source: Source,
  paths: ReadonlyArray<string>,
  dataset: Dataset,
  losses: Losses,
): AsyncGenerator<Scene> {
  const findId = makeCategoryIds(dataset)
  const sizes = new PartReader(losses)
  const resolver = new ImageResolver(
    source,
    paths.map((path) => pattern.exec(path)?.[1] ?? null),
  )
  const files = new PartReader(losses, "records")
  for (const path of paths) {
    const document = await files.readLater(() => open(source, path))
    if (document === undefined) continue
    const [, set = "", city = "", name = ""] = pattern.exec(path) ?? []
    const size = sizes.read(() =>
      toStatedSize({ width: document.at("imgWidth").whole(), height: document.at("imgHeight").whole() }),
    )
    const image = `leftImg8bit/${set}/${city}/${name}_leftImg8bit`
    const url = resolver.find({ name: image, record: path, set })
    const stem = nameOfStem(fromCityPath(city, name))
    const annotations = toAnnotations(readShapes(document, losses), (category) => findId(category, path))
    yield {
      ...emptyScene,
      name: stem,
      file: `${fromCityPath(city, name)}${getImageEnding(url ?? ".png")}`,
      set,
      kind: "image-vector",
      split: toSet(set),
      frames: [{ ...emptyFrame, image: { url: url ?? `${image}.png`, size: size ?? null }, annotations }],
    }
  }
}

const readCorners = (polygon: Node): Drawing["points"] => {
  const corners = polygon.items().map((corner) => corner.numbers(2))
  return corners.length < 3 ? polygon.fail("must have at least three corners.") : corners
}
