/** Reads every file of polygons. The categories are known once all files are read, so they are read twice. */
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { jsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { imageEndingOf, nameOfStem } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { CategoryNumbers } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Drawing, Scene } from "../model/Scene.ts"
import { toSet } from "../model/sets.ts"
import { stemOfCityPath } from "./paths.ts"

/** Set, city and name; `gtFine` or `gtCoarse`. */
const pattern = /^(?:.*\/)?([^/]+)\/([^/]+)\/([^/]+)_gt[A-Za-z]+_polygons\.json$/

const documents = ({ paths }: Source): ReadonlyArray<string> => paths.filter((path) => pattern.test(path))

export const readCityscapes: Reader = {
  detect: async (source) => documents(source)[0],
  read: async (source) => {
    const paths = documents(source)
    if (paths.length === 0) throw new FormatError(".", "has no file SET/CITY/NAME_gtFine_polygons.json.")
    const names = new Set<string>()
    for (const path of paths)
      for (const object of await objectsOf(source, path)) names.add(object.at("label").text())
    const numbers = new CategoryNumbers([...names].sort())
    return {
      dataset: {
        name: "cityscapes",
        description: "",
        taskType: "vector",
        categories: numbers.categories,
        imageAttributes: [],
      },
      scenes: scenes(source, paths, numbers),
    }
  },
}

const open = async (source: Source, path: string) => new Node(await jsonFile(source, path), path)

/** Without those that were deleted: the tools of Cityscapes leave them out. */
const objectsOf = async (source: Source, path: string): Promise<ReadonlyArray<Node>> =>
  (await open(source, path))
    .at("objects")
    .items()
    .filter((object) => !isDeleted(object))

const isDeleted = (object: Node): boolean => {
  const { value } = object.at("deleted")
  return value === 1 || value === true
}

async function* scenes(
  source: Source,
  paths: ReadonlyArray<string>,
  numbers: CategoryNumbers,
): AsyncGenerator<Scene> {
  const resolver = new ImageResolver(
    source,
    paths.map((path) => pattern.exec(path)?.[1] ?? null),
  )
  for (const path of paths) {
    const document = await open(source, path)
    const [, set = "", city = "", name = ""] = pattern.exec(path) ?? []
    const objects = document
      .at("objects")
      .items()
      .filter((object) => !isDeleted(object))
    const annotations = objects.map(
      (object, index): Drawing => ({
        id: index + 1,
        categoryId: numbers.of(object.at("label").text()),
        trackId: null,
        isKeyframe: true,
        attributes: {},
        type: "polygon",
        points: cornersOf(object.at("polygon")),
      }),
    )
    const image = `leftImg8bit/${set}/${city}/${name}_leftImg8bit`
    const url = resolver.find({ name: image, record: path, set })
    const stem = nameOfStem(stemOfCityPath(city, name))
    const size = { width: document.at("imgWidth").whole(), height: document.at("imgHeight").whole() }
    yield {
      ...emptyScene,
      name: stem,
      file: `${stemOfCityPath(city, name)}${imageEndingOf(url ?? ".png")}`,
      set,
      kind: "image-vector",
      split: toSet(set),
      frames: [{ ...emptyFrame, image: { url: url ?? `${image}.png`, size }, annotations }],
    }
  }
}

const cornersOf = (polygon: Node): Drawing["points"] => {
  const corners = polygon.items().map((corner) => corner.numbers(2))
  return corners.length < 3 ? polygon.fail("must have at least three corners.") : corners
}
