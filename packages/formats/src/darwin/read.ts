/** Reads every JSON file of version 2.0 that has one image. */

import { findImage, nameOfImage, readImage, toAnnotations } from "../drawn-images/DrawnImage.ts"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { jsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import type { Source } from "../files/Source.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { isUrl } from "../images/imageFinder.ts"
import { categoryIds } from "../model/categoryIds.ts"
import { CategoryNumbers, type Dataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Scene, Size } from "../model/Scene.ts"
import { type DarwinAnnotations, readAnnotations } from "./annotations.ts"

const findDocuments = ({ paths }: Source): ReadonlyArray<string> =>
  paths.filter((path) => path.toLowerCase().endsWith(".json"))

/** Its first members; the address of the schema is in every file. */
const mark = /"schema_ref"\s*:\s*"[^"]*darwin[^"]*"|"slots"\s*:\s*\[[^\]]*"slot_name"/

export const readDarwin: Reader = {
  detect: async (source) => {
    const first = findDocuments(source)[0]
    if (first === undefined) return undefined
    return mark.test(new TextDecoder().decode(await source.range(first, 0, 16_384))) ? first : undefined
  },
  read: async (source, context) => {
    const paths = findDocuments(source)
    if (paths.length === 0) throw new FormatError(".", "has no JSON files.")
    const names = new Set<string>()
    for (const path of paths) {
      const document = await openDocument(source, path)
      for (const { category } of readAnnotations(document, null).shapes) names.add(category)
    }
    const dataset: Dataset = {
      name: "darwin",
      description: "",
      taskType: "vector",
      categories: new CategoryNumbers([...names].sort()).categories,
      imageAttributes: [],
    }
    return { dataset, scenes: readScenes(source, paths, dataset, context) }
  },
}

const openDocument = async (source: Source, path: string): Promise<Node> => {
  const document = new Node(await jsonFile(source, path), path)
  const version = document.at("version")
  if (version.value !== "2.0") version.fail(`is ${JSON.stringify(version.value)}; 2.0 can be read.`)
  return document
}

async function* readScenes(
  source: Source,
  paths: ReadonlyArray<string>,
  dataset: Dataset,
  context: ReadContext,
): AsyncGenerator<Scene> {
  const ids = categoryIds(dataset)
  const resolver = new ImageResolver(source)
  for (const path of paths) {
    const document = await openDocument(source, path)
    const item = document.at("item")
    const slots = item.at("slots").items()
    const [slot, second] = slots
    if (slot === undefined) return item.at("slots").fail("is empty.")
    if (second !== undefined) item.at("slots").fail("has several images; items of one can be read.")
    const type = slot.at("type").or("image", (found) => found.text())
    if (type !== "image") slot.at("type").fail(`is ${JSON.stringify(type)}; images can be read.`)
    const name = item.at("name").text()
    const folder = `${item
      .at("path")
      .or("", (found) => found.text())
      .replace(/^\/+|\/+$/g, "")}/`.replace(/^\/$/, "")
    const url = findImage(resolver, { name: isUrl(name) ? name : `${folder}${name}`, record: path })
    const { attributes, shapes }: DarwinAnnotations = readAnnotations(document, context.losses)
    yield {
      ...emptyScene,
      name: nameOfImage(`${folder}${name}`),
      kind: "image-vector",
      frames: [
        {
          ...emptyFrame,
          image: await readImage(url, readSize(slot), context),
          attributes,
          annotations: toAnnotations(shapes, (category) => ids(category, path)),
        },
      ],
    }
  }
}

const readSize = (slot: Node): Size | null =>
  slot.at("width").isPresent && slot.at("height").isPresent
    ? { width: slot.at("width").whole(), height: slot.at("height").whole() }
    : null
