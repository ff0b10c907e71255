/** Reads `annotations/SET.json` through an index of its items: an item is in memory only while it is read. */

import type { Losses } from "../carry/Losses.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { parseJson, printJson } from "../files/json.ts"
import { splitJson } from "../files/jsonArrays.ts"
import { lookup } from "../files/lookup.ts"
import { Node } from "../files/Node.ts"
import { baseName, withoutEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import type { Dataset } from "../model/Dataset.ts"
import type { Frame, Kind, Scene, Split } from "../model/Scene.ts"
import { taskTypeOf } from "../model/toWire.ts"

import { definitionsOf, ownInfos, readCategories } from "./configuration.ts"
import { ItemReader } from "./items.ts"
import { isCuboid, isMask } from "./keys.ts"

const files = ({ paths }: Source) => paths.filter((path) => /(^|\/)annotations\/[^/]+\.json$/.test(path))

interface SetFile {
  readonly path: string
  readonly set: string
  readonly categories: Node
  readonly infos: Node
  /** Where each item begins, and how long it is. */
  readonly places: ReadonlyArray<number>
  /** Types of annotations, where our writer does not say the type of the dataset. */
  readonly types: ReadonlySet<string>
}

export const readDatumaro: Reader = {
  detect: async (source) => {
    const [first] = files(source)
    if (first === undefined) return undefined
    const head = new TextDecoder().decode(await source.range(first, 0, 8192))
    return /"dm_format_version"|"media_type"\s*:\s*\d/.test(head) || isOldHead(head) ? first : undefined
  },
  read: async (source, { losses }) => {
    const found: Array<SetFile> = []
    for (const path of files(source)) found.push(await indexed(source, path))
    const [first] = found
    if (first === undefined) throw new FormatError("annotations", "has no JSON files.")
    const dataset = datasetOf(first, found)
    return { dataset, scenes: scenes(source, found, dataset, losses) }
  },
}

/** Files without a version have their categories and items by name. */
const isOldHead = (head: string): boolean =>
  /^\s*\{\s*"(info|infos|categories)"/.test(head) && /"label"\s*:\s*\{\s*"labels"/.test(head)

const indexed = async (source: Source, path: string): Promise<SetFile> => {
  const places: Array<number> = []
  const types = new Set<string>()
  const whole = new Map<string, Node>()
  await splitJson(source, path, { lists: ["items"], whole: ["categories", "infos"] }, (part) => {
    if (part.index === null) {
      whole.set(part.key, new Node(parseJson(part.text, path), path, `/${part.key}`))
      return
    }
    places.push(part.start, part.length)
    for (const [, type = ""] of part.text.matchAll(/"type"\s*:\s*"(\w+)"/g)) types.add(type)
  })
  const categories = whole.get("categories") ?? new Node(undefined, path, "/categories").fail("is missing.")
  const infos = whole.get("infos") ?? new Node(null, path, "/infos")
  return { path, set: withoutEnding(baseName(path)), categories, infos, places, types }
}

const datasetOf = (first: SetFile, all: ReadonlyArray<SetFile>): Dataset => {
  const own = ownInfos(first.infos)
  const categories = readCategories(first.categories, first.infos)
  for (const { categories: others, infos, path } of all)
    if (printJson(readCategories(others, infos)) !== printJson(categories))
      throw new FormatError(path, `has other categories than ${first.path}.`)
  if (own !== undefined)
    return {
      name: own.at("name").text(),
      description: own.at("description").text(),
      taskType: own.at("task_type").text(),
      categories,
      imageAttributes: definitionsOf(own.at("image_attributes")),
    }
  const taskType = taskTypeOf(kindOfTypes(new Set(all.flatMap(({ types }) => [...types]))), false)
  return { name: "datumaro", description: "", taskType, categories, imageAttributes: [] }
}

/** Masks beside other shapes of images become polygons. */
const kindOfTypes = (types: ReadonlySet<string>): Kind => {
  if ([...types].some(isCuboid)) return "cuboid"
  const drawings = ["bbox", "polygon", "polyline", "points", "ellipse"]
  return [...types].some(isMask) && !drawings.some((type) => types.has(type))
    ? "image-segmentation"
    : "image-vector"
}

const splits: Readonly<Record<string, Split>> = {
  train: "train",
  training: "train",
  val: "val",
  validation: "val",
  test: "test",
  testing: "test",
}

async function* scenes(
  source: Source,
  sets: ReadonlyArray<SetFile>,
  dataset: Dataset,
  losses: Losses,
): AsyncGenerator<Scene> {
  for (const { infos, path, places, set } of sets) {
    const isOwn = ownInfos(infos) !== undefined
    const reader = new ItemReader(source, set, path, dataset, losses, isOwn)
    const split = lookup(splits, set) ?? null
    if (split === null && set !== "default") losses.add("splits", path)
    let pending: { readonly scene: Scene; readonly frames: Array<Frame> } | undefined
    for (let at = 0; at < places.length; at += 2) {
      const [start = 0, length = 0] = places.slice(at, at + 2)
      const text = new TextDecoder().decode(await source.range(path, start, start + length))
      const scene = reader.read(new Node(parseJson(text, path), path, `/items/${at / 2}`), split)
      // Frames of a sequence follow each other.
      if (pending?.scene.isSequence && scene.isSequence && pending.scene.name === scene.name) {
        pending.frames.push(...scene.frames)
        continue
      }
      if (pending !== undefined) yield { ...pending.scene, frames: pending.frames }
      pending = { scene, frames: [...scene.frames] }
    }
    if (pending !== undefined) yield { ...pending.scene, frames: pending.frames }
  }
}
