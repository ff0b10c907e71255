/** Reads JSON files that are a list of frames, or an object with that list. */

import { setOfDocument } from "../coco/documents.ts"
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
import type { Attributes, AttributeValue, Scene } from "../model/Scene.ts"
import { countTrackIds, readLabels } from "./labels.ts"

const findDocuments = ({ paths }: Source): ReadonlyArray<string> =>
  paths.filter((path) => path.toLowerCase().endsWith(".json"))

/** A frame begins with its name, and a label has a member for each shape. */
const isMarked = (head: string): boolean => {
  if (!/^\s*(\[|\{\s*"frames"\s*:\s*\[)/.test(head)) return false
  const name = head.search(/"name"\s*:/)
  if (name < 0) return false
  const labels = head.slice(name).search(/"labels"\s*:/)
  return labels >= 0 && /"(box2d|poly2d)"\s*:/.test(head.slice(name + labels))
}

export const readBdd100k: Reader = {
  detect: async (source) => {
    const first = findDocuments(source)[0]
    if (first === undefined) return undefined
    return isMarked(new TextDecoder().decode(await source.range(first, 0, 65_536))) ? first : undefined
  },
  read: async (source, context) => {
    const paths = findDocuments(source)
    if (paths.length === 0) throw new FormatError(".", "has no JSON files.")
    const names = new Set<string>()
    for (const path of paths)
      for (const frame of await readFrames(source, path))
        for (const { category } of readLabels(frame, null)) names.add(category)
    const dataset: Dataset = {
      name: "bdd100k",
      description: "",
      taskType: "vector",
      categories: new CategoryNumbers([...names].sort()).categories,
      imageAttributes: [],
    }
    return { dataset, scenes: readScenes(source, paths, dataset, context) }
  },
}

const readFrames = async (source: Source, path: string): Promise<ReadonlyArray<Node>> => {
  const document = new Node(await jsonFile(source, path), path)
  return Array.isArray(document.value) ? document.items() : document.at("frames").items()
}

async function* readScenes(
  source: Source,
  paths: ReadonlyArray<string>,
  dataset: Dataset,
  context: ReadContext,
): AsyncGenerator<Scene> {
  const ids = categoryIds(dataset)
  const sets = new Map(paths.map((path) => [path, setOfDocument(path, paths)]))
  const resolver = new ImageResolver(
    source,
    [...sets.values()].map((set) => set?.set ?? null),
  )
  for (const [path, set] of sets)
    for (const frame of await readFrames(source, path)) {
      const name = frame.at("name").text()
      const video = frame.at("videoName").or("", (found) => found.text())
      const own = video === "" || isUrl(name) ? name : `${video}/${name}`
      const found = findImage(resolver, { name: own, record: path, set: set?.set ?? null })
      const isThere = source.has(found)
      const url = isThere ? found : frame.at("url").or(found, (address) => address.text())
      const size = frame.at("size").or(null, (one) => ({
        width: one.at("width").whole(),
        height: one.at("height").whole(),
      }))
      for (const key of ["intrinsics", "extrinsics"])
        if (frame.at(key).isPresent) context.losses.add("unknown", frame.at(key).place)
      const shapes = readLabels(frame, context.losses)
      const sample = nameOfImage(video === "" ? name : `${video}/${name}`)
      // Frames are single samples: the ids that connect their labels over a video are lost.
      if (video !== "") context.losses.add("tracks", sample, countTrackIds(frame))
      yield {
        ...emptyScene,
        name: sample,
        kind: "image-vector",
        ...set,
        frames: [
          {
            ...emptyFrame,
            timestamp: frame.at("timestamp").or(null, (time) => String(time.value)),
            image: await readImage(url, size, context),
            attributes: readAttributes(frame.at("attributes")),
            annotations: toAnnotations(shapes, (category) => ids(category, path)),
          },
        ],
      }
    }
}

const readAttributes = (node: Node): Attributes =>
  // The values are checked with the label.
  node.or({}, (found) => found.object() as Readonly<Record<string, AttributeValue>>)
