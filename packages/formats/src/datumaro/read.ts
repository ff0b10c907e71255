/** Reads `annotations/SET.json` through an index of its items: an item is in memory only while it is read. */

import type { Losses } from "../carry/Losses.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { parseJson, printJson } from "../files/json.ts"
import { splitJson } from "../files/jsonArrays.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { getBaseName, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { readDefinitions } from "../model/configuration.ts"
import type { Dataset } from "../model/Dataset.ts"
import type { Frame, Kind, Scene } from "../model/Scene.ts"
import { toSet } from "../model/sets.ts"
import { toTaskType } from "../model/toWire.ts"
import { getOwnInfos, readCategories } from "./configuration.ts"
import { ItemReader } from "./items.ts"
import { isCuboid, isMask } from "./keys.ts"
import { countLostTracks, joinItems, SetOrder } from "./tracks.ts"

const listSetFiles = ({ paths }: Source) =>
  paths.filter((path) => /(^|\/)annotations\/[^/]+\.json$/.test(path))

interface SetFile {
  readonly path: string
  readonly set: string
  readonly categories: Node
  readonly infos: Node
  /** The offset of each item, and its length. */
  readonly places: ReadonlyArray<number>
  /** Types of annotations, where our writer does not say the type of the dataset. */
  readonly types: ReadonlySet<string>
  /** Of the items of another tool. */
  readonly order: SetOrder
}

export const readDatumaro: Reader = {
  detect: async (source) => {
    const [first] = listSetFiles(source)
    if (first === undefined) return undefined
    const head = new TextDecoder().decode(await source.peek(first, 0, 8192))
    return /"dm_format_version"|"media_type"\s*:\s*\d/.test(head) || isOldHead(head) ? first : undefined
  },
  read: async (source, { losses }) => {
    const setFiles: Array<SetFile> = []
    for (const path of listSetFiles(source)) setFiles.push(await indexSetFile(source, path))
    const [first] = setFiles
    if (first === undefined) throw new FormatError("annotations", "has no JSON files.")
    const dataset = readDataset(first, setFiles, losses)
    return { dataset, scenes: readScenes(source, setFiles, dataset, losses) }
  },
}

/** Files without a version have their categories and items by name. */
const isOldHead = (head: string): boolean =>
  /^\s*\{\s*"(info|infos|categories)"/.test(head) && /"label"\s*:\s*\{\s*"labels"/.test(head)

const indexSetFile = async (source: Source, path: string): Promise<SetFile> => {
  const places: Array<number> = []
  const types = new Set<string>()
  const order = new SetOrder()
  const whole = new Map<string, Node>()
  await splitJson(source, path, { lists: ["items"], whole: ["categories", "infos"] }, (part) => {
    if (part.index === null) {
      whole.set(part.key, new Node(parseJson(part.text, path), path, `/${part.key}`))
      return
    }
    places.push(part.start, part.length)
    for (const [, type = ""] of part.text.matchAll(/"type"\s*:\s*"(\w+)"/g)) types.add(type)
    // Our own items say what sequence they belong to.
    if (!/"annotary"\s*:/.test(part.text)) order.add(parseJson(part.text, path))
  })
  const categories = whole.get("categories") ?? new Node(undefined, path, "/categories").fail("is missing.")
  const infos = whole.get("infos") ?? new Node(null, path, "/infos")
  return { path, set: stripEnding(getBaseName(path)), categories, infos, places, types, order }
}

const readDataset = (first: SetFile, all: ReadonlyArray<SetFile>, losses: Losses): Dataset => {
  const own = getOwnInfos(first.infos)
  const categories = readCategories(first.categories, first.infos, losses)
  for (const { categories: others, infos, path } of all) {
    const other = readCategories(others, infos)
    if (printPlain(other) !== printPlain(categories))
      throw new FormatError(path, `has other categories than ${first.path}.`)
    if (printJson(other) !== printJson(categories)) losses.add("category-colors", path)
  }
  if (own !== undefined)
    return {
      name: own.at("name").text(),
      description: own.at("description").text(),
      taskType: own.at("task_type").text(),
      categories,
      imageAttributes: readDefinitions(own.at("image_attributes")),
    }
  const kind = combineTypes(new Set(all.flatMap(({ types }) => [...types])))
  const taskType = toTaskType(kind, isTracked(all))
  return { name: "datumaro", description: "", taskType, categories, imageAttributes: [] }
}

/** Colors may differ. */
const printPlain = (categories: Dataset["categories"]): string =>
  printJson(categories.map((category) => ({ ...category, color: null })))

/** Whether the items of every set are the frames of a sequence. */
const isTracked = (sets: ReadonlyArray<SetFile>): boolean =>
  sets.some(({ order }) => order.hasTracks) && sets.every(({ order }) => order.places !== null)

/** Masks beside other shapes of images become polygons. */
const combineTypes = (types: ReadonlySet<string>): Kind => {
  if ([...types].some(isCuboid)) return "cuboid"
  const drawings = ["bbox", "polygon", "polyline", "points", "ellipse"]
  return [...types].some(isMask) && !drawings.some((type) => types.has(type))
    ? "image-segmentation"
    : "image-vector"
}

async function* readScenes(
  source: Source,
  sets: ReadonlyArray<SetFile>,
  dataset: Dataset,
  losses: Losses,
): AsyncGenerator<Scene> {
  const parts = new PartReader(losses, "records")
  const isSequence = sets.every(({ infos }) => getOwnInfos(infos) === undefined) && isTracked(sets)
  for (const { infos, order, path, places, set } of sets) {
    const isOwn = getOwnInfos(infos) !== undefined
    const reader = new ItemReader(source, set, path, dataset, losses, isOwn)
    const split = toSet(set)
    const readItem = async (place: number, isFrame?: true): Promise<Scene | undefined> => {
      const [start = 0, length = 0] = places.slice(2 * place, 2 * place + 2)
      const text = new TextDecoder().decode(await source.range(path, start, start + length))
      const item = new Node(parseJson(text, path), path, `/items/${place}`)
      return parts.read(() => reader.read(item, split, isFrame))
    }
    if (isSequence) {
      const items: Array<Scene> = []
      for (const place of order.places ?? []) {
        const item = await readItem(place, true)
        if (item !== undefined) items.push(item)
      }
      const sequence = joinItems(set, items, order)
      if (sequence !== undefined) yield sequence
      continue
    }
    countLostTracks(path, order, losses)
    let pending: { readonly scene: Scene; readonly frames: Array<Frame> } | undefined
    for (let place = 0; place < places.length / 2; place++) {
      const scene = await readItem(place)
      if (scene === undefined) continue
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
  parts.checkAny()
}
